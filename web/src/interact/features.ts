// What of a body can be snapped to: named points, axes, faces, round surfaces, curves; from its parts and sizes.
import { type Frame, type ObjectInfo, type Quat, type Vec, add, conjugate, multiply, norm, poseOf, rotate, scale, sub } from "../model";
import { type PartKind, tuple } from "../parts";
import { scene } from "../state";

export interface Feature {
  kind: "point" | "axis" | "face" | "ball" | "curve";
  /** Of the object in the text; "" for a part that is only being pulled in. */
  object: string;
  id: string | null;
  /** As a statement names the point: rod1.end1, box1.at(0, 0, 0.2). */
  reference: string;
  local: Vec;
  /** Along an axis, out of a face; in the object's frame. */
  along: Vec;
  at: Vec;
  dir: Vec;
  /** How its body is turned. */
  turned: Quat;
  /** An axis: half its length. A face: half its sides along `side`, or a radius in both; infinite for planes. A ball: its radius. */
  half: [number, number];
  side: [Vec, Vec];
  /** A curve's points. */
  line?: Float32Array;
}

export interface Shaped { name: string; id: string | null; points: [string, Vec][]; parts: { shape: string; size: number[]; low: Vec; high: Vec; offset: Vec; turned: Quat }[]; plane: boolean }

const zero: Vec = [0, 0, 0], ex: Vec = [1, 0, 0], ey: Vec = [0, 1, 0], ez: Vec = [0, 0, 1];

/** Points that people mean: not the frame's origin, and the middle only of bodies without ends. */
export function meantPoints(o: ObjectInfo): [string, Vec][] {
  const ended = o.points.some((p) => p[0] === "end1");
  return o.points.filter((p) => p[0] !== "origin" && !(p[0].startsWith("corner") && o.points.length > 12) && !(p[0] === "center" && ended && !p[4]))
    .map((p) => [p[0], [p[1], p[2], p[3]]]);
}

let shapedOf: { rev: number; list: (Shaped | null)[] } = { rev: -2, list: [] };

/** The shapes of all objects of the scene; made once a scene. */
function shapes(): (Shaped | null)[] {
  const s = scene();
  if (shapedOf.rev === s.rev && shapedOf.list.length === s.objects.length) return shapedOf.list;
  const meshes = new Map(s.meshes.map((m) => [m.key, m]));
  shapedOf = {
    rev: s.rev, list: s.objects.map((o) => (o.kind === "variable" ? null : {
      name: o.name, id: o.id, points: meantPoints(o), plane: o.kind === "plane",
      parts: o.surface >= 0 ? [] : o.parts.flatMap((p) => {
        const m = meshes.get(p.mesh);
        return m ? [{ shape: m.shape, size: m.size, low: m.low, high: m.high, offset: p.offset, turned: p.turned }] : [];
      }),
    })),
  };
  return shapedOf.list;
}

/** A part of the list as a body that is not there yet. */
export function shapedPart(k: PartKind): Shaped {
  const shape = { rod: "cylinder", box: "box", sphere: "sphere", capsule: "capsule", torus: "torus", link: "link", plane: "", ring: "" }[k.ghost];
  const size = k.ghost === "rod" || k.ghost === "capsule" ? [k.size[0], k.size[2], 0] : [...k.size];
  return { name: "", id: null, points: k.points, plane: false, parts: shape && k.label !== "Soft block" && k.label !== "Particle" ? [{ shape, size, low: zero, high: zero, offset: zero, turned: [1, 0, 0, 0] }] : [] };
}

const nearAxis = (v: Vec): Vec => v.map((x) => (Math.abs(x) < 1e-9 ? 0 : Math.abs(Math.abs(x) - 1) < 1e-9 ? Math.sign(x) : x)) as Vec;

/** A point of an object as statements name it. */
export function pointText(object: string, local: Vec): string {
  return norm(local) < 1e-9 ? `${object}.origin` : `${object}.at${tuple(local, 1e-7)}`;
}

/** A direction of an object: a.z, or a.dir(…). */
export function directionText(object: string, local: Vec): string {
  const v = nearAxis(local);
  for (const [axis, name] of [[ex, "x"], [ey, "y"], [ez, "z"]] as const) if (norm(sub(v, axis)) < 1e-9) return `${object}.${name}`;
  return `${object}.dir${tuple(v, 1e-9)}`;
}

/** The features of a body at a pose. */
export function featuresAt(b: Shaped, position: Vec, orientation: Quat): Feature[] {
  const out: Feature[] = [];
  const put = (kind: Feature["kind"], local: Vec, along: Vec, half: [number, number], side: [Vec, Vec] = [ex, ey], reference = pointText(b.name, local)): void => {
    out.push({
      kind, object: b.name, id: b.id, reference, local, along, at: add(position, rotate(orientation, local)), dir: rotate(orientation, along), turned: orientation, half,
      side: [rotate(orientation, side[0]), rotate(orientation, side[1])],
    });
  };
  for (const [name, local] of b.points) if (!b.plane) put("point", local, ez, [0, 0], [ex, ey], b.name ? `${b.name}.${name}` : name);
  if (b.plane) put("face", zero, ez, [Infinity, Infinity]);
  for (const p of b.parts) {
    const turn = (v: Vec): Vec => rotate(p.turned, v), [a, c, d] = p.size as [number, number, number];
    const end = (h: number): Vec => add(p.offset, turn([0, 0, h]));
    if (p.shape === "sphere") put("ball", p.offset, ez, [a, a]);
    else if (p.shape === "cylinder" || p.shape === "capsule") {
      put("axis", p.offset, turn(ez), [c / 2, a]);
      // Thin rods are joined at their ends and along their axes; the discs of wheels are faces.
      if (p.shape === "cylinder" && c < 6 * a) for (const s of [1, -1]) put("face", end((s * c) / 2), turn([0, 0, s]), [a, a], [turn(ex), turn(ey)]);
    } else if (p.shape === "torus") put("axis", p.offset, turn(ez), [a, a]);
    else if (p.shape === "box") {
      const h: Vec = [a / 2, c / 2, d / 2], axes = [ex, ey, ez];
      for (let k = 0; k < 3; k++)
        for (const s of [1, -1]) {
          const u = (k + 1) % 3, v = (k + 2) % 3, n = scale(s, axes[k]!);
          put("face", add(p.offset, turn(scale(h[k]!, n))), turn(n), [h[u]!, h[v]!], [turn(axes[u]!), turn(axes[v]!)]);
        }
    }
  }
  return out;
}

/** All features of the scene now, but for some objects. */
export function sceneFeatures(f: Frame, without: ReadonlySet<string>): Feature[] {
  const s = scene(), out: Feature[] = [];
  shapes().forEach((b, i) => {
    if (!b || without.has(b.id!)) return;
    const p = poseOf(f, i);
    if (Number.isFinite(p.position[0])) out.push(...featuresAt(b, p.position, p.orientation));
  });
  for (const n of s.nails) out.push({ kind: "point", object: "world", id: null, reference: n.name, local: n.at, along: ez, at: n.at, dir: ez, turned: [1, 0, 0, 0], half: [0, 0], side: [ex, ey] });
  for (const c of f.curves) {
    const at = s.surfaces[c.surface], o = at && s.objects.find((e) => e.id === at.object);
    if (o && !without.has(o.id)) out.push({ kind: "curve", object: o.name, id: o.id, reference: o.name, local: zero, along: ez, at: zero, dir: ez, turned: [1, 0, 0, 0], half: [0, 0], side: [ex, ey], line: c.points });
  }
  return out;
}

export const shapedObject = (index: number): Shaped | null => shapes()[index] ?? null;

/** The place of a feature's body that is at a place of the world now. */
export const localOf = (e: Feature, at: Vec): Vec => add(e.local, rotate(conjugate(e.turned), sub(at, e.at)));

/** Where a place of a feature's body is in the world. */
export const placeOn = (e: Feature, local: Vec): Vec => add(e.at, rotate(e.turned, sub(local, e.local)));

/** Where a feature is when its body is moved and turned about a place. */
export function movedFeature(e: Feature, by: Vec, turn: Quat | null, about: Vec): Feature {
  const place = (p: Vec): Vec => add(turn ? add(about, rotate(turn, sub(p, about))) : p, by), way = (d: Vec): Vec => (turn ? rotate(turn, d) : d);
  return { ...e, at: place(e.at), dir: way(e.dir), turned: turn ? multiply(turn, e.turned) : e.turned, side: [way(e.side[0]), way(e.side[1])] };
}

