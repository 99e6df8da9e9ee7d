// What the page knows of a world: the scene (constant between changes of topology) and the frame (this moment).

export type Vec = [number, number, number];
/** w x y z, body to world. */
export type Quat = [number, number, number, number];

export interface Part {
  mesh: string;
  offset: Vec;
  turned: Quat;
}

export type Span = [number, number];

export interface ObjectInfo {
  id: string;
  name: string;
  kind: string;
  shape: string | null;
  fixed: boolean;
  covered: boolean;
  color: Vec;
  center: Vec;
  parts: Part[];
  points: [string, number, number, number, boolean?][];
  surface: number;
  loop: boolean;
}

export interface MeshInfo {
  key: string;
  shape: string;
  size: number[];
  low: Vec;
  high: Vec;
}

export interface Triangles {
  position: Float32Array;
  normal: Float32Array;
  corner: Uint32Array;
}

export type Glyph = "point" | "axis" | "rod" | "line" | "other";

export interface ConstraintInfo {
  id: string;
  name: string;
  kind: string;
  glyph: Glyph;
  objects: [string | null, string | null];
  motor: boolean;
  limited: boolean;
  on: boolean;
  loop: boolean;
  redundant: boolean;
  contradictory: boolean;
}

export interface ForceInfo {
  id: string;
  name: string;
  kind: string;
  objects: [string | null, string | null];
  on: boolean;
  loop: boolean;
}

/** A surface that deforms: a soft block, a jello, a curve, a skin. */
export interface SurfaceInfo {
  object: string | null;
  name: string;
  color: Vec;
  vertices: number;
  triangles: number;
}

export interface LetInfo {
  id: string;
  name: string;
  value: number | Vec | null;
  text: string;
  literal: boolean;
}

export interface Scene {
  rev: number;
  up: "z" | "y";
  dof: number | null;
  objects: ObjectInfo[];
  meshes: MeshInfo[];
  constraints: ConstraintInfo[];
  forces: ForceInfo[];
  surfaces: SurfaceInfo[];
  nails: { id: string; name: string; at: Vec }[];
  lets: LetInfo[];
  probes: { id: string; name: string; text: string }[];
  events: { id: string; t: number; text: string }[];
  traces: { id: string; text: string }[];
  camera: { from: Vec; to: Vec } | null;
  show: string[];
  title: string | null;
  /** Towards the light. */
  light: Vec | null;
  /** sRGB, 0 to 1. */
  background: Vec | null;
  flat: boolean;
  until: number;
}

export const upOf = (scene: Scene): Vec => (scene.up === "y" ? [0, 1, 0] : [0, 0, 1]);

export interface JointNow {
  on: boolean;
  point: [Vec | null, Vec | null];
  anchored: [boolean, boolean];
  atLimit: boolean;
  axis: Vec | null;
  at: Vec;
  motor: number;
  effort: number;
}

/** The range of a joint with limits, an angle about the axis or a travel along it. */
export interface RangeNow {
  constraint: number;
  turns: boolean;
  least: number | null;
  most: number | null;
  now: number;
  held: boolean;
  point: Vec;
  axis: Vec;
  zero: Vec;
  reach: number;
}

export interface Touch {
  at: Vec;
  force: Vec;
}

export interface Frame {
  /** Made from the frame of the scene before: its own has not come yet. */
  carried?: boolean;
  t: number;
  seq: number;
  rev: number;
  paused: boolean;
  scrubbing: boolean;
  lastInput: number;
  factor: number;
  /** 7 numbers per object: position, then w x y z. */
  pose: Float64Array;
  joints: (JointNow | undefined)[];
  loads: ({ gap: number; force: Vec } | undefined)[];
  surfaces: { surface: number; origin: Vec; position: Float32Array; normal: Float32Array; strain?: { what: "strain" | "volume"; x: Float32Array } }[];
  /** Middle lines of curves, in the world. */
  curves: { surface: number; points: Float32Array }[];
  pulls: ({ on: boolean; point: [Vec | null, Vec | null]; vector: Vec; stiff: boolean; damped: boolean } | undefined)[];
  ranges: RangeNow[];
  touches: Touch[];
  handles: { handle: number; object: number; point: Vec; target: Vec; force: Vec; limit: number; page: number }[];
  traces: Float32Array[];
  probes: Float64Array;
  energy: Float64Array;
}

export const emptyScene: Scene = {
  rev: -1, up: "z", dof: null, objects: [], meshes: [], constraints: [], forces: [], surfaces: [], nails: [], lets: [],
  probes: [], events: [], traces: [], camera: null, show: ["ground", "fittings"], title: null, light: null, background: null, flat: false, until: 10,
};

export interface Problem {
  severity: "error" | "warning" | "note";
  code: string;
  message: string;
  file?: string;
  line: number;
  column: number;
  span: Span | null;
  things: string[];
  fix: { label: string; changes: [number, number, string][] } | null;
}

// ---- small vectors ----

export const add = (a: Vec, b: Vec): Vec => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
export const sub = (a: Vec, b: Vec): Vec => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
export const scale = (s: number, a: Vec): Vec => [s * a[0], s * a[1], s * a[2]];
export const dot = (a: Vec, b: Vec): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const norm = (a: Vec): number => Math.hypot(a[0], a[1], a[2]);
export const cross = (a: Vec, b: Vec): Vec => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
export const unit = (a: Vec): Vec => {
  const n = norm(a);
  return n > 0 ? scale(1 / n, a) : [0, 0, 1];
};

export function rotate(q: Quat, v: Vec): Vec {
  const [w, x, y, z] = q;
  const u: Vec = [x, y, z];
  const c = cross(u, add(cross(u, v), scale(w, v)));
  return add(v, scale(2, c));
}

export function multiply(a: Quat, b: Quat): Quat {
  return [
    a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3],
    a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2],
    a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1],
    a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0],
  ];
}

export const conjugate = (q: Quat): Quat => [q[0], -q[1], -q[2], -q[3]];

/** The shortest turn that takes one direction to another. */
export function turnBetween(from: Vec, to: Vec): Quat {
  const a = unit(from), b = unit(to);
  const w = 1 + dot(a, b);
  if (w < 1e-9) {
    const side = unit(cross(a, Math.abs(a[0]) < 0.9 ? [1, 0, 0] : [0, 1, 0]));
    return [0, side[0], side[1], side[2]];
  }
  const c = cross(a, b);
  const n = Math.hypot(w, c[0], c[1], c[2]);
  return [w / n, c[0] / n, c[1] / n, c[2] / n];
}

export function turnAbout(axis: Vec, angle: number): Quat {
  const u = unit(axis), s = Math.sin(angle / 2);
  return [Math.cos(angle / 2), u[0] * s, u[1] * s, u[2] * s];
}

/** The pose of an object; not finite while the frame does not know it yet: a new scene is known before its first frame. */
export function poseOf(frame: Frame, object: number): { position: Vec; orientation: Quat } {
  const p = frame.pose, k = 7 * object;
  if (object < 0 || k + 7 > p.length) return { position: [NaN, NaN, NaN], orientation: [1, 0, 0, 0] };
  return {
    position: [p[k]!, p[k + 1]!, p[k + 2]!],
    orientation: [p[k + 3]!, p[k + 4]!, p[k + 5]!, p[k + 6]!],
  };
}

export function pointOf(frame: Frame, object: number, local: Vec): Vec {
  const { position, orientation } = poseOf(frame, object);
  return add(position, rotate(orientation, local));
}
