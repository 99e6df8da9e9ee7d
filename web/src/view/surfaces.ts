// Soft blocks, jello, curves and skins: triangles whose vertices come with every frame.
import { BufferAttribute, BufferGeometry, Color, DoubleSide, DynamicDrawUsage, Mesh, MeshStandardMaterial, Object3D, Raycaster } from "three";
import type { Frame, Scene, Vec } from "../model";
import { colorsOf } from "./strains";

export class Surfaces {
  readonly root = new Object3D();
  private meshes: (Mesh<BufferGeometry, MeshStandardMaterial> | undefined)[] = [];
  private objects: number[] = [];

  private list: Scene["surfaces"] | null = null;
  private skins: boolean[] = [];
  private bones = false;

  setScene(scene: Scene): void {
    this.bones = scene.show.includes("bones");
    this.skins = scene.surfaces.map((s) => s.object === null);
    this.objects = scene.surfaces.map((s) => scene.objects.findIndex((o) => o.id === s.object));
    if (scene.surfaces === this.list) return;
    this.list = scene.surfaces;
    for (const m of this.meshes) this.drop(m);
    this.meshes = [];
    this.colors = scene.surfaces.map((s) => s.color);
  }

  private colors: Vec[] = [];

  private drop(m: Mesh<BufferGeometry, MeshStandardMaterial> | undefined): void {
    if (!m) return;
    this.root.remove(m);
    m.geometry.dispose();
    m.material.dispose();
  }

  setTriangles(surface: number, vertices: number, corner: Uint32Array, paint: Float32Array | null): void {
    const g = new BufferGeometry(), base = this.colors[surface] ?? [0.6, 0.6, 0.6];
    for (const name of ["position", "normal"]) {
      const a = new BufferAttribute(new Float32Array(3 * vertices), 3);
      a.setUsage(DynamicDrawUsage);
      g.setAttribute(name, a);
    }
    g.setIndex(new BufferAttribute(corner, 1));
    const color = new Color(1, 1, 1);
    if (paint) {
      const linear = new Float32Array(paint.length), c = new Color();
      for (let i = 0; i + 2 < paint.length; i += 3) c.setRGB(paint[i]!, paint[i + 1]!, paint[i + 2]!, "srgb").toArray(linear, i);
      g.setAttribute("color", new BufferAttribute(linear, 3));
    } else color.setRGB(base[0], base[1], base[2], "srgb");
    const m = new Mesh(g, new MeshStandardMaterial({ color, roughness: 0.5, side: DoubleSide, vertexColors: !!paint }));
    m.castShadow = m.receiveShadow = true;
    m.frustumCulled = false;
    this.drop(this.meshes[surface]);
    this.meshes[surface] = m;
    this.root.add(m);
  }

  setFrame(frame: Frame): void {
    frame.surfaces.forEach((s) => {
      const m = this.meshes[s.surface];
      const position = m?.geometry.getAttribute("position") as BufferAttribute | undefined;
      if (!m || !position || s.position.length !== position.array.length) return;
      // A body that has flown apart has no shape any more.
      m.visible = !(this.bones && this.skins[s.surface]) && s.position.every((x) => Math.abs(x) < 1e9) && s.origin.every(Number.isFinite);
      if (!m.visible) return;
      m.userData.placed = true;
      position.array.set(s.position);
      position.needsUpdate = true;
      const normal = m.geometry.getAttribute("normal") as BufferAttribute;
      if (s.normal.length === normal.array.length) {
        normal.array.set(s.normal);
        normal.needsUpdate = true;
      } else m.geometry.computeVertexNormals();
      this.paint(m, s);
      m.position.set(...s.origin);
      m.geometry.boundingSphere = null;
      m.geometry.boundingBox = null;
    });
  }

  /** Colours by strain or volume, while the scene shows them; painted surfaces keep their paint. */
  private paint(m: Mesh<BufferGeometry, MeshStandardMaterial>, s: Frame["surfaces"][number]): void {
    if (!s.strain && !m.userData.strained) return;
    m.userData.strained = !!s.strain;
    const base = this.colors[s.surface] ?? [0.6, 0.6, 0.6], wasPainted = m.material.vertexColors;
    m.material.vertexColors = !!s.strain;
    m.material.needsUpdate ||= wasPainted !== m.material.vertexColors;
    if (!s.strain) {
      m.geometry.deleteAttribute("color");
      m.material.color.setRGB(base[0], base[1], base[2], "srgb");
      return;
    }
    const old = m.geometry.getAttribute("color") as BufferAttribute | undefined;
    const color = old?.array.length === 3 * s.strain.x.length ? old : new BufferAttribute(new Float32Array(3 * s.strain.x.length), 3);
    if (color !== old) m.geometry.setAttribute("color", color.setUsage(DynamicDrawUsage));
    colorsOf(s.strain.what, s.strain.x, color.array as Float32Array);
    color.needsUpdate = true;
    m.material.color.setRGB(1, 1, 1);
  }

  tint(selected: Set<number>, hovered: Set<number>): void {
    for (const [i, m] of this.meshes.entries()) {
      const o = this.objects[i]!;
      m?.material.emissive.setScalar(selected.has(o) ? 0.16 : hovered.has(o) ? 0.07 : 0);
    }
  }

  pick(ray: Raycaster): { object: number; at: Vec; distance: number }[] {
    return this.meshes.flatMap((m, i) =>
      !m?.visible || this.objects[i]! < 0 ? [] : ray.intersectObject(m).slice(0, 1).map((h) => ({
        object: this.objects[i]!,
        at: [h.point.x, h.point.y, h.point.z] as Vec,
        distance: h.distance,
      })),
    );
  }

  bounds(): { low: Vec; high: Vec } | null {
    const low: Vec = [Infinity, Infinity, Infinity], high: Vec = [-Infinity, -Infinity, -Infinity];
    for (const m of this.meshes) {
      if (!m?.userData.placed) continue;
      m.geometry.computeBoundingBox();
      const b = m.geometry.boundingBox!, o = m.position;
      [b.min.x + o.x, b.min.y + o.y, b.min.z + o.z].forEach((x, d) => (low[d] = Math.min(low[d]!, x)));
      [b.max.x + o.x, b.max.y + o.y, b.max.z + o.z].forEach((x, d) => (high[d] = Math.max(high[d]!, x)));
    }
    return low[0] <= high[0] ? { low, high } : null;
  }
}
