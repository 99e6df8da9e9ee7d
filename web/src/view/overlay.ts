// Joints, handles and traces over the picture, drawn as `tenon picture` draws them.
import { type Frame, type Scene, add, norm, scale, sub } from "../model";
import type { Pen } from "./pen";

export function drawOverlay(pen: Pen, scene: Scene, frame: Frame): void {
  const { inks, rig } = pen;
  for (const t of frame.traces) if (t) pen.trail(t);
  scene.constraints.forEach((c, i) => {
    const j = frame.joints[i];
    if (!j?.on || (!j.point[0] && !j.point[1])) return;
    const [a, b] = j.point, meets = c.glyph === "point" || c.glyph === "axis";
    if (meets) for (const side of [0, 1] as const) if (j.point[side] && j.anchored[side]) pen.nail(j.point[side]);
    if (j.axis && (c.glyph === "axis" || c.glyph === "line")) {
      const arm = scale((c.glyph === "axis" ? 0.09 : 0.7) * rig.radius, j.axis);
      pen.line(sub(j.at, arm), add(j.at, arm), c.glyph === "axis" ? 2 : 1.4, c.glyph === "axis" ? inks.ink : inks.soft, c.glyph === "line");
    }
    if (a && b && c.glyph === "rod") pen.line(a, b, 1.8, inks.ink);
    if (a && b && meets && norm(sub(a, b)) > 2e-3 * rig.radius) {
      pen.line(a, b, 2, inks.gap, true);
      pen.dot(a, 3, inks.gap, inks.halo);
      pen.dot(b, 3, inks.gap, inks.halo);
      return;
    }
    for (const p of meets ? [a ?? b] : [a, b]) if (p) pen.dot(p, 3.4, inks.halo, c.redundant ? inks.amber : inks.ink);
  });
  for (const h of frame.handles) {
    pen.line(h.point, h.target, 1.6, inks.gap);
    pen.dot(h.point, 4, inks.gap, inks.ink);
  }
}
