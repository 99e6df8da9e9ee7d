// What floats over the view: chip, wheel, empty state, toasts, bubbles of the first run.
import { useEffect, useState } from "preact/hooks";
import { guard, restart, undo } from "../actions";
import { ask, fit, link, stage } from "../app";
import { pointOf } from "../model";
import { openWheel } from "../interact/pointer";
import { chip, dialog, doc, dragging, frame, history, panel, problems, run, scene, selection, toast, tool, wheel } from "../state";
import { signal, useSignal } from "../signal";
import { Icon } from "./icons";

export function ChipView() {
  const c = useSignal(chip);
  if (!c) return null;
  return (
    <button class="chip" style={{ left: `${c.x}px`, top: `${c.y}px` }} onClick={() => { chip.set(null); openWheel(c.constraint); }}>
      {c.label} ▾{c.dof && <span> · {c.dof}</span>}
    </button>
  );
}

export function WheelView() {
  const w = useSignal(wheel);
  if (!w) return null;
  return (
    <div class="wheel" role="menu" aria-label="Kind of joint" style={{ left: `${w.x}px`, top: `${w.y}px` }}>
      {w.slots.map((s, i) => {
        const a = (2 * Math.PI * i) / w.slots.length - Math.PI / 2;
        return (
          <button key={s.label} role="menuitem" style={{ left: `${136 * Math.cos(a)}px`, top: `${88 * Math.sin(a)}px` }} ref={(e) => { if (i === 0) e?.focus(); }}
            onClick={() => { wheel.set(null); s.act(); }} onKeyDown={(e) => {
              const turn = e.key === "ArrowRight" || e.key === "ArrowDown" ? 1 : e.key === "ArrowLeft" || e.key === "ArrowUp" ? -1 : 0;
              if (!turn) return;
              e.preventDefault();
              e.stopPropagation();
              const all = [...e.currentTarget.parentElement!.children] as HTMLElement[];
              all[(i + turn + all.length) % all.length]!.focus();
            }}>
            <kbd>{i + 1}</kbd> {s.label}
          </button>
        );
      })}
    </div>
  );
}

const firstScenes: [string, string][] = [
  ["barzel-barr-1988/pendulum", "Pendulum"], ["mechanisms/four-bar", "Four-bar linkage"], ["contact/pyramid", "Pyramid"],
];

export function Empty() {
  const s = useSignal(scene), state = useSignal(link.state), d = useSignal(doc), t = useSignal(tool);
  if (state !== "open" || t !== "grab" || s.rev < 0 || s.objects.length || d.text.length > 400) return null;
  return (
    <div class="empty">
      <svg viewBox="0 0 120 60" width="160" aria-hidden="true"><path d="M18 50 102 10" stroke="var(--accent)" stroke-width="9" stroke-linecap="round" stroke-dasharray="1 14" opacity="0.7" /></svg>
      <p><strong>Pull a part here</strong>or press <kbd>B</kbd> and click twice for a bar.</p>
      <p class="soft">Or begin with a scene:</p>
      <div class="thumbs">
        {firstScenes.map(([name, title]) => (
          <button key={name} onClick={() => guard(() => void ask("open", { gallery: name }))}>
            <img src={`gallery/${name}.jpg`} alt="" loading="lazy" onError={(e) => (e.currentTarget.style.display = "none")} />
            {title}
          </button>
        ))}
      </div>
    </div>
  );
}

/** The first of what the engine says; all of it stands under Problems. */
const sayStuck = (why: string): string => `${why.split(/; |\s\(\/|: '/)[0]!.slice(0, 200)}.`;

export function Alerts() {
  const t = useSignal(toast), state = useSignal(link.state), r = useSignal(run), d = useSignal(doc), p = useSignal(problems);
  const error = t?.kind === "error" ? t.text : null, undos = useSignal(history).undos, culprits = [...new Set(p.filter((e) => e.code === "contradictory" || e.code === "unmet").flatMap((e) => e.things))];
  return (
    <>
      <div class="alerts" role="alert">
        {state === "refused" && <p class="alert">Open the address that <code>tenon studio</code> prints: this one has no valid token.</p>}
        {state === "lost" && <p class="alert">The connection to the engine was lost. Trying again…</p>}
        {r.stuck && (
          <p class="alert">The motion cannot go on: {sayStuck(r.stuck)} <button disabled={!undos} onClick={() => void undo()}>Undo</button> <button onClick={() => void restart()}>Restart</button>
            <button onClick={() => panel.set("problems")}>Why</button>
            {culprits.length > 0 && <button onClick={() => { selection.set(new Set(culprits)); fit(true, new Set(culprits)); panel.set("problems"); }}>Show</button>}</p>
        )}
        {error && <p class="alert">{error} <button class="quiet" aria-label="Dismiss" onClick={() => toast.set(null)}><Icon name="close" /></button></p>}
        {d.ahead && p.some((e) => e.severity === "error") && <p class="alert warn">The text has an error; the world runs on as it was.</p>}
      </div>
      <div class="toasts" role="status">{t?.kind === "info" && <p>{t.text}{t.offer && <button onClick={() => { toast.set(null); t.offer!.act(); }}>{t.offer.label}</button>}</p>}</div>
    </>
  );
}

// ---- the first run ----

const tourStep = signal(Number(localStorage.getItem("tenon.tour") ?? 0));

const bubbles = [
  { title: "Pull a part into the view", text: "Drag a rod from the list, or click it. Drop one end near another end and they are joined.", where: "by-parts" },
  { title: "Nail it", text: "Point at its upper end and press N, or take Nail on the left and click the end. What nothing holds falls.", where: "by-view" },
  { title: "Let it move, and pull on it", text: "Press Space or the Play button, then drag a part with the mouse. Ctrl+Z takes anything back.", where: "by-play" },
];

/** Would a bubble in the upper right corner of the view hide a point of a part? */
function coversPart(top: number, width: number): boolean {
  const f = frame(), rig = stage?.rig;
  if (!f || !rig) return false;
  return scene().objects.some((o, i) => o.points.some((p) => {
    const at = rig.project(pointOf(f, i, [p[1], p[2], p[3]]));
    return !!at && at.x > rig.width - width - 40 && at.y < top + 190;
  }));
}

export function Tour() {
  const step = useSignal(tourStep), s = useSignal(scene), r = useSignal(run), pulled = useSignal(dragging), state = useSignal(link.state);
  const open = useSignal(dialog), [begun] = useState(() => tourStep());
  const done = (step === 0 && s.objects.length > 0) || (step === 1 && (r.playing || s.constraints.length > 0 || s.objects.some((o) => o.fixed))) || (step === 2 && pulled && r.playing);
  const go = (to: number): void => {
    localStorage.setItem("tenon.tour", String(to));
    tourStep.set(to);
  };
  useEffect(() => { if (done) go(step + 1); }, [done, step]);
  const b = bubbles[step];
  const low = step === 1 && coversPart(24, 284);
  if (!b || done || state !== "open" || s.rev < 0 || open || (begun === 0 && step === 0 && s.objects.length > 0)) return null;
  return (
    <aside class={`bubble ${b.where}${low ? " low" : ""}`} aria-label="First steps">
      <strong>{b.title}</strong>
      <p>{b.text}</p>
      <div><span class="soft">{step + 1} of 3</span><button onClick={() => go(3)}>Skip</button></div>
    </aside>
  );
}

const toolHints: Record<string, string> = {
  bar: "Bar: click where it begins, then where it ends.", connect: "Connect: click a point, then another.", nail: "Nail: click a part, where the nail should be.",
  cut: "Cut: draw a line across joints with the mouse.", motor: "Motor: click a joint.", trace: "Trace: click a part, where its path should be drawn.",
};

export function ToolHint() {
  const t = useSignal(tool);
  return t === "grab" ? null : <div class="hint" role="status">{toolHints[t]} <kbd>Esc</kbd> ends it.</div>;
}
