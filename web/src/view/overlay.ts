// Joints, forces, handles, traces and gestures over the picture, drawn as `tenon picture` draws them.
import { gesture } from "../interact/pointer";
import { type ConstraintInfo, type Frame, type JointNow, type Scene, type Vec, add, norm, pointOf, scale, sub } from "../model";
import { hovered, selection, tool } from "../state";
import { handles } from "../interact/gizmo";
import { ghostPaths } from "../ghost";
import { drawLayers } from "./layers";
import type { Snap } from "../interact/snap";
import { Trails } from "./trails";
import type { Pen } from "./pen";

const trails = new Trails();

const crowd = 200;
let strongest = 0;

export function drawOverlay(pen: Pen, scene: Scene, frame: Frame): void {
  for (const t of frame.traces) if (t) pen.trail(t);
  trails.draw(pen, scene, frame);
  for (const path of ghostPaths()) pen.ghost(path);
  const many = scene.constraints.length > crowd, chosen = selection();
  scene.constraints.forEach((c, i) => {
    const j = frame.joints[i];
    if (!j) return;
    const near = chosen.has(c.id) || hovered() === c.id || c.objects.some((o) => o && chosen.has(o));
    if (many && !near && !c.redundant && !c.contradictory) return;
    drawJoint(pen, c, j);
    if (chosen.has(c.id) || hovered() === c.id) mark(pen, j.at, chosen.has(c.id), c, frame.loads[i]?.gap ?? 0);
  });
  for (const n of scene.nails) if (!frame.joints.some((j) => j && norm(sub(j.at, n.at)) < 1e-6)) pen.nail(n.at);
  drawSprings(pen, scene, frame);
  drawLayers(pen, scene, frame);
  if (scene.show.includes("forces")) drawForces(pen, scene, frame);
  drawSelected(pen, scene, frame);
  drawHandles(pen, frame);
  drawGizmo(pen);
  drawGesture(pen);
}

const axisInks = ["#d6453d", "#3f9142", "#3572d6"];

/** Arrows to move along, and a bent one to turn by. */
function drawGizmo(pen: Pen): void {
  for (const h of handles(pen.rig)) {
    if (h.kind === "turn") {
      pen.arc(h.from.x, h.from.y, Math.hypot(h.x - h.from.x, h.y - h.from.y), -Math.PI * 0.75 - 0.3, -Math.PI * 0.75 + 0.3, pen.inks.soft, 2);
      pen.disc(h.x, h.y, 5, pen.inks.soft, pen.inks.halo);
      continue;
    }
    const ink = axisInks[h.axis!.findIndex((x) => x !== 0)]!, n = Math.hypot(h.x - h.from.x, h.y - h.from.y), u = { x: (h.x - h.from.x) / n, y: (h.y - h.from.y) / n };
    pen.path([{ x: h.from.x + 14 * u.x, y: h.from.y + 14 * u.y }, { x: h.x - 6 * u.x, y: h.y - 6 * u.y }], 1.6, ink);
    pen.disc(h.x, h.y, 5.5, ink, pen.inks.halo);
    pen.text(h.x + 8, h.y + 4, "XYZ"[h.axis!.findIndex((x) => x !== 0)]!, ink);
  }
}

function drawJoint(pen: Pen, c: ConstraintInfo, j: JointNow): void {
  const { inks, rig } = pen, [a, b] = j.point, meets = c.glyph === "point" || c.glyph === "axis";
  if (!a && !b && c.glyph === "other" && c.kind !== "weld") return;
  const ink = !j.on ? inks.soft : c.contradictory ? inks.force : c.redundant ? inks.amber : inks.ink;
  if (meets) for (const side of [0, 1] as const) if (j.point[side] && j.anchored[side]) pen.nail(j.point[side]);
  if (j.axis && (c.glyph === "axis" || c.glyph === "line")) {
    const arm = scale((c.glyph === "axis" ? 14 : 40) * rig.pixelAt(j.at), j.axis);
    pen.line(sub(j.at, arm), add(j.at, arm), c.glyph === "axis" ? 2 : 1.4, c.glyph === "axis" ? ink : inks.soft, c.glyph === "line");
  }
  if (a && b && c.glyph === "rod") pen.line(a, b, 1.8, c.limited && ink === inks.ink ? inks.rope : ink, !j.on);
  if (j.on && a && b && meets && norm(sub(a, b)) > 2e-3 * rig.radius) {
    pen.line(a, b, 2, inks.gap, true);
    pen.dot(a, 3, inks.gap, inks.halo);
    pen.dot(b, 3, inks.gap, inks.halo);
    return;
  }
  const p = pen.at(j.at);
  if (!p) return;
  if (c.kind === "weld") pen.square(p.x, p.y, 4, ink);
  else if (c.kind === "revolute" || c.kind === "universal") {
    pen.ring(p.x, p.y, 5, ink);
    pen.disc(p.x, p.y, 1.6, ink, inks.halo);
  } else if (meets) pen.ring(p.x, p.y, 4, ink);
  else for (const q of [a, b]) if (q) pen.dot(q, 3, inks.halo, ink);
  if (c.redundant || c.contradictory) pen.ring(p.x, p.y, 9, ink, 1.5);
  if (c.contradictory) pen.text(p.x + 10, p.y - 6, "!", inks.force);
  if (c.motor) {
    pen.arc(p.x, p.y, 10, -2.6, 1, inks.accent, 2.4);
    const x = p.x + 10 * Math.cos(1), y = p.y + 10 * Math.sin(1);
    pen.path([{ x: x + 5, y: y - 2 }, { x, y }, { x: x - 1, y: y - 6 }], 2.4, inks.accent);
  }
}

function mark(pen: Pen, at: Vec, chosen: boolean, c: ConstraintInfo, gap: number): void {
  const p = pen.at(at);
  if (!p) return;
  pen.ring(p.x, p.y, 11, pen.inks.accent, chosen ? 2.6 : 1.6);
  const far = gap > 1e-5 ? ` · ${(1000 * gap).toPrecision(2)} mm apart` : "";
  pen.text(p.x + 15, p.y + 4, `${c.name}${far}`, pen.inks.ink);
}

function drawSprings(pen: Pen, scene: Scene, frame: Frame): void {
  scene.forces.forEach((f, i) => {
    const p = frame.pulls[i], a = p?.point[0] && pen.at(p.point[0]), b = p?.point[1] && pen.at(p.point[1]);
    if (!p?.on || f.kind !== "spring" || !a || !b) return;
    const n = Math.hypot(b.x - a.x, b.y - a.y), ux = (b.x - a.x) / (n || 1), uy = (b.y - a.y) / (n || 1), turns = 9;
    const line = [a];
    for (let k = 0; k <= 2 * turns; k++) {
      const s = n * (0.15 + (0.7 * k) / (2 * turns)), w = k === 0 || k === 2 * turns ? 0 : k % 2 ? 6 : -6;
      line.push({ x: a.x + ux * s - uy * w, y: a.y + uy * s + ux * w });
    }
    if (p.stiff || !p.damped) pen.path([...line, b], 1.8, pen.inks.soft);
    if (p.damped) drawDashpot(pen, a, b);
    pen.disc(a.x, a.y, 2.5, pen.inks.soft, pen.inks.halo);
    pen.disc(b.x, b.y, 2.5, pen.inks.soft, pen.inks.halo);
  });
}

/** A cylinder with a piston in it: a damper, or one inside of a spring. */
function drawDashpot(pen: Pen, a: { x: number; y: number }, b: { x: number; y: number }): void {
  const at = (s: number, side: number): { x: number; y: number } => {
    const n = Math.hypot(b.x - a.x, b.y - a.y) || 1;
    return { x: a.x + s * (b.x - a.x) - (side * (b.y - a.y)) / n, y: a.y + s * (b.y - a.y) + (side * (b.x - a.x)) / n };
  };
  pen.path([a, at(0.4, 0)], 1.8, pen.inks.soft);
  pen.path([at(0.6, 4), at(0.4, 4), at(0.4, -4), at(0.6, -4)], 1.8, pen.inks.soft);
  pen.path([at(0.52, 4), at(0.52, -4)], 1.8, pen.inks.soft);
  pen.path([at(0.52, 0), b], 1.8, pen.inks.soft);
}

/** Arrows of 8 to 96 pixels; the scale follows the largest force slowly. */
function drawForces(pen: Pen, scene: Scene, frame: Frame): void {
  const loads = scene.constraints.flatMap((_, i) => {
    const l = frame.loads[i], j = frame.joints[i];
    return l && j?.on ? [{ at: j.at, force: l.force }] : [];
  });
  const pulls = scene.forces.flatMap((f, i) => {
    const p = frame.pulls[i];
    return p?.on && (f.kind === "push" || f.kind === "spring") && p.point[0] ? [{ at: p.point[0], force: p.vector }] : [];
  });
  const all = [...loads, ...pulls, ...frame.touches];
  let now = 0;
  for (const l of all) if (norm(l.force) > now) now = norm(l.force);
  if (now > strongest || now < 0.3 * strongest) strongest = now;
  if (!(strongest > 0)) return;
  for (const l of all) {
    const size = norm(l.force);
    if (!(size > 1e-3 * strongest)) continue;
    const p = pen.at(l.at), q = pen.at(add(l.at, scale(pen.rig.pixelAt(l.at) / size, l.force)));
    if (!p || !q) continue;
    const length = 8 + 88 * (size / strongest);
    pen.arrow(l.at, (q.x - p.x) * length, (q.y - p.y) * length, pen.inks.force);
    if (all.length <= crowd) pen.text(p.x + (q.x - p.x) * length + 6, p.y + (q.y - p.y) * length, newtons(size), pen.inks.force);
  }
}

/** As pictures write forces: three digits, kN from 10 kN on. */
function newtons(force: number): string {
  if (force >= 1e6) return `${Number((force / 1e6).toPrecision(3))} MN`;
  if (force >= 1e4) return `${Number((force / 1e3).toPrecision(3))} kN`;
  return force >= 999.5 ? `${force.toFixed(0)} N` : `${Number(force.toPrecision(3))} N`;
}

/** The points of what is selected, and its name. */
function drawSelected(pen: Pen, scene: Scene, frame: Frame): void {
  const chosen = selection();
  if (chosen.size > 40) return;
  scene.objects.forEach((o, i) => {
    if (!chosen.has(o.id) || o.kind === "variable") return;
    for (const p of o.points) if (p[0] !== "origin" && o.points.length < 20) pen.dot(pointOf(frame, i, [p[1], p[2], p[3]]), 2.6, pen.inks.accent, pen.inks.halo);
    const at = pen.at(pointOf(frame, i, o.center));
    if (at && chosen.size < 4) pen.text(at.x + 12, at.y + 22, o.name, pen.inks.accent);
  });
}

function drawHandles(pen: Pen, frame: Frame): void {
  for (const h of frame.handles) {
    pen.line(h.point, h.target, 1.6, pen.inks.gap);
    pen.dot(h.point, 4, pen.inks.gap, pen.inks.ink);
    const p = pen.at(h.target), size = norm(h.force);
    if (p && !frame.paused && size > 0) pen.text(p.x + 10, p.y - 8, `${size >= 100 ? size.toFixed(0) : size.toPrecision(2)} N`, pen.inks.gap);
  }
}

function drawGesture(pen: Pen): void {
  const { inks } = pen, g = gesture;
  if (g.hover) {
    pen.ring(g.hover.x, g.hover.y, 8, inks.accent);
    pen.text(g.hover.x + 13, g.hover.y - 9, g.hover.reference, inks.accent);
  }
  if (g.snap) drawSnap(pen, g.snap);
  if (g.from && g.to) pen.line(g.from.at, g.to, tool() === "bar" ? 6 : 2, inks.accent, tool() !== "bar");
  if (g.from) pen.dot(g.from.at, 4, inks.accent, inks.halo);
  if (g.frame) pen.path([[g.frame.x, g.frame.y], [g.frame.toX, g.frame.y], [g.frame.toX, g.frame.toY], [g.frame.x, g.frame.toY], [g.frame.x, g.frame.y]].map(([x, y]) => ({ x: x!, y: y! })), 1.5, inks.accent, true);
  if (g.keys) {
    pen.path([{ x: g.keys.x - 12, y: g.keys.y }, { x: g.keys.x + 12, y: g.keys.y }], 1.6, inks.accent);
    pen.path([{ x: g.keys.x, y: g.keys.y - 12 }, { x: g.keys.x, y: g.keys.y + 12 }], 1.6, inks.accent);
  }
  if (g.cut.length > 1) pen.path(g.cut, 2, inks.force, true);
}

/** Where a drop would join: a ring for points, the axis, or the outline of the face; the grid has a small cross. */
function drawSnap(pen: Pen, s: Snap): void {
  const { inks } = pen, p = pen.at(s.at), e = s.other;
  if (!p) return;
  if (!e) {
    pen.path([{ x: p.x - 5, y: p.y }, { x: p.x + 5, y: p.y }], 1.6, inks.accent);
    pen.path([{ x: p.x, y: p.y - 5 }, { x: p.x, y: p.y + 5 }], 1.6, inks.accent);
    return pen.text(p.x + 10, p.y - 8, s.says, inks.soft);
  }
  if (e.kind === "axis") {
    const arm = scale(Math.max(1.4 * e.half[0], 40 * pen.rig.pixelAt(e.at)), e.dir);
    pen.line(sub(e.at, arm), add(e.at, arm), 2, inks.accent, true);
  } else if (e.kind === "face") {
    const far = Number.isFinite(e.half[0]), u = scale(far ? e.half[0] : 0.25 * pen.rig.radius, e.side[0]), v = scale(far ? e.half[1] : 0.25 * pen.rig.radius, e.side[1]), c = far ? e.at : s.at;
    const corners = [add(add(c, u), v), add(sub(c, u), v), sub(sub(c, u), v), sub(add(c, u), v)].map((k) => pen.at(k));
    if (corners.every((k) => k)) pen.path([...corners, corners[0]] as { x: number; y: number }[], 2, inks.accent);
  }
  pen.ring(p.x, p.y, 12, inks.accent, 3);
  pen.disc(p.x, p.y, 3, inks.accent, inks.halo);
  pen.text(p.x + 17, p.y + 4, s.says, inks.accent);
}
