// The dock under the view: plots, problems, expressions.
import { useEffect, useRef, useState } from "preact/hooks";
import { switchThing } from "../actions";
import { ask, fit, link } from "../app";
import type { LetInfo, Problem } from "../model";
import { grown, keepCurves, keptRuns, plotView, series, toggleSeries, worldSeries } from "../record";
import { type Panel, codeOpen, doc, frame, panel, problems, scene, selection, theme } from "../state";
import { useSignal } from "../signal";
import { short } from "../parts";
import { Icon } from "./icons";
import type { Chart } from "./plot";

function Tab({ name, title, icon, count, bad, children }: { name: NonNullable<Panel>; title: string; icon: string; count?: number; bad?: boolean; children: preact.ComponentChildren }) {
  const open = useSignal(panel) === name;
  return (
    <section class={`dock-${name}`} aria-label={title} data-region>
      <button class="tab" aria-expanded={open} onClick={() => panel.set(open ? null : name)}><Icon name={icon} /> {title}{count ? <b class={bad ? "count bad" : "count"}>{count}</b> : null}</button>
      {open && <div class="dock-panel"><button class="square close" aria-label="Close panel" onClick={() => panel.set(null)}><Icon name="close" /></button>{children}</div>}
    </section>
  );
}

export function Dock() {
  const p = useSignal(problems), chosen = useSignal(series), open = useSignal(panel);
  return (
    <div class={open ? "dock open" : "dock"}>
      <Tab name="plots" title="Plots" icon="plot" count={chosen.length}><Plots /></Tab>
      <Tab name="problems" title="Problems" icon="problems" count={p.length} bad={p.some((e) => e.severity === "error")}><Problems /></Tab>
      <Tab name="expressions" title="Expressions" icon="rows"><Expressions /></Tab>
    </div>
  );
}

function Plots() {
  const host = useRef<HTMLDivElement>(null), chart = useRef<Chart | null>(null), chosen = useSignal(series), kept = useSignal(keptRuns), s = useSignal(scene), view = useSignal(plotView);
  useEffect(() => {
    let gone = false, wanted = false;
    void import("./plot").then((m) => {
      if (gone || !host.current) return;
      chart.current = new m.Chart(host.current, (t) => void link.send("seek", { t }));
      chart.current.draw();
    });
    const draw = (): void => {
      if (wanted) return;
      wanted = true;
      requestAnimationFrame(() => {
        wanted = false;
        chart.current?.draw();
      });
    };
    // The line at the moment that is shown moves while somebody looks at the past.
    const past = (f: ReturnType<typeof frame>): void => { if (f?.scrubbing) draw(); };
    const stops = [grown.watch(draw), series.watch(draw), keptRuns.watch(draw), plotView.watch(draw), frame.watch(past), theme.watch(draw)], size = new ResizeObserver(draw);
    size.observe(host.current!);
    return () => { gone = true; stops.forEach((f) => f()); size.disconnect(); chart.current?.destroy(); };
  }, []);
  const offer = [...s.probes.map((p) => ({ key: `probe ${p.name}`, label: p.name, unit: "" })), ...worldSeries];
  return (
    <div class="plots">
      <div class="plot-list">
        {offer.map((e) => (
          <label key={e.key}><input type="checkbox" checked={chosen.some((c) => c.key === e.key)} onChange={() => toggleSeries(e)} />{e.label}</label>
        ))}
        {chosen.filter((c) => !offer.some((o) => o.key === c.key)).map((e) => (
          <label key={e.key}><input type="checkbox" checked onChange={() => toggleSeries(e)} />{e.label}</label>
        ))}
      </div>
      <div class="plot-main">
        <div class="plot-actions">
          <button disabled={!chosen.length} title="Keeps these curves, dashed, for comparison with the next run" onClick={keepCurves}>Keep curve</button>
          <button disabled={!kept.length} onClick={() => keptRuns.set([])}>Clear kept</button>
          <span class="space" />
          <button aria-pressed={view.last} title="Follows the last ten seconds instead of showing all" disabled={!!view.against} onClick={() => plotView.set({ ...view, last: !view.last })}>Last 10 s</button>
          <label>Across <select aria-label="Across" value={view.against} disabled={chosen.length < 2} onChange={(e) => plotView.set({ ...view, against: e.currentTarget.value })}>
            <option value="">time</option>
            {chosen.map((c) => <option key={c.key} value={c.key}>{c.label}</option>)}
          </select></label>
        </div>
        <div class="chart" ref={host} />
        {!chosen.length && !kept.length && <p class="soft middle">Tick what to plot, or select a part or a joint and choose Plot in the inspector.</p>}
      </div>
    </div>
  );
}

/** A joint that asks too much, or what others ask already, can be left out. */
const switchable = (e: Problem): boolean => e.things.length === 1 && /^(redundant|contradictory|unmet|held-softly)$/.test(e.code);

function Problems() {
  const p = useSignal(problems);
  const visit = (e: Problem): void => {
    if (e.things.length) {
      selection.set(new Set(e.things));
      fit(true, new Set(e.things));
    } else if (e.line) codeOpen.set(true);
  };
  if (!p.length) return <p class="soft middle">There are no problems.</p>;
  return (
    <ul class="problems">
      {p.map((e, i) => (
        <li key={i} class={e.severity}>
          <b>{e.severity}</b>
          <button class="message" onClick={() => visit(e)}>{e.message}{e.line ? <span class="soft"> · line {e.line}</span> : null}</button>
          {switchable(e) && <button title="It stays in the text, with off;" onClick={() => void switchThing(e.things[0]!, false)}>Switch it off</button>}
          {e.fix && <button onClick={() => void ask("patch", { rev: doc().rev, changes: e.fix!.changes, label: e.fix!.label })}>{e.fix.label}</button>}
        </li>
      ))}
    </ul>
  );
}

const sweepTime = 6; // s to the other end and back

function LetRow({ l }: { l: LetInfo }) {
  const value = typeof l.value === "number" ? l.value : null, [range, setRange] = useState<[number, number] | null>(null), [draft, setDraft] = useState<string | null>(null);
  // While somebody moves the slider its own value counts: the engine's answer comes a little later.
  const [held, setHeld] = useState<number | null>(null), timer = useRef(0), v = held ?? value ?? 0, [low, high] = range ?? (v === 0 ? [-1, 1] : v > 0 ? [0, 2 * v] : [2 * v, 0]);
  const send = (x: number): void => {
    setHeld(x);
    setRange([low, high]);
    clearTimeout(timer.current);
    timer.current = window.setTimeout(() => { setHeld(null); setRange(null); }, 1200);
    void ask("let", { name: l.name, value: x, live: true });
  };
  const [sweeping, setSweeping] = useState(false), at = useRef({ v, low, high });
  at.current = sweeping ? at.current : { v, low, high };
  // To and fro over the range of the slider; the next value waits for the answer to the last one.
  useEffect(() => {
    if (!sweeping) return;
    const { v: from, low: a, high: b } = at.current, began = performance.now() - 1000 * sweepTime * (0.5 * (from - a)) / (b - a);
    let gone = false;
    setRange([a, b]);
    const next = async (): Promise<void> => {
      const k = ((performance.now() - began) / 1000 / sweepTime) % 1, x = a + (b - a) * (k < 0.5 ? 2 * k : 2 - 2 * k);
      setHeld(x);
      const r = await ask("let", { name: l.name, value: Number(x.toPrecision(4)), live: true });
      if (gone) return;
      if (r.ok) setTimeout(() => void next(), 60);
      else setSweeping(false);
    };
    void next();
    return () => { gone = true; setHeld(null); setRange(null); };
  }, [sweeping]);
  return (
    <div class="let">
      <label for={`let-${l.name}`}>{l.name}</label>
      {value !== null && l.literal ? <button class="square" aria-label={sweeping ? `Stop ${l.name}` : `Sweep ${l.name}`} title="Moves it to and fro over the slider's range" onClick={() => setSweeping(!sweeping)}><Icon name={sweeping ? "pause" : "play"} /></button> : <span />}
      {value !== null && l.literal ? (
        <input type="range" aria-label={l.name} min={low} max={high} step={(high - low) / 200} value={v}
          onInput={(e) => send(Number(Number(e.currentTarget.value).toPrecision(4)))} />
      ) : <code class="soft">{l.text}</code>}
      <input id={`let-${l.name}`} aria-label={`${l.name} value`} value={draft ?? (l.literal && value !== null ? short(v, Math.abs(v) * 1e-6 + 1e-12) : l.text)} spellcheck={false} onInput={(e) => setDraft(e.currentTarget.value)}
        onBlur={(e) => {
          const text = e.currentTarget.value.trim();
          setDraft(null);
          if (!text || draft === null) return;
          void ask("let", Number.isFinite(Number(text)) ? { name: l.name, value: Number(text) } : { name: l.name, text });
        }} onKeyDown={(e) => { if (e.key === "Enter") e.currentTarget.blur(); }} />
    </div>
  );
}

function Expressions() {
  const s = useSignal(scene);
  useSignal(frame);
  if (!s.lets.length && !s.probes.length) return <p class="soft middle">Named numbers (let L = 1;) and probes of the text appear here, with sliders.</p>;
  const f = frame();
  return (
    <div class="expressions">
      {s.lets.map((l) => <LetRow key={l.name} l={l} />)}
      {s.probes.map((p, i) => (
        <div class="let" key={p.name}><label>{p.name}</label><span /><code class="soft">{p.text}</code><output>{Number.isFinite(f?.probes[i]) ? f!.probes[i]!.toPrecision(5) : "–"}</output></div>
      ))}
    </div>
  );
}
