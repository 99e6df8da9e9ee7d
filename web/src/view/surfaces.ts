// Soft blocks, jello, curves and skins: triangles whose vertices come with every frame.
import { BufferAttribute, BufferGeometry, Color, DoubleSide, DynamicDrawUsage, Mesh, MeshStandardMaterial, Object3D, Raycaster } from "three";
import { type Frame, type Scene, type Vec, add, cross, dot, scale, sub, unit } from "../model";

export class Surfaces {
  readonly root = new Object3D();
  private meshes: (Mesh<BufferGeometry, MeshStandardMaterial> | undefined)[] = [];
  private objects: number[] = [];

  private list: Scene["surfaces"] | null = null;

  setScene(scene: Scene): void {
    this.objects = scene.surfaces.map((s) => scene.objects.findIndex((o) => o.id === s.object));
    if (scene.surfaces === this.list) return;
    this.list = scene.surfaces;
    for (const m of [...this.meshes, ...this.tubes.values()]) this.drop(m);
    this.meshes = [];
    this.tubes.clear();
    this.colors = scene.surfaces.map((s) => s.color);
  }

  private colors: Vec[] = [];
  private readonly tubes = new Map<number, Mesh<BufferGeometry, MeshStandardMaterial>>();

  /** A curve is drawn as a tube around its points. */
  private setCurve(c: Frame["curves"][number]): void {
    const n = c.points.length / 3, sides = 8;
    let m = this.tubes.get(c.surface);
    if (m && m.geometry.getAttribute("position").count !== n * sides) {
      this.drop(m);
      m = undefined;
    }
    if (!m) {
      m = this.tube(n, sides, this.colors[c.surface] ?? [0.6, 0.6, 0.6]);
      this.tubes.set(c.surface, m);
      this.root.add(m);
    }
    wrap(m.geometry, c.points, n, sides, Math.max(c.radius, 1e-4));
    m.position.set(...c.origin);
  }

  private tube(n: number, sides: number, color: Vec): Mesh<BufferGeometry, MeshStandardMaterial> {
    const g = new BufferGeometry(), corner: number[] = [];
    for (const name of ["position", "normal"]) {
      const a = new BufferAttribute(new Float32Array(3 * n * sides), 3);
      a.setUsage(DynamicDrawUsage);
      g.setAttribute(name, a);
    }
    for (let i = 0; i + 1 < n; i++)
      for (let k = 0; k < sides; k++) {
        const a = i * sides + k, b = i * sides + ((k + 1) % sides);
        corner.push(a, b, a + sides, b, b + sides, a + sides);
      }
    g.setIndex(corner);
    const m = new Mesh(g, new MeshStandardMaterial({ color: new Color().setRGB(color[0], color[1], color[2], "srgb"), roughness: 0.5, side: DoubleSide }));
    m.castShadow = m.receiveShadow = true;
    m.frustumCulled = false;
    return m;
  }

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
    for (const c of frame.curves) this.setCurve(c);
    frame.surfaces.forEach((s) => {
      const m = this.meshes[s.surface];
      const position = m?.geometry.getAttribute("position") as BufferAttribute | undefined;
      if (!m || !position || s.position.length !== position.array.length) return;
      position.array.set(s.position);
      position.needsUpdate = true;
      const normal = m.geometry.getAttribute("normal") as BufferAttribute;
      if (s.normal.length === normal.array.length) {
        normal.array.set(s.normal);
        normal.needsUpdate = true;
      } else m.geometry.computeVertexNormals();
      m.position.set(...s.origin);
      m.geometry.boundingSphere = null;
      m.geometry.boundingBox = null;
    });
  }

  tint(selected: Set<number>, hovered: Set<number>): void {
    for (const [i, m] of [...this.meshes.entries(), ...this.tubes.entries()]) {
      const o = this.objects[i]!;
      m?.material.emissive.setScalar(selected.has(o) ? 0.16 : hovered.has(o) ? 0.07 : 0);
    }
  }

  pick(ray: Raycaster): { object: number; at: Vec; distance: number }[] {
    const all: [number, Mesh | undefined][] = [...this.meshes.entries(), ...this.tubes.entries()];
    return all.flatMap(([i, m]) =>
      !m || this.objects[i]! < 0 ? [] : ray.intersectObject(m).slice(0, 1).map((h) => ({
        object: this.objects[i]!,
        at: [h.point.x, h.point.y, h.point.z] as Vec,
        distance: h.distance,
      })),
    );
  }

  bounds(): { low: Vec; high: Vec } | null {
    const low: Vec = [Infinity, Infinity, Infinity], high: Vec = [-Infinity, -Infinity, -Infinity];
    for (const m of [...this.meshes, ...this.tubes.values()]) {
      if (!m) continue;
      m.geometry.computeBoundingBox();
      const b = m.geometry.boundingBox!, o = m.position;
      [b.min.x + o.x, b.min.y + o.y, b.min.z + o.z].forEach((x, d) => (low[d] = Math.min(low[d]!, x)));
      [b.max.x + o.x, b.max.y + o.y, b.max.z + o.z].forEach((x, d) => (high[d] = Math.max(high[d]!, x)));
    }
    return low[0] <= high[0] ? { low, high } : null;
  }
}

/** Puts a ring of vertices around every point, turned as little as possible from one to the next. */
function wrap(g: BufferGeometry, p: Float32Array, n: number, sides: number, radius: number): void {
  const position = g.getAttribute("position") as BufferAttribute, normal = g.getAttribute("normal") as BufferAttribute;
  const at = (i: number): Vec => [p[3 * i]!, p[3 * i + 1]!, p[3 * i + 2]!];
  let side: Vec | null = null;
  for (let i = 0; i < n; i++) {
    const along = unit(sub(at(Math.min(i + 1, n - 1)), at(Math.max(i - 1, 0))));
    const first: Vec = side ?? (Math.abs(along[2]) < 0.9 ? [0, 0, 1] : [1, 0, 0]);
    side = unit(sub(first, scale(dot(first, along), along)));
    const other = cross(along, side), middle = at(i);
    for (let k = 0; k < sides; k++) {
      const a = (2 * Math.PI * k) / sides, out = add(scale(Math.cos(a), side), scale(Math.sin(a), other));
      normal.setXYZ(i * sides + k, ...out);
      position.setXYZ(i * sides + k, ...add(middle, scale(radius, out)));
    }
  }
  position.needsUpdate = normal.needsUpdate = true;
  g.boundingSphere = g.boundingBox = null;
}
