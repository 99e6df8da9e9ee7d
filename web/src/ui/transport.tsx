// Play, step, speed, and the timeline with scrubbing and branches.
import { useRef, useState } from "preact/hooks";
import { play, restart, setSpeed, step } from "../actions";
import { ask, link, show } from "../app";
import { recording, storedFrame } from "../record";
import { clock, dialog, frame, run, scene, statementOpen } from "../state";
import { useSignal } from "../signal";
import { Icon } from "./icons";

const speeds = [0.125, 0.25, 0.5, 1, 2, 4, 0];
const sayTime = (t: number): string => (t < 100 ? t.toFixed(2) : t.toFixed(1));
const saySpeed = (s: number): string => (s === 0 ? "as fast as possible" : s === 0.125 ? "⅛×" : s === 0.25 ? "¼×" : s === 0.5 ? "½×" : `${s}×`);

export function Transport() {
  // While somebody moves the slider its own value counts: the engine's answer comes a little later.
  const [held, setHeld] = useState<number | null>(null), timer = useRef(0);
  const r = useSignal(run), t = useSignal(clock), place = held ?? Math.max(0, speeds.indexOf(r.speed));
  const choose = (k: number): void => {
    setHeld(k);
    clearTimeout(timer.current);
    void setSpeed(speeds[k]!).then(() => { timer.current = window.setTimeout(() => setHeld(null), 300); });
  };
  const f = frame(), slow = r.playing && r.speed > 0 && f && f.factor > 0 && f.factor < 0.95 * r.speed;
  return (
    <footer class="transport" data-region>
      <button class="square" aria-label="Restart" title="Restart (Home)" onClick={() => void restart()}><Icon name="restart" /></button>
      <button class="main" aria-label={r.playing ? "Pause" : "Play"} title="Play or pause (Space)" onClick={() => void play()}><Icon name={r.playing ? "pause" : "play"} /></button>
      <button class="square" aria-label="Step" title="Step one frame (→)" onClick={() => void step(1)}><Icon name="step" /></button>
      <output class={r.playing ? "clock on" : "clock"}>{sayTime(t)} s</output>
      <span class="bar" />
      <label class="speed">Speed
        <input type="range" aria-label="Speed" aria-valuetext={saySpeed(speeds[place]!)} min="0" max={speeds.length - 1} step="1" value={place} title="Speed (− and =)"
          onInput={(e) => choose(Number(e.currentTarget.value))} />
        <span class="value">{saySpeed(r.speed)}</span>
      </label>
      {slow && <span class="amber" title="The engine cannot keep up with this speed">{f.factor.toFixed(2)}× reached</span>}
      <span class="space" />
      <button title="Type a statement (/)" onClick={() => statementOpen.set(true)}><kbd>/</kbd> Statement</button>
    </footer>
  );
}

let asked = 0, late = 0;

/** Shows a moment from the page's own store at once; the engine follows. */
function scrub(t: number): void {
  const f = storedFrame(t);
  recording.held = true;
  if (f) show(f);
  clearTimeout(late);
  const now = performance.now(), send = (): void => {
    asked = performance.now();
    void link.send("seek", { t }).then(() => { recording.held = false; });
  };
  if (now - asked > 120) send();
  else late = window.setTimeout(send, 120);
}

export function Timeline() {
  const r = useSignal(run), t = useSignal(clock), s = useSignal(scene);
  const end = Math.max(s.until || 0, r.live, t, 1), percent = (x: number): string => `${(100 * Math.min(1, x / end)).toFixed(3)}%`;
  const live = Math.max(r.live, r.scrubbing ? 0 : t);
  return (
    <section class="timeline" aria-label="Timeline" data-region>
      <div class="track">
        <div class="lanes" aria-hidden="true">
          {r.branches.map((b) => <i key={b.branch} class="branch" style={{ left: percent(b.from), width: percent(b.to - b.from) }} title={`earlier run ${b.branch}`} />)}
          <i class="past" style={{ width: percent(live) }} />
          {s.events.map((e, i) => <i key={i} class="event" style={{ left: percent(e.t) }} title={`${sayTime(e.t)} s: ${e.text}`} />)}
          {r.marks.map((m, i) => <i key={i} class="mark" style={{ left: percent(m.t) }} title={`${sayTime(m.t)} s: ${m.label}`} />)}
        </div>
        <input type="range" aria-label="Time" aria-valuetext={`${sayTime(t)} s`} min="0" max={end} step="any" value={Math.min(t, end)}
          onInput={(e) => scrub(Math.min(Number(e.currentTarget.value), Math.max(live, r.live)))} />
        <div class="ticks" aria-hidden="true">{ticks(end).map((x) => <span key={x} style={{ left: percent(x) }}>{x} s</span>)}</div>
      </div>
      <div class="timeline-actions">
        <button disabled={!r.scrubbing} title="Throws away nothing: the later motion stays as a lane" onClick={() => void ask("branch", { t })}>Continue from here</button>
        <button disabled={!(t > 0) || r.playing} title="Writes the places of this moment into the text, as the start" onClick={() => dialog.set({ name: "start" })}>Make this the start</button>
        <button class="square" aria-label="Go live" title="To the latest moment (End)" disabled={!r.scrubbing} onClick={() => void ask("seek", { live: true })}><Icon name="live" /></button>
      </div>
    </section>
  );
}

function ticks(end: number): number[] {
  const raw = end / 8, base = 10 ** Math.floor(Math.log10(raw)), step = base * (raw / base < 1.5 ? 1 : raw / base < 3.5 ? 2 : raw / base < 7.5 ? 5 : 10);
  return Array.from({ length: Math.floor(end / step * 0.97) + 1 }, (_, i) => Number((i * step).toPrecision(6)));
}
