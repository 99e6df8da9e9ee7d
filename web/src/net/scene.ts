// Scene messages change lists in place: from `at` on `cut` items go and those of `put` come.
import { type Scene, emptyScene } from "../model";
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
  for (const name of ["rev", "up", "dof", "camera", "show", "flat", "until"]) if (m[name] !== undefined) next[name] = m[name];
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
