// What a dragged body snaps to: named points before nails, axes, curves, faces and the grid; and the joints that may be made there.
import { type ObjectInfo, type Quat, type Vec, add, dot, norm, rotate, scale, sub, turnBetween, pointOf, cross, unit } from "../model";
import { tuple } from "../parts";
import { flat, frame, scene } from "../state";
import type { CameraRig } from "../view/camera";
import { type Feature, directionText, localOf, meantPoints, movedFeature, pointText } from "./features";

/** A named point or a nail that a click may mean. */
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
/** Who drops a point on a rod so near one of its ends means the end. */
const endReach = 40;

/** All named points in view, and nails. */
export function candidates(rig: CameraRig): Candidate[] {
  const s = scene(), f = frame(), found: Candidate[] = [];
  if (!f) return found;
  const put = (reference: string, at: Vec, object: string | null): void => {
    const p = rig.project(at);
    if (p && p.x > -20 && p.y > -20 && p.x < rig.width + 20 && p.y < rig.height + 20) found.push({ reference, at, object, ...p });
  };
  s.objects.forEach((o: ObjectInfo, i: number) => {
    if (o.kind !== "variable" && o.kind !== "plane") for (const [name, local] of meantPoints(o)) put(`${o.name}.${name}`, pointOf(f, i, local), o.id);
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

export type SnapKind = "points" | "axes" | "on-axis" | "curve" | "faces" | "on-face" | "balls" | "grid";

export interface Snap {
  kind: SnapKind;
  own: Feature;
  /** null: the grid. */
  other: Feature | null;
  /** How the body must be turned about the own feature, and then moved. */
  turn: Quat | null;
  shift: Vec;
  /** Where they meet. */
  at: Vec;
  says: string;
}

const tiers: SnapKind[][] = [["points"], ["axes", "on-axis"], ["curve"], ["faces", "balls", "on-face"]];

/** How the own feature must turn and move to meet the other; null if they cannot meet in this way. */
export function meeting(kind: SnapKind, own: Feature, other: Feature): { turn: Quat | null; shift: Vec } | null {
  const along = (d: Vec): Vec => scale(dot(sub(own.at, other.at), d), d);
  if (kind === "points") return { turn: null, shift: sub(other.at, own.at) };
  if (kind === "axes" || kind === "on-axis") {
    const shift = sub(add(other.at, along(other.dir)), own.at);
    if (kind === "on-axis") return { turn: null, shift };
    const to = dot(own.dir, other.dir) < 0 ? scale(-1, other.dir) : other.dir;
    return { turn: turnOrNone(own.dir, to), shift };
  }
  if (kind === "faces") return { turn: turnOrNone(own.dir, scale(-1, other.dir)), shift: scale(-1, along(other.dir)) };
  if (kind === "on-face") return { turn: null, shift: scale(-1, along(other.dir)) };
  if (kind === "balls" && other.kind === "face") return { turn: null, shift: scale(own.half[0] - dot(sub(own.at, other.at), other.dir), other.dir) };
  if (kind === "balls") {
    const d = sub(own.at, other.at);
    return norm(d) > 1e-9 ? { turn: null, shift: scale(own.half[0] + other.half[0] - norm(d), unit(d)) } : null;
  }
  return null;
}

const turnOrNone = (from: Vec, to: Vec): Quat | null => (norm(sub(from, to)) < 1e-9 ? null : turnBetween(from, to));

/** A disc or a ring that turns about its axis: what people put on axles. */
const wheelLike = (e: Feature): boolean => e.kind === "axis" && e.half[0] < 3 * e.half[1];

const inside = (e: Feature, at: Vec, margin: number): boolean => {
  const d = sub(at, e.at);
  return [0, 1].every((k) => Math.abs(dot(d, e.side[k]!)) <= e.half[k]! + margin);
};

interface Found { kind: SnapKind; pixels: number; at: Vec; shift?: Vec }

/** How near two features are on the screen, and in which way they would meet; null if they do not go together. */
function distanceOf(rig: CameraRig, own: Feature, other: Feature, awake: string | null, wheel: boolean): Found | null {
  if (own.kind === "point" && other.kind === "point") {
    const p = rig.project(own.at), q = rig.project(other.at);
    // Corners are many: one far behind another is not meant.
    if (!p || !q || (/\.corner/.test(own.reference + other.reference) && Math.abs(p.depth - q.depth) > 3 * reach * rig.pixelAt(own.at))) return null;
    return { kind: "points", pixels: Math.hypot(p.x - q.x, p.y - q.y), at: other.at };
  }
  // A wheel goes onto an axle by its axis, not by the middle of a disc.
  if (other.kind === "axis" && (own.kind === "point" ? !wheel : wheelLike(own))) {
    const over = 1 + (wheelLike(other) ? 2 : 0.02), a = add(other.at, scale(-over * other.half[0], other.dir)), b = add(other.at, scale(over * other.half[0], other.dir));
    const hit = toSegment(rig, own.at, a, b);
    return hit && { kind: own.kind === "axis" ? "axes" : "on-axis", pixels: hit.pixels, at: hit.at, shift: sub(hit.at, own.at) };
  }
  if (other.kind === "curve" && own.kind === "point") return toCurve(rig, own.at, other.line!);
  if (own.kind === "ball" && (other.kind === "ball" || (other.kind === "face" && !Number.isFinite(other.half[0])))) return gapOf(rig, "balls", own, other, 3);
  if (other.kind !== "face") return null;
  if (own.kind === "face" && dot(own.dir, other.dir) < -0.94) return gapOf(rig, "faces", own, other, 2);
  if (own.kind !== "point") return null;
  if (awake === `${other.reference} ${tuple(other.along, 1e-3)}`) {
    // The mouse rests on this face: the point goes to it along the line of sight.
    const p = rig.project(own.at), at = p && rig.onPlane(p.x, p.y, other.at, other.dir);
    if (at && inside(other, at, 0)) return { kind: "on-face", pixels: 8, at, shift: sub(at, own.at) };
  }
  return gapOf(rig, "on-face", own, other, 0);
}

function gapOf(rig: CameraRig, kind: SnapKind, own: Feature, other: Feature, bias: number): Found | null {
  const m = meeting(kind, own, other);
  if (!m) return null;
  const at = add(own.at, m.shift);
  if (other.kind === "face" && !inside(other, at, kind === "faces" ? 0.5 * Math.min(...own.half) : 0)) return null;
  return { kind, pixels: norm(m.shift) / rig.pixelAt(own.at) - bias, at: kind === "balls" ? sub(at, scale(own.half[0], unit(other.kind === "face" ? other.dir : sub(at, other.at)))) : at };
}

/** The place of a segment that is drawn nearest to where a point is drawn. */
function toSegment(rig: CameraRig, from: Vec, a: Vec, b: Vec): { pixels: number; at: Vec } | null {
  const p = rig.project(from), q = rig.project(a), r = rig.project(b);
  if (!p || !q || !r) return null;
  const d = { x: r.x - q.x, y: r.y - q.y }, n = d.x * d.x + d.y * d.y;
  const s = n > 1e-6 ? Math.max(0, Math.min(1, ((p.x - q.x) * d.x + (p.y - q.y) * d.y) / n)) : 0.5;
  // Seen in perspective: the share of the way in space.
  const share = (s * q.depth) / (s * q.depth + (1 - s) * r.depth), at = add(a, scale(share, sub(b, a))), e = rig.project(at);
  return e && { pixels: Math.hypot(e.x - p.x, e.y - p.y), at };
}

function toCurve(rig: CameraRig, from: Vec, line: Float32Array): Found | null {
  let best: Found | null = null;
  for (let i = 0; i + 5 < line.length; i += 3) {
    const hit = toSegment(rig, from, [line[i]!, line[i + 1]!, line[i + 2]!], [line[i + 3]!, line[i + 4]!, line[i + 5]!]);
    if (hit && (!best || hit.pixels < best.pixels)) best = { kind: "curve", ...hit, shift: sub(hit.at, from) };
  }
  return best;
}

const words: Record<SnapKind, (other: Feature) => string> = {
  points: (e) => `joins ${e.reference}`, axes: (e) => `turns about ${e.object}`, "on-axis": (e) => `slides along ${e.object}`, curve: (e) => `slides on ${e.object}`,
  faces: (e) => `flush with ${e.object}`, "on-face": (e) => `on the face of ${e.object}`, balls: (e) => `touches ${e.object}`, grid: () => "",
};

export interface SnapOptions {
  held: Snap | null;
  /** Distance of the lines of the grid; 0: there is none. */
  grid: number;
  /** The face on which the mouse rests (`restingFace`). */
  awake: string | null;
  /** May the body be turned, so that axes and faces meet? */
  turns: boolean;
}

/** The best way in which features of a body, where the mouse has put them, meet others. */
export function findSnap(rig: CameraRig, own: Feature[], others: Feature[], o: SnapOptions): Snap | null {
  const wheel = own.some(wheelLike), found = new Map<SnapKind, { snap: Snap; pixels: number }>(), ends: { snap: Snap; pixels: number }[] = [];
  for (const a of own)
    for (const b of others) {
      const d = distanceOf(rig, a, b, o.awake, wheel);
      if (!d) continue;
      const same = o.held?.other && o.held.kind === d.kind && o.held.own.reference === a.reference && o.held.other.reference === b.reference;
      const old = found.get(d.kind), pixels = d.pixels - (same ? 4 : 0);
      if (d.kind === "points" && /\.end[12]$/.test(b.reference) && d.pixels <= endReach) ends.push({ snap: { kind: "points", own: a, other: b, turn: null, shift: sub(b.at, a.at), at: b.at, says: words.points(b) }, pixels: d.pixels });
      if (d.pixels > (same ? letGo : reach) || (old && old.pixels <= pixels)) continue;
      const m = d.kind === "curve" ? { turn: null, shift: d.shift! } : meeting(d.kind, a, b);
      if (m) found.set(d.kind, { snap: { kind: d.kind, own: a, other: b, turn: o.turns ? m.turn : null, shift: d.shift ?? m.shift, at: d.at, says: words[d.kind](b) }, pixels });
    }
  for (const tier of tiers) {
    const best = tier.flatMap((k) => found.get(k) ?? []).sort((a, b) => a.pixels - b.pixels)[0];
    if (best) return (best.snap.kind === "on-axis" && endMeant(best.snap, ends, rig)) || best.snap;
  }
  return o.grid > 0 ? toGrid(rig, own, o.grid) : null;
}

/** What to say of an end that was dropped beside another one, too far away to be joined; null: nothing is near. */
export function nearMiss(rig: CameraRig, own: Feature[], others: Feature[]): string | null {
  const isEnd = (e: Feature): boolean => e.kind === "point" && /\.end[12]$/.test(e.reference);
  let says: string | null = null, least = endReach;
  for (const a of own.filter(isEnd))
    for (const b of others.filter(isEnd)) {
      const d = distanceOf(rig, a, b, null, false);
      if (!d || d.kind !== "points" || d.pixels >= least) continue;
      least = d.pixels;
      says = `${a.reference} is near ${b.reference} but not joined to it: drop it closer, or press C and click both.`;
    }
  return says;
}

/** The end of a rod that is meant by a place on it; long rods are drawn longer than what is near their ends. */
function endMeant(s: Snap, ends: { snap: Snap; pixels: number }[], rig: CameraRig): Snap | null {
  const most = Math.min(endReach, (0.5 * s.other!.half[0]) / rig.pixelAt(s.at));
  return ends.filter((e) => e.pixels <= most && e.snap.own.reference === s.own.reference && e.snap.other!.object === s.other!.object).sort((a, b) => a.pixels - b.pixels)[0]?.snap ?? null;
}

/** The node of the grid that one of the points is near. */
function toGrid(rig: CameraRig, own: Feature[], step: number): Snap | null {
  let best: Snap | null = null, least = 0.6 * reach;
  for (const e of own) {
    if (e.kind !== "point") continue;
    const at = e.at.map((x, k) => (flat() && Math.abs(rig.back()[k]!) > 0.9 ? x : Number((Math.round(x / step) * step).toPrecision(12)) + 0)) as Vec;
    const p = rig.project(e.at), q = rig.project(at), d = p && q ? Math.hypot(p.x - q.x, p.y - q.y) : Infinity;
    if (d >= least || norm(sub(at, e.at)) > 2 * reach * rig.pixelAt(e.at)) continue;
    least = d;
    best = { kind: "grid", own: e, other: null, turn: null, shift: sub(at, e.at), at, says: tuple(at, 1e-9) };
  }
  return best;
}

/** The distance of grid lines: 1, 2 or 5 times a power of ten, at least 40 pixels. */
export function gridStep(rig: CameraRig): number {
  const least = 40 * rig.pixel(), base = 10 ** Math.floor(Math.log10(least));
  return base * (least / base <= 1 ? 1 : least / base <= 2 ? 2 : least / base <= 5 ? 5 : 10);
}

/** The own features after a snap. */
export const snapped = (own: Feature[], s: Snap): Feature[] => own.map((e) => movedFeature(e, s.shift, s.turn, s.own.at));

// ---- joints ----

export interface JointChoice { label: string; text: string }

/** What may be made where two features meet, the usual one first; empty for the grid, and for points, whose joints `jointChoices` knows. */
export function snapChoices(s: Snap): JointChoice[] {
  const e = s.other;
  if (!e || s.kind === "points" || s.kind === "grid") return [];
  const own = movedFeature(s.own, s.shift, s.turn, s.own.at), a = e.object, b = own.object, p = own.reference, local = localOf(e, own.at), here = pointText(a, local);
  const along = directionText(a, e.along), mine = directionText(b, rotate(inverse(own.turned), ownDirection(s.kind, own, e)));
  const ball: JointChoice = { label: "Ball joint", text: `connect ${p} ${here}` }, weld: JointChoice = { label: "Weld", text: `weld ${a} ${b}` };
  const hinge: JointChoice = { label: "Hinge", text: `revolute ${a} ${b} ${here} ${p} ${along} ${mine}` }, slider: JointChoice = { label: "Slider", text: `slider ${a} ${b} ${here} ${p} ${along} ${mine}` };
  if (s.kind === "axes") return [hinge, slider, { label: "Same direction", text: `orient ${along} ${mine}` }, { label: "On the line", text: `on-line ${p} ${e.reference} ${along}` }, ball, weld];
  if (s.kind === "on-axis") return [{ label: "On the line", text: `on-line ${p} ${e.reference} ${along}` }, slider, hinge, ball, weld];
  if (s.kind === "curve") return [{ label: "On the curve", text: `on-curve ${p} ${a}` }, { label: "Nail", text: `connect ${p} ${tuple(own.at, 1e-6)}` }];
  const plane: JointChoice = { label: "On the plane", text: `on-plane ${p} ${e.reference} ${along}` };
  if (s.kind === "faces") return [weld, plane, { label: "Slider", text: `slider ${a} ${b} ${here} ${p} ${directionText(a, rotate(inverse(e.turned), e.side[0]))} ${directionText(b, rotate(inverse(own.turned), e.side[0]))}` }, ball];
  if (s.kind === "balls") return [{ label: "Touch", text: `touch ${a} ${b}` }, { label: "Rolling", text: `rolling ${a} ${b}` }, { label: "Rod between", text: `distance ${p} ${pointText(a, e.local)} ${Number(norm(sub(own.at, e.at)).toPrecision(6))}` }, weld];
  return [plane, weld, ball];
}

const inverse = (q: Quat): Quat => [q[0], -q[1], -q[2], -q[3]];

/** The direction of the own body that lies along the other's axis. */
function ownDirection(kind: SnapKind, own: Feature, e: Feature): Vec {
  if (kind !== "axes") return e.dir;
  return dot(own.dir, e.dir) < 0 ? scale(-1, own.dir) : own.dir;
}

/** The axes about which two bodies may be hinged at a place, the likeliest first. */
export function hingeAxes(features: Feature[], at: Vec, a: string, b: string, normal: Vec | null, back: Vec, size: number): Vec[] {
  const out: Vec[] = [], put = (d: Vec): void => {
    const u = unit(d);
    if (norm(d) > 1e-6 && !out.some((e) => Math.abs(dot(e, u)) > 1 - 1e-6)) out.push(u);
  };
  if (normal) put(normal);
  const axes = features.filter((e) => e.kind === "axis" && (e.object === a || e.object === b));
  for (const e of axes) if (wheelLike(e) && norm(cross(sub(at, e.at), e.dir)) < 0.02 * size) put(e.dir);
  const rods = axes.filter((e) => !wheelLike(e));
  for (const e of rods) for (const g of rods) if (e.object !== g.object && norm(cross(e.dir, g.dir)) > 0.17) put(cross(e.dir, g.dir));
  for (const k of [0, 1, 2].sort((i, j) => Math.abs(back[j]!) - Math.abs(back[i]!))) put([k === 0 ? 1 : 0, k === 1 ? 1 : 0, k === 2 ? 1 : 0]);
  return out;
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
