// The layout: top bar, parts, view, transport.
import { useEffect, useRef } from "preact/hooks";
import { ask, attach, fit, frame, history, link, notice, play, problems, run, scene, selection } from "../app";
import { listen } from "../interact/pointer";
import { useSignal } from "../signal";
import { drawOverlay } from "../view/overlay";
import { Pen, inks } from "../view/pen";
import { Stage } from "../view/stage";

const parts: [string, string][] = [
  ["Rod", "rod 1 0.04"], ["Box", "box 0.4 0.4 0.4"], ["Sphere", "sphere 0.2"], ["Capsule", "capsule 0.1 0.5"],
  ["Cylinder", "cylinder 0.2 0.4"], ["Torus", "torus 0.3 0.06"], ["Chain link", "link 0.3 0.18 0.03"], ["Particle", "particle 1"],
];

const Icon = ({ d }: { d: string }) => <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true"><path d={d} fill="currentColor" /></svg>;

function View() {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const box = host.current!, [canvas, over] = [...box.querySelectorAll("canvas")] as [HTMLCanvasElement, HTMLCanvasElement];
    const stage = new Stage(canvas), dark = matchMedia("(prefers-color-scheme: dark)");
    const pen = new Pen(over.getContext("2d")!, stage.rig, inks.light);
    const theme = (): void => { pen.inks = dark.matches ? inks.dark : inks.light; stage.setTheme(dark.matches); };
    const resize = (): void => {
      over.width = box.clientWidth * devicePixelRatio;
      over.height = box.clientHeight * devicePixelRatio;
      stage.resize(box.clientWidth, box.clientHeight);
    };
    stage.overlay.push(() => {
      pen.c.setTransform(devicePixelRatio, 0, 0, devicePixelRatio, 0, 0);
      pen.c.clearRect(0, 0, box.clientWidth, box.clientHeight);
      const f = frame();
      if (f) drawOverlay(pen, scene(), f);
    });
    selection.watch((s) => {
      stage.solids.tint(new Set(scene().objects.flatMap((o, i) => (s.has(o.id) ? [i] : []))), new Set());
      stage.draw();
    });
    dark.addEventListener("change", theme);
    new ResizeObserver(resize).observe(box);
    theme();
    resize();
    listen(stage);
    attach(stage);
  }, []);
  return (
    <section class="view" aria-label="Scene view" ref={host} tabIndex={0}>
      <canvas />
      <canvas class="over" aria-hidden="true" />
    </section>
  );
}

function Transport() {
  const r = useSignal(run), f = useSignal(frame);
  return (
    <footer class="transport">
      <button aria-label="Restart" title="Restart (Home)" onClick={() => ask("restart")}><Icon d="M3 3h2v10H3zM13 3v10L6 8z" /></button>
      <button class="main" aria-label={r.playing ? "Pause" : "Play"} title="Play or pause (Space)" onClick={play}><Icon d={r.playing ? "M4 3h3v10H4zM9 3h3v10H9z" : "M4 3v10l9-5z"} /></button>
      <button aria-label="Step" title="Step (→)" onClick={() => ask("step")}><Icon d="M3 3v10l7-5zM11 3h2v10h-2z" /></button>
      <output class={r.playing ? "clock on" : "clock"}>{(f?.t ?? 0).toFixed(2)} s</output>
      <label>Speed <input type="range" aria-label="Speed" min="-3" max="2" step="1" value={Math.log2(r.speed || 4)}
        onInput={(e) => ask("run", { play: r.playing, speed: 2 ** Number(e.currentTarget.value) })} /></label>
      <span>{r.speed === 0 ? "as fast as possible" : `${r.speed}×`}</span>
    </footer>
  );
}

export function Page() {
  const h = useSignal(history), state = useSignal(link.state), s = useSignal(scene), p = useSignal(problems), n = useSignal(notice);
  return (
    <div class="page">
      <header>
        <strong>Tenon</strong>
        <button onClick={() => ask("new")}>New</button>
        <button onClick={() => ask("save")}>Save</button>
        <button disabled={!h.undos} title={h.undo[0] ?? ""} onClick={() => ask("undo")}>Undo</button>
        <button disabled={!h.redos} title={h.redo[0] ?? ""} onClick={() => ask("redo")}>Redo</button>
        <button title="F" onClick={() => fit()}>Fit view</button>
        <span class="space" />
        {s.dof !== null && <span>DOF {s.dof}</span>}
      </header>
      <nav aria-label="Parts" role="region">
        {parts.map(([name, words]) => (
          <button key={name} onClick={() => ask("add", { text: words, at: [0, 0, 1] })}>{name}</button>
        ))}
      </nav>
      <main>
        <View />
        {state === "open" && !s.objects.length && <p class="hint">Choose a part on the left to begin.</p>}
        <div role="alert" class="alert">
          {state === "refused" ? "Open the address that tenon studio prints: this one has no valid token." : state === "lost" ? "The connection to the engine was lost. Trying again…" : n}
        </div>
        {p.length > 0 && (
          <section class="problems" aria-label="Problems">
            <ul>{p.map((e, i) => <li key={i} class={e.severity}>{e.severity}: {e.message}</li>)}</ul>
          </section>
        )}
      </main>
      <Transport />
    </div>
  );
}
