// Handles around what is selected: along the axes to move, and one to turn it in the plane of the view.
import { type Vec, add, norm, poseOf, scale } from "../model";
import { dragging, flat, frame, scene, selection, tool } from "../state";
import type { CameraRig } from "../view/camera";
import { transforming } from "./transform";

export interface Handle { kind: "move" | "turn"; axis: Vec | null; x: number; y: number; from: { x: number; y: number } }

const arm = 62, grip = 9, axes: Vec[] = [[1, 0, 0], [0, 1, 0], [0, 0, 1]];

/** Where the handles are drawn; none while something is dragged. */
export function handles(rig: CameraRig): Handle[] {
  const f = frame(), s = scene();
  if (!f || dragging() || transforming() || tool() !== "grab" || selection().size > 40) return [];
  const places = s.objects.flatMap((o, i) => (selection().has(o.id) && o.kind !== "variable" ? [poseOf(f, i).position] : []));
  if (!places.length || !places.every((p) => p.every(Number.isFinite))) return [];
  const middle = scale(1 / places.length, places.reduce(add)), c = rig.project(middle);
  if (!c) return [];
  const out: Handle[] = [], length = arm * rig.pixelAt(middle);
  for (const axis of axes) {
    const p = rig.project(add(middle, scale(length, axis)));
    // An axis that points at the eye has no direction on the screen.
    if (p && Math.hypot(p.x - c.x, p.y - c.y) > 18) out.push({ kind: "move", axis, x: p.x, y: p.y, from: c });
  }
  out.push({ kind: "turn", axis: flat() ? null : nearest(rig.back()), x: c.x - 0.62 * arm, y: c.y - 0.62 * arm, from: c });
  return out;
}

const nearest = (back: Vec): Vec => {
  const k = [0, 1, 2].reduce((m, i) => (Math.abs(back[i]!) > Math.abs(back[m]!) ? i : m), 0);
  return norm(back) > 0 ? axes[k]! : axes[2]!;
};

export function handleAt(rig: CameraRig, x: number, y: number): Handle | null {
  return handles(rig).find((h) => Math.hypot(h.x - x, h.y - y) <= grip) ?? null;
}
