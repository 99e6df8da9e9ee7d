// The page keeps frames of the last minute, so that the past can be looked at without the engine, and the series of plots.
import { type Frame, type Vec, norm, poseOf, rotate, upOf } from "./model";
import { decodeFrame } from "./net/frames";
import { scene } from "./state";
import { signal } from "./signal";

const most = 64 << 20, longest = 60;
interface Kept { t: number; rev: number; data: ArrayBuffer; traced: number[] }
let kept: Kept[] = [];
/** The paths as they are in the newest frame; an earlier one has their beginnings. */
let traces: Float32Array[] = [];
let bytes = 0;

/** While held, frames that come are stored but not shown: somebody looks at the past. */
export const recording = { held: false };

export function record(f: Frame, data: ArrayBuffer): void {
  if (f.scrubbing) return;
  const cut = kept.findIndex((k) => k.t >= f.t - 1e-9);
  if (cut >= 0) {
    for (const k of kept.splice(cut)) bytes -= k.data.byteLength;
  }
  kept.push({ t: f.t, rev: f.rev, data, traced: f.traces.map((p) => p.length) });
  traces = f.traces;
  bytes += data.byteLength;
  while (kept.length && (bytes > most || kept[0]!.t < f.t - longest)) bytes -= kept.shift()!.data.byteLength;
  sample(f);
}

/** Nothing of another scene is kept: its frames, its curves. */
export function forgetRecord(): void {
  kept = [];
  bytes = 0;
  series.set([]);
  keptRuns.set([]);
  plotView.set({ last: false, against: "" });
}

/** The stored frame nearest to a time; null if it is not stored or belongs to another scene. */
export function storedFrame(t: number): Frame | null {
  let best: Kept | null = null;
  for (const k of kept) if (k.rev === scene().rev && (!best || Math.abs(k.t - t) < Math.abs(best.t - t))) best = k;
  if (!best || Math.abs(best.t - t) > 0.25) return null;
  const f = decodeFrame(best.data, scene(), null), { traced } = best;
  return { ...f, scrubbing: true, traces: traced.map((n, i) => (traces[i] ?? new Float32Array(0)).subarray(0, n)) };
}

// ---- series of plots ----

export interface Series {
  key: string;
  label: string;
  unit: string;
  color: number;
  t: number[];
  y: number[];
}

export interface KeptRun { key: string; run: number; label: string; color: number; t: number[]; y: number[] }

export const series = signal<Series[]>([]);
export const keptRuns = signal<KeptRun[]>([]);
/** Counts up when numbers were added. */
export const grown = signal(0);
let last = 0;

/** What can be plotted of a thing: key, label, unit. */
export function plottable(id: string, type: string): { key: string; label: string; unit: string }[] {
  const s = scene();
  if (type === "object") {
    const o = s.objects.find((e) => e.id === id);
    if (!o || o.kind === "plane") return [];
    if (o.kind === "variable") return [{ key: `object ${o.name} x`, label: o.name, unit: "" }];
    const turns = o.kind === "solid" || o.kind === "body" || o.kind === "jello";
    return [
      ...(turns ? [["angle", "rad"]] : []), ["height", "m"], ["x", "m"], ["y", "m"], ["z", "m"], ["speed", "m/s"],
    ].map(([what, unit]) => ({ key: `object ${o.name} ${what}`, label: `${o.name} ${what}`, unit: unit! }));
  }
  const p = s.probes.find((e) => e.id === id), c = s.constraints.find((e) => e.id === id);
  if (p) return [{ key: `probe ${p.name}`, label: p.name, unit: "" }];
  if (type !== "constraint" || !c) return [];
  return [["force", "N"], ["gap", "m"]].map(([what, unit]) => ({ key: `constraint ${c.name} ${what}`, label: `${c.name} ${what}`, unit: unit! }));
}

export const worldSeries = [
  { key: "energy 0", label: "kinetic energy", unit: "J" }, { key: "energy 1", label: "potential energy", unit: "J" },
  { key: "energy 3", label: "energy drift", unit: "J" }, { key: "energy 4", label: "largest deviation", unit: "m" },
];

export function toggleSeries(what: { key: string; label: string; unit: string }): boolean {
  const now = series();
  if (now.some((s) => s.key === what.key)) {
    series.set(now.filter((s) => s.key !== what.key));
    return false;
  }
  if (now.length >= 8) return false;
  const used = new Set(now.map((s) => s.color));
  let color = 0;
  while (used.has(color)) color++;
  const made: Series = { ...what, color, t: [], y: [] };
  for (const k of kept) if (k.rev === scene().rev) put(made, decodeFrame(k.data, scene(), null));
  series.set([...now, made]);
  return true;
}

/** What of the plots is shown: all of the time or the last ten seconds; a series as the axis across, in the place of the time. */
export const plotView = signal<{ last: boolean; against: string }>({ last: false, against: "" });
export const plotWindow = 10;
let keptBefore = 0;

export function keepCurves(): void {
  const run = ++keptBefore, runs = series().filter((s) => s.t.length > 1).map((s) => ({ key: s.key, run, label: `${s.label} (kept)`, color: s.color, t: [...s.t], y: [...s.y] }));
  keptRuns.set([...keptRuns(), ...runs].slice(-8));
}

function sample(f: Frame): void {
  if (f.t < last - 1e-9) for (const s of series()) forgetFrom(s, f.t);
  last = f.t;
  if (!series().length) return;
  for (const s of series()) put(s, f);
  grown.set(grown() + 1);
}

function forgetFrom(s: Series, t: number): void {
  const i = s.t.findIndex((x) => x >= t - 1e-9);
  if (i >= 0) {
    s.t.length = i;
    s.y.length = i;
  }
}

function put(s: Series, f: Frame): void {
  const y = valueOf(s, f);
  const n = s.t.length;
  if (n && f.t <= s.t[n - 1]! + 1e-9) forgetFrom(s, f.t);
  s.t.push(f.t);
  s.y.push(y);
}

const before = new Map<string, { t: number; at: Vec }>();

function valueOf(s: Series, f: Frame): number {
  const [type, ...rest] = s.key.split(" ");
  const what = rest[rest.length - 1]!, name = rest.slice(0, -1).join(" "), now = scene();
  if (type === "energy") return f.energy[Number(what)] ?? NaN;
  if (type === "probe") return f.probes[now.probes.findIndex((p) => p.name === rest.join(" "))] ?? NaN;
  if (type === "constraint") {
    const load = f.loads[now.constraints.findIndex((c) => c.name === name)];
    return load ? (what === "gap" ? load.gap : norm(load.force)) : NaN;
  }
  const i = now.objects.findIndex((o) => o.name === name);
  if (i < 0) return NaN;
  const { position: p, orientation } = poseOf(f, i), up = upOf(now);
  if (what === "x" || what === "y" || what === "z") return p["xyz".indexOf(what)]!;
  if (what === "height") return up[0] * p[0] + up[1] * p[1] + up[2] * p[2];
  if (what === "angle") {
    // The angle of the body's z axis from straight down, in the plane of the x axis and the up axis.
    const z = rotate(orientation, [0, 0, 1]), side: Vec = [1, 0, 0];
    return Math.atan2(z[0] * side[0], -(z[0] * up[0] + z[1] * up[1] + z[2] * up[2]));
  }
  const old = before.get(s.key);
  before.set(s.key, { t: f.t, at: p });
  return old && f.t > old.t ? norm([p[0] - old.at[0], p[1] - old.at[1], p[2] - old.at[2]]) / (f.t - old.t) : NaN;
}
