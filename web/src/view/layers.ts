// What a scene's `show` and `title` ask for, drawn as `tenon picture` draws it: names, frames, points, the time, ranges of joints.
import { type Frame, type JointNow, type RangeNow, type Scene, type Vec, add, cross, norm, pointOf, scale, sub } from "../model";
import type { Pen } from "./pen";

export function drawLayers(pen: Pen, scene: Scene, frame: Frame): void {
  const show = new Set(scene.show);
  if (show.has("frames")) drawFrames(pen, scene, frame);
  if (show.has("limits") || show.has("fittings")) drawRanges(pen, frame, show.has("limits") ? 1 : 0.5);
  if (show.has("points")) drawPoints(pen, scene, frame);
  if (show.has("names")) drawNames(pen, scene, frame);
  if (scene.title) pen.words(pen.rig.inset + 18, 34, scene.title, pen.inks.ink, 20);
  if (show.has("time")) pen.words(pen.rig.inset + 18, pen.rig.height - 18, `t = ${frame.t.toFixed(2)} s`, pen.inks.ink, 14);
}

/** The axes of every object: x red, y green, z blue. */
function drawFrames(pen: Pen, scene: Scene, frame: Frame): void {
  const inks = ["#d92626", "#1a9433", "#2659e0"], axes: Vec[] = [[1, 0, 0], [0, 1, 0], [0, 0, 1]], length = 0.1 * pen.rig.radius;
  scene.objects.forEach((o, i) => {
    if (o.kind === "variable" || o.kind === "particle") return;
    const origin = pointOf(frame, i, [0, 0, 0]);
    axes.forEach((a, k) => pen.line(origin, pointOf(frame, i, scale(length, a)), 2.4, inks[k]!));
  });
}

/** The points that constraints hold, and those that the scene names. */
function drawPoints(pen: Pen, scene: Scene, frame: Frame): void {
  for (const j of frame.joints) if (j?.on) for (const p of j.point) if (p) pen.dot(p, 2.6, pen.inks.ink, pen.inks.halo);
  scene.objects.forEach((o, i) => o.points.forEach((p) => p[4] && pen.dot(pointOf(frame, i, [p[1], p[2], p[3]]), 2.6, pen.inks.ink, pen.inks.halo)));
}

function drawNames(pen: Pen, scene: Scene, frame: Frame): void {
  scene.objects.forEach((o, i) => {
    const p = o.name && (o.kind === "solid" || o.kind === "body" || o.kind === "block" || o.kind === "jello") ? pen.at(pointOf(frame, i, o.center)) : null;
    if (p) pen.text(p.x + 9, p.y + 4, o.name, pen.inks.ink);
  });
}

// ---- ranges of joints ----

const turn = 2 * Math.PI;

interface Dial { range: RangeNow; from: number; to: number; radius: number; growth: number; y: Vec }

/** Without one of the limits there is no end on that side: what is shown reaches a bit beyond where the joint is. */
function dialOf(r: RangeNow, radius: number, size: number, inside: number): Dial {
  const more = r.turns ? 0.6 : 0.2 * radius;
  const from = r.least ?? Math.min(r.now, r.most ?? r.now) - more, to = r.most ?? Math.max(r.now, r.least ?? r.now) + more;
  const arm = r.reach > 0 ? Math.max(0.05 * size * radius, Math.min(0.7 * size * r.reach, 0.16 * size * radius)) : 0.13 * size * radius;
  const growth = to - from > 0.98 * turn ? arm * Math.min(0.25 / turn, 1 / (to - from)) : 0;
  return { range: r, from, to, radius: arm + inside, growth, y: cross(r.axis, r.zero) };
}

function placeAt(d: Dial, at: number): Vec {
  const r = d.range;
  if (!r.turns) return add(r.point, scale(at, r.axis));
  const reach = d.radius + d.growth * Math.max(0, at - d.from);
  return add(r.point, add(scale(reach * Math.cos(at), r.zero), scale(reach * Math.sin(at), d.y)));
}

/** Dials at the same place are concentric. Small ones have no room for windings. */
function drawRanges(pen: Pen, frame: Frame, size: number): void {
  const drawn: { at: Vec; out: number }[] = [], radius = pen.rig.radius;
  for (const r of frame.ranges) {
    const joint: JointNow | undefined = frame.joints[r.constraint];
    if (!joint?.on || (size < 1 && r.turns && r.least !== null && r.most !== null && r.most - r.least > turn)) continue;
    const inside = r.turns ? Math.max(0, ...drawn.filter((e) => norm(sub(e.at, r.point)) < 2e-3 * radius).map((e) => e.out)) : 0;
    const d = dialOf(r, radius, size, inside);
    if (r.turns) drawn.push({ at: r.point, out: d.radius + d.growth * (d.to - d.from) });
    drawDial(pen, d, size < 1);
  }
}

function drawDial(pen: Pen, d: Dial, small: boolean): void {
  const r = d.range, ink = r.held ? pen.inks.stopped : pen.inks.range, width = small ? 1.4 : 2.2;
  const steps = r.turns ? Math.max(2, Math.min(2000, Math.ceil((d.to - d.from) / 0.08))) : 1;
  const points = Array.from({ length: steps + 1 }, (_, i) => pen.at(placeAt(d, d.from + ((d.to - d.from) * i) / steps))).filter((p) => p !== null);
  const middle = pen.at(r.point);
  if (r.turns && middle && !d.growth) pen.sector([middle, ...points], ink);
  pen.path(points, width, ink);
  for (const end of [r.least, r.most]) if (end !== null) drawStop(pen, d, end, ink, small ? 4 : 7);
  if (r.turns) pen.line(r.point, placeAt(d, r.now), width, ink);
  pen.dot(placeAt(d, r.now), small ? 2.4 : 4, ink, pen.inks.halo);
}

/** A bar across the curve on the screen. */
function drawStop(pen: Pen, d: Dial, at: number, ink: string, half: number): void {
  const little = 1e-3 * (d.range.turns ? 1 : pen.rig.radius), p = pen.at(placeAt(d, at - little)), q = pen.at(placeAt(d, at + little));
  if (!p || !q) return;
  const n = Math.hypot(q.x - p.x, q.y - p.y), dx = n > 0 ? (q.x - p.x) / n : 1, dy = n > 0 ? (q.y - p.y) / n : 0, x = (p.x + q.x) / 2, y = (p.y + q.y) / 2;
  pen.path([{ x: x - half * dy, y: y + half * dx }, { x: x + half * dy, y: y - half * dx }], half < 5 ? 2.2 : 3.2, ink);
}
