// Binary messages: frames, meshes, triangles of surfaces.
import type { Frame, Scene, Triangles, Vec } from "../model";

const tag = (s: string): number =>
  s.charCodeAt(0) | (s.charCodeAt(1) << 8) | (s.charCodeAt(2) << 16) | (s.charCodeAt(3) << 24);
const tags = {
  pose: tag("POSE"), node: tag("NODE"), cons: tag("CONS"), join: tag("JOIN"), pull: tag("PULL"), prob: tag("PROB"),
  ener: tag("ENER"), hand: tag("HAND"), trac: tag("TRAC"), curv: tag("CURV"), rang: tag("RANG"), touc: tag("TOUC"),
  stra: tag("STRA"),
};

/** Reads numbers one after another; f32 places are relative to the frame's origin. */
class Reader {
  constructor(readonly d: DataView, public at: number, readonly origin: Vec) {}
  u32(): number { this.at += 4; return this.d.getUint32(this.at - 4, true); }
  f32(): number { this.at += 4; return this.d.getFloat32(this.at - 4, true); }
  f64(): number { this.at += 8; return this.d.getFloat64(this.at - 8, true); }
  vec(): Vec { return [this.f32(), this.f32(), this.f32()]; }
  place(): Vec { const v = this.vec(), o = this.origin; return [v[0] + o[0], v[1] + o[1], v[2] + o[2]]; }
  floats(n: number): Float32Array {
    const a = new Float32Array(n);
    for (let i = 0; i < n; i++) a[i] = this.d.getFloat32(this.at + 4 * i, true);
    this.at += 4 * n;
    return a;
  }
  align(start: number): void { this.at = start + Math.ceil((this.at - start) / 8) * 8; }
}

export function frameRevision(data: ArrayBuffer): number {
  return new DataView(data).getUint32(8, true);
}

export function decodeFrame(data: ArrayBuffer, scene: Scene, last: Frame | null): Frame {
  const d = new DataView(data), flags = d.getUint8(1);
  const origin: Vec = [d.getFloat64(24, true), d.getFloat64(32, true), d.getFloat64(40, true)];
  const same = last && last.rev === d.getUint32(8, true) ? last : null;
  const f: Frame = {
    t: d.getFloat64(16, true), seq: d.getUint32(4, true), rev: d.getUint32(8, true), lastInput: d.getUint32(12, true),
    paused: (flags & 1) !== 0, scrubbing: (flags & 8) !== 0, factor: d.getFloat32(48, true),
    pose: new Float64Array(7 * scene.objects.length), joints: [], loads: [], surfaces: [], curves: [], pulls: [], ranges: [], touches: [], handles: [],
    traces: same?.traces ?? [], probes: new Float64Array(0), energy: new Float64Array(0),
  };
  let at = d.getUint16(2, true);
  for (let n = d.getUint32(52, true); n > 0 && at + 8 <= d.byteLength; n--) {
    const size = d.getUint32(at + 4, true);
    section(f, d.getInt32(at, true), new Reader(d, at + 8, origin), at + 8 + size);
    at = Math.ceil((at + 8 + size) / 8) * 8;
  }
  return f;
}

function section(f: Frame, kind: number, r: Reader, end: number): void {
  if (kind === tags.pose) readPoses(f, r, end);
  else if (kind === tags.node) readNodes(f, r, end);
  else if (kind === tags.stra) readStrains(f, r, end);
  else if (kind === tags.curv) readCurves(f, r, end);
  else if (kind === tags.join) readJoints(f, r, end);
  else if (kind === tags.cons)
    while (r.at + 20 <= end) f.loads[r.u32()] = { gap: r.f32(), force: r.vec() };
  else if (kind === tags.pull)
    while (r.at + 48 <= end) {
      const i = r.u32(), flags = r.u32(), a = r.place(), b = r.place(), vector = r.vec();
      r.f32();
      f.pulls[i] = { on: (flags & 1) !== 0, point: [flags & 2 ? a : null, flags & 4 ? b : null], vector, stiff: (flags & 8) !== 0, damped: (flags & 16) !== 0 };
    }
  else if (kind === tags.rang) readRanges(f, r, end);
  else if (kind === tags.touc) readTouches(f, r, end);
  else if (kind === tags.prob || kind === tags.ener) {
    const a = new Float64Array((end - r.at) >> 3);
    for (let i = 0; i < a.length; i++) a[i] = r.f64();
    if (kind === tags.prob) f.probes = a;
    else f.energy = a;
  } else if (kind === tags.hand)
    while (r.at + 52 <= end)
      f.handles.push({ handle: r.u32(), object: r.u32(), point: r.place(), target: r.place(), force: r.vec(), limit: r.f32(), page: r.u32() });
  else if (kind === tags.trac) readTraces(f, r, end);
}

function readPoses(f: Frame, r: Reader, end: number): void {
  for (let k = 0; k + 7 <= f.pose.length && r.at + 20 <= end; k += 7) {
    const p = r.place();
    f.pose.set(p, k);
    for (let i = 0; i < 4; i++) f.pose[k + 3 + i] = r.d.getInt16(r.at + 2 * i, true) / 32767;
    r.at += 8;
  }
}

function readNodes(f: Frame, r: Reader, end: number): void {
  while (r.at + 32 <= end) {
    const start = r.at, surface = r.u32(), n = r.u32(), origin: Vec = [r.f64(), r.f64(), r.f64()];
    f.surfaces.push({ surface, origin, position: r.floats(3 * n), normal: r.floats(3 * n) });
    r.align(start);
  }
}

function readStrains(f: Frame, r: Reader, end: number): void {
  while (r.at + 16 <= end) {
    const start = r.at, surface = r.u32(), n = r.u32(), what = r.u32() === 1 ? "strain" : "volume";
    r.u32();
    const x = r.floats(n), s = f.surfaces.find((e) => e.surface === surface);
    if (s) s.strain = { what, x };
    r.align(start);
  }
}

function readCurves(f: Frame, r: Reader, end: number): void {
  while (r.at + 40 <= end) {
    const start = r.at, surface = r.u32(), n = r.u32(), o: Vec = [r.f64(), r.f64(), r.f64()];
    r.f64();
    const points = r.floats(3 * n);
    for (let i = 0; i < points.length; i++) points[i]! += o[i % 3]!;
    f.curves.push({ surface, points });
    r.align(start);
  }
}

function readJoints(f: Frame, r: Reader, end: number): void {
  while (r.at + 52 <= end) {
    const i = r.u32(), flags = r.u32(), a = r.place(), b = r.place(), axis = r.vec(), motor = r.f32(), effort = r.f32();
    const first = (flags & 2) !== 0, second = (flags & 4) !== 0;
    f.joints[i] = {
      on: (flags & 1) !== 0, point: [first ? a : null, second ? b : null],
      anchored: [(flags & 8) !== 0, (flags & 16) !== 0], axis: flags & 32 ? axis : null, atLimit: (flags & 64) !== 0,
      at: second || !first ? b : a, motor, effort,
    };
  }
}

function readRanges(f: Frame, r: Reader, end: number): void {
  while (r.at + 60 <= end) {
    const constraint = r.u32(), flags = r.u32(), point = r.place(), axis = r.vec(), zero = r.vec(), least = r.f32(), most = r.f32(), now = r.f32(), reach = r.f32();
    f.ranges.push({ constraint, turns: (flags & 1) !== 0, least: flags & 2 ? least : null, most: flags & 4 ? most : null, held: (flags & 24) !== 0, now, point, axis, zero, reach });
  }
}

function readTouches(f: Frame, r: Reader, end: number): void {
  while (r.at + 48 <= end) {
    r.at += 8; // the two objects
    const at = r.place();
    r.at += 12; // the normal
    f.touches.push({ at, force: r.vec() });
    r.at += 4; // the gap
  }
}

function readTraces(f: Frame, r: Reader, end: number): void {
  f.traces = [...f.traces];
  while (r.at + 16 <= end) {
    const start = r.at, i = r.u32(), kept = r.u32(), n = r.u32();
    r.u32();
    const more = new Float32Array(3 * n);
    for (let k = 0; k < n; k++) more.set(r.place(), 3 * k);
    r.align(start);
    const old = f.traces[i] ?? new Float32Array(0), all = new Float32Array(3 * kept + more.length);
    all.set(old.subarray(0, 3 * kept));
    all.set(more, 3 * kept);
    f.traces[i] = all;
  }
}

export function decodeMesh(data: ArrayBuffer): { key: string; mesh: Triangles } {
  const d = new DataView(data), head = d.getUint16(2, true), v = d.getUint32(4, true), t = d.getUint32(8, true);
  const key = d.getBigUint64(16, true).toString(16).padStart(16, "0"), b = data.slice(head);
  return {
    key,
    mesh: {
      position: new Float32Array(b, 0, 3 * v), normal: new Float32Array(b, 12 * v, 3 * v),
      corner: new Uint32Array(b, 24 * v, 3 * t),
    },
  };
}

export function decodeTriangles(data: ArrayBuffer): { surface: number; rev: number; vertices: number; corner: Uint32Array; paint: Float32Array | null } {
  const d = new DataView(data), head = d.getUint16(2, true), v = d.getUint32(4, true), t = d.getUint32(8, true);
  const b = data.slice(head);
  return {
    surface: d.getUint32(12, true), rev: d.getUint32(16, true), vertices: v, corner: new Uint32Array(b, 0, 3 * t),
    paint: d.getUint8(1) & 1 ? new Float32Array(b, 12 * t, 3 * v) : null,
  };
}
