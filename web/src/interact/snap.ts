// Places that a point can snap to: named points of other objects, and nails.
import { type Vec, pointOf } from "../model";
import { frame, scene } from "../state";
import type { CameraRig } from "../view/camera";

export interface Candidate {
  /** As a statement names it. */
  reference: string;
  at: Vec;
  object: string | null;
  x: number;
  y: number;
  depth: number;
}

export const reach = 14, letGo = 20;

/** All candidates in view, except those of some objects. */
export function candidates(rig: CameraRig, without: ReadonlySet<string> = new Set()): Candidate[] {
  const s = scene(), f = frame(), found: Candidate[] = [];
  if (!f) return found;
  const put = (reference: string, at: Vec, object: string | null): void => {
    const p = rig.project(at);
    if (p && p.x > -20 && p.y > -20 && p.x < rig.width + 20 && p.y < rig.height + 20) found.push({ reference, at, object, ...p });
  };
  s.objects.forEach((o, i) => {
    if (without.has(o.id) || o.kind === "variable" || o.kind === "plane") return;
    const ended = o.points.some((p) => p[0] === "end1");
    for (const p of o.points) {
      if (p[0] === "origin" || p[0].startsWith("corner") && o.points.length > 12) continue;
      if (p[0] === "center" && ended && !p[4]) continue;
      put(`${o.name}.${p[0]}`, pointOf(f, i, [p[1], p[2], p[3]]), o.id);
    }
  });
  for (const n of s.nails) put(n.name, n.at, null);
  return found;
}

/** The candidate nearest to a pixel; of two at the same pixel the nearer one to the eye. */
export function nearest(list: Candidate[], x: number, y: number, within: number): Candidate | null {
  let best: Candidate | null = null, least = within;
  for (const c of list) {
    const d = Math.hypot(c.x - x, c.y - y);
    if (d < least - 0.5 || (d < least + 0.5 && d <= within && best && c.depth < best.depth)) {
      best = c;
      least = Math.min(d, least);
    }
  }
  return best;
}

/** Objects between which a joint exists already. */
export function joined(id: string): Set<string> {
  const out = new Set([id]);
  for (const c of scene().constraints)
    if (c.objects.includes(id)) for (const o of c.objects) if (o) out.add(o);
  return out;
}

export interface Snap { own: Candidate; other: Candidate; shift: Vec }

/** The best pair of an own point, moved by `by`, and a candidate. */
export function snapPair(rig: CameraRig, own: { reference: string; at: Vec }[], others: Candidate[], by: Vec, held: Snap | null): Snap | null {
  let best: Snap | null = null, least = Infinity;
  for (const o of own) {
    const at: Vec = [o.at[0] + by[0], o.at[1] + by[1], o.at[2] + by[2]], p = rig.project(at);
    if (!p) continue;
    for (const c of others) {
      const d = Math.hypot(p.x - c.x, p.y - c.y);
      const same = held && held.own.reference === o.reference && held.other.reference === c.reference;
      if (d > (same ? letGo : reach) || d - (same ? 4 : 0) >= least) continue;
      least = d - (same ? 4 : 0);
      best = {
        own: { reference: o.reference, at, object: null, ...p }, other: c,
        shift: [c.at[0] - at[0], c.at[1] - at[1], c.at[2] - at[2]],
      };
    }
  }
  return best;
}

/** The joint whose glyph is nearest to a pixel. */
export function jointAt(rig: CameraRig, x: number, y: number, within = 12): string | null {
  const s = scene(), f = frame();
  let best: string | null = null, least = within;
  s.constraints.forEach((c, i) => {
    const j = f?.joints[i];
    if (!j) return;
    const p = rig.project(j.at), d = p ? Math.hypot(p.x - x, p.y - y) : Infinity;
    if (d < least) {
      least = d;
      best = c.id;
    }
  });
  return best;
}
