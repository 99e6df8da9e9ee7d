// Scene messages change lists in place: from `at` on `cut` items go and those of `put` come.
import { type Frame, type Scene, emptyScene } from "../model";
import type { Json } from "./link";

const lists = ["objects", "meshes", "surfaces", "constraints", "forces", "nails", "lets", "probes", "events", "traces"] as const;

export function applyScene(old: Scene, m: Json): Scene {
  const base = m.from === 0 ? { ...emptyScene } : { ...old };
  const next = base as unknown as Record<string, unknown>;
  for (const name of lists) {
    const change = m[name] as { at: number; cut: number; put: unknown[] } | undefined;
    if (!change) continue;
    const list = (base[name] as unknown[]).slice();
    // Unnamed constraints and forces go by their label: connect@4.
    const put = name === "constraints" || name === "forces" ? (change.put as { name: string; label?: string }[]).map((e) => ({ ...e, name: e.name || e.label || "" })) : change.put;
    list.splice(change.at, change.cut, ...put);
    next[name] = list;
  }
  for (const name of ["rev", "up", "dof", "camera", "show", "title", "light", "background", "flat", "until"]) if (m[name] !== undefined) next[name] = m[name];
  return base;
}

/** Applies changes in ascending order, positions in the old text. */
export function applyChanges(text: string, changes: [number, number, string][]): string {
  let out = "", at = 0;
  for (const [from, to, put] of changes) {
    out += text.slice(at, from) + put;
    at = to;
  }
  return out + text.slice(at);
}

type Known = { id: string };

/** For each place of the new list its place in the old one, or -1. */
function places(old: readonly Known[], now: readonly Known[]): number[] {
  if (old === now) return now.map((_, i) => i);
  const at = new Map(old.map((e, i) => [e.id, i]));
  return now.map((e) => at.get(e.id) ?? -1);
}

const taken = <T>(list: readonly T[], from: number[]): (T | undefined)[] => from.map((i) => (i < 0 ? undefined : list[i]));

/** The last frame of a scene as one of the next: what both have stays where it was, what is new has no place until its own frame comes. */
export function carryFrame(old: Scene, now: Scene, f: Frame): Frame {
  const objects = places(old.objects, now.objects), pose = new Float64Array(7 * now.objects.length).fill(NaN);
  objects.forEach((from, i) => { if (from >= 0) pose.set(f.pose.subarray(7 * from, 7 * from + 7), 7 * i); });
  const constraints = places(old.constraints, now.constraints), where = new Map(objects.map((from, i) => [from, i]));
  const known = (e: Scene["surfaces"][number]): Known => ({ id: `${e.object} ${e.name}` });
  const surfaces = new Map(places(old.surfaces.map(known), now.surfaces.map(known)).map((from, i) => [from, i]));
  const onSurface = <T extends { surface: number }>(list: T[]): T[] => list.flatMap((e) => (surfaces.has(e.surface) ? [{ ...e, surface: surfaces.get(e.surface)! }] : []));
  return {
    ...f, rev: now.rev, carried: true, pose, joints: taken(f.joints, constraints), loads: taken(f.loads, constraints), pulls: taken(f.pulls, places(old.forces, now.forces)), ranges: [], touches: [],
    surfaces: onSurface(f.surfaces), curves: onSurface(f.curves), handles: f.handles.flatMap((h) => (where.has(h.object) ? [{ ...h, object: where.get(h.object)! }] : [])),
    traces: places(old.traces, now.traces).map((i) => f.traces[i] ?? new Float32Array(0)), probes: Float64Array.from(places(old.probes, now.probes), (i) => f.probes[i] ?? NaN),
  };
}
