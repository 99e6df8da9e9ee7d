// How the model can still move: while the pointer rests on the count of its degrees of freedom, each way is shown in turn.
import { link, stage } from "../app";
import { type Frame, type Quat, type Vec, add, multiply, norm, pointOf, poseOf, rotate, scale, sub, turnAbout } from "../model";
import { dragging, frame, run, say, scene } from "../state";

interface Moving { object: string; velocity: Vec; spin: Vec }

const pixels = 26, once = 1.6; // how far, and s for one way
let asked = 0;

/** How fast the fastest point of a mode moves, in m for a unit of it. */
function fastest(mode: Moving[], f: Frame): number {
  return Math.max(0, ...mode.map((m) => {
    const i = scene().objects.findIndex((o) => o.id === m.object), o = scene().objects[i];
    if (!o) return 0;
    const arm = Math.max(0.05 * stage!.rig.radius, ...o.points.map((p) => norm(sub([p[1], p[2], p[3]], o.center))));
    return Number.isFinite(pointOf(f, i, o.center)[0]) ? norm(m.velocity) + arm * norm(m.spin) : 0;
  }));
}

function moved(f: Frame, mode: Moving[], by: number): Frame {
  const pose = f.pose.slice();
  for (const m of mode) {
    const i = scene().objects.findIndex((o) => o.id === m.object), o = scene().objects[i];
    if (!o) continue;
    const { orientation } = poseOf(f, i), spin = norm(m.spin), turned: Quat = spin > 1e-12 ? multiply(turnAbout(m.spin, by * spin), orientation) : orientation;
    const middle = add(pointOf(f, i, o.center), scale(by, m.velocity));
    pose.set([...sub(middle, rotate(turned, o.center)), ...turned], 7 * i);
  }
  return { ...f, pose };
}

const sayMode = (modes: Moving[][], k: number): string => {
  const names = modes[k]!.map((m) => scene().objects.find((o) => o.id === m.object)?.name ?? "").filter(Boolean);
  return `Way ${k + 1} of ${modes.length}: ${names.slice(0, 4).join(", ")}${names.length > 4 ? ` and ${names.length - 4} more` : ""}`;
};

export function stopWiggle(): void {
  if (!asked) return;
  asked = 0;
  const f = frame();
  if (f) stage?.setFrame(f);
}

export async function startWiggle(): Promise<void> {
  const mine = ++started, s = stage;
  asked = mine;
  if (!s || run().playing) return;
  const r = await link.send("modes"), modes = (r.modes as Moving[][] | undefined)?.filter((m) => m.length) ?? [], began = performance.now();
  if (asked !== mine || !modes.length) return;
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  let said = -1;
  const go = (): void => {
    const f = frame();
    if (asked !== mine || !f || run().playing || dragging() || f.rev !== scene().rev) return void (asked === mine && stopWiggle());
    const at = (performance.now() - began) / 1000 / once, k = Math.floor(at) % modes.length, mode = modes[k]!, fast = fastest(mode, f);
    if (k !== said) say(sayMode(modes, (said = k)));
    if (fast > 0) s.setFrame(moved(f, mode, ((pixels * s.rig.pixel()) / fast) * (still ? 1 : Math.sin(2 * Math.PI * at))));
    requestAnimationFrame(go);
  };
  go();
}

let started = 0;
