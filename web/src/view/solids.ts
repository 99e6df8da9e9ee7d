// Rigid bodies: one instanced mesh per shape, whatever the number of bodies that have it.
import {
  BufferAttribute, BufferGeometry, Color, DynamicDrawUsage, InstancedMesh, Matrix4, MeshStandardMaterial, Object3D,
  Quaternion, Raycaster, SphereGeometry, Vector3,
} from "three";
import type { Frame, Scene, Triangles, Vec } from "../model";

const white = new Color(1, 1, 1);

interface Instance {
  batch: InstancedMesh;
  index: number;
  object: number;
  local: Matrix4;
  particle: boolean;
}

/** The radius of particles, as a share of the picture's radius: the same as in `tenon picture`. */
const particleShare = 0.022;

export class Solids {
  readonly root = new Object3D();
  private readonly geometries = new Map<string, BufferGeometry>();
  private batches: InstancedMesh[] = [];
  private instances: Instance[] = [];
  private readonly material = new MeshStandardMaterial({ roughness: 0.5, metalness: 0 });
  private colors: Vec[] = [];
  /** The objects for which there are batches, and whether triangles have come since. */
  private list: Scene["objects"] | null = null;
  private stale = false;
  /** The bodies under skins are shown, and not the skins. */
  private bones = false;
  /** What each object was drawn with: while the triangles of its new shape are on their way it keeps the old one. */
  private drawn = new Map<string, Scene["objects"][number]["parts"]>();
  private readonly m = new Matrix4();
  private readonly p = new Vector3();
  private readonly q = new Quaternion();
  private readonly one = new Vector3(1, 1, 1);
  private readonly size = new Vector3(1, 1, 1);
  /** Objects that are drawn larger or smaller while their size is being changed. */
  stretched = new Map<number, number>();
  /** Particles have no size of their own: they are drawn as balls of this radius. */
  private particle = particleShare;

  constructor() {
    this.geometries.set("particle", new SphereGeometry(1, 24, 16));
  }

  /** After the camera was fitted to another size of scene. */
  setRadius(radius: number): void {
    this.particle = particleShare * radius;
  }

  /** Triangles arrive after the scene that names them. */
  setMesh(key: string, mesh: Triangles): void {
    this.geometries.get(key)?.dispose();
    this.geometries.set(key, this.made(mesh));
    this.stale = true;
  }

  /** Is there anything but particles? */
  hasSize(): boolean {
    return this.instances.some((i) => !i.particle);
  }

  has(key: string): boolean {
    return this.geometries.has(key);
  }

  private made(mesh: Triangles): BufferGeometry {
    const g = new BufferGeometry();
    g.setAttribute("position", new BufferAttribute(mesh.position, 3));
    g.setAttribute("normal", new BufferAttribute(mesh.normal, 3));
    g.setIndex(new BufferAttribute(mesh.corner, 1));
    g.computeBoundingSphere();
    return g;
  }

  /** Triangles of shapes that are no more, once there are many. */
  private forget(scene: Scene): void {
    if (this.geometries.size < 500 + scene.meshes.length) return;
    const wanted = new Set(["particle", ...scene.meshes.map((m) => m.key)]);
    for (const [key, g] of this.geometries) {
      if (wanted.has(key)) continue;
      g.dispose();
      this.geometries.delete(key);
    }
  }

  setScene(scene: Scene): void {
    const bones = scene.show.includes("bones");
    if (scene.objects === this.list && bones === this.bones && !this.stale) return;
    this.list = scene.objects;
    this.bones = bones;
    this.stale = false;
    for (const b of this.batches) {
      this.root.remove(b);
      b.dispose();
    }
    this.batches = [];
    this.instances = [];
    this.colors = scene.objects.map((o) => o.color);
    this.forget(scene);
    const parts = new Map<string, { object: number; local: Matrix4 }[]>(), before = this.drawn;
    const put = (key: string, part: { object: number; local: Matrix4 }): void => {
      const list = parts.get(key);
      if (list) list.push(part);
      else parts.set(key, [part]);
    };
    this.drawn = new Map();
    scene.objects.forEach((o, object) => {
      if (o.surface >= 0 || (o.covered && !bones) || o.kind === "plane" || o.kind === "variable") return;
      if (o.kind === "particle" && !o.parts.length) put("particle", { object, local: new Matrix4() });
      const shape = o.parts.every((p) => this.has(p.mesh)) ? o.parts : before.get(o.id) ?? [];
      this.drawn.set(o.id, shape);
      for (const part of shape) {
        const [w, x, y, z] = part.turned;
        const local = new Matrix4().compose(new Vector3(...part.offset), new Quaternion(x, y, z, w), this.one);
        put(part.mesh, { object, local });
      }
    });
    for (const [key, list] of parts) {
      const g = this.geometries.get(key);
      if (!g) continue;
      const batch = new InstancedMesh(g, this.material, list.length);
      batch.instanceMatrix.setUsage(DynamicDrawUsage);
      batch.castShadow = batch.receiveShadow = true;
      batch.frustumCulled = false;
      list.forEach((e, index) => this.instances.push({ batch, index, particle: key === "particle", ...e }));
      this.batches.push(batch);
      this.root.add(batch);
    }
    this.tint(new Set(), new Set());
  }

  /** Colours, lighter where something is selected or under the cursor. */
  tint(selected: Set<number>, hovered: Set<number>): void {
    const c = new Color();
    for (const i of this.instances) {
      const base = this.colors[i.object]!;
      c.setRGB(base[0], base[1], base[2], "srgb");
      if (selected.has(i.object)) c.lerp(white, 0.32);
      else if (hovered.has(i.object)) c.lerp(white, 0.18);
      i.batch.setColorAt(i.index, c);
    }
    for (const b of this.batches) if (b.instanceColor) b.instanceColor.needsUpdate = true;
  }

  setFrame(frame: Frame): void {
    const pose = frame.pose;
    for (const i of this.instances) {
      const k = 7 * i.object;
      if (!Number.isFinite(pose[k]!)) this.m.makeScale(0, 0, 0);
      else {
        this.p.set(pose[k]!, pose[k + 1]!, pose[k + 2]!);
        this.q.set(pose[k + 4]!, pose[k + 5]!, pose[k + 6]!, pose[k + 3]!);
        this.m.compose(this.p, this.q, this.size.setScalar(i.particle ? this.particle : this.stretched.get(i.object) ?? 1)).multiply(i.local);
      }
      this.m.toArray(i.batch.instanceMatrix.array, 16 * i.index);
    }
    for (const b of this.batches) {
      b.instanceMatrix.needsUpdate = true;
      b.boundingSphere = null;
    }
  }

  /** Bodies that a ray meets, nearest first. */
  pick(ray: Raycaster): { object: number; at: Vec; distance: number }[] {
    const found: { object: number; at: Vec; distance: number }[] = [];
    for (const b of this.batches)
      for (const hit of ray.intersectObject(b)) {
        const i = this.instances.find((e) => e.batch === b && e.index === hit.instanceId);
        if (i) found.push({ object: i.object, at: [hit.point.x, hit.point.y, hit.point.z], distance: hit.distance });
      }
    return found.sort((a, b) => a.distance - b.distance);
  }

  /** The box around all bodies now, or around some of them. */
  bounds(of: Set<number> | null): { low: Vec; high: Vec } | null {
    const low: Vec = [Infinity, Infinity, Infinity], high: Vec = [-Infinity, -Infinity, -Infinity];
    for (const i of this.instances) {
      if (of && !of.has(i.object)) continue;
      const box = i.batch.geometry.boundingBox ?? (i.batch.geometry.computeBoundingBox(), i.batch.geometry.boundingBox!);
      this.m.fromArray(i.batch.instanceMatrix.array, 16 * i.index);
      if (this.m.elements[0] === 0 && this.m.determinant() === 0) continue; // it has no place yet
      for (let k = 0; k < 8; k++) {
        this.p.set(k & 1 ? box.max.x : box.min.x, k & 2 ? box.max.y : box.min.y, k & 4 ? box.max.z : box.min.z);
        this.p.applyMatrix4(this.m);
        const a = [this.p.x, this.p.y, this.p.z];
        for (let d = 0; d < 3; d++) {
          low[d] = Math.min(low[d]!, a[d]!);
          high[d] = Math.max(high[d]!, a[d]!);
        }
      }
    }
    return low[0] <= high[0] ? { low, high } : null;
  }
}
