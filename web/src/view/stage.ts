// The picture: renderer, lights, bodies, floor. It draws when something has changed.
import { AmbientLight, Color, DirectionalLight, HemisphereLight, PCFShadowMap, Raycaster, Scene as Scene3, Vector3, WebGLRenderer } from "three";
import { type Frame, type Scene, type Triangles, type Vec, add, dot, norm, scale, unit, upOf } from "../model";
import { type Bounds, CameraRig } from "./camera";
import { Floor } from "./floor";
import { Ghost } from "./ghost";
import { Solids } from "./solids";
import { Surfaces } from "./surfaces";

const backgrounds = { light: 0xf7f8fa, dark: 0x181b21 };

export class Stage {
  readonly rig = new CameraRig();
  readonly solids = new Solids();
  readonly surfaces = new Surfaces();
  readonly overlay: (() => void)[] = [];
  /** After the bodies were made anew. */
  onBodies: () => void = () => {};
  readonly ghost = new Ghost();
  frame: Frame | null = null;
  private readonly world = new Scene3();
  private readonly floor = new Floor();
  private readonly sun = new DirectionalLight(0xfff4e6, 2.3);
  private readonly sky = new HemisphereLight(0xdfe8f5, 0x8a8378, 1.5);
  private renderer: WebGLRenderer | null = null;
  private wanted = false;
  private lowest = 0;
  private up: Vec = [0, 0, 1];
  private light: Vec | null = null;

  constructor(readonly canvas: HTMLCanvasElement) {
    try {
      this.renderer = new WebGLRenderer({ canvas, antialias: true, powerPreference: "high-performance" });
      this.renderer.shadowMap.enabled = true;
      this.renderer.shadowMap.type = PCFShadowMap;
    } catch {
      this.renderer = null; // the rest of the page still works
    }
    this.sun.castShadow = true;
    this.sun.shadow.mapSize.set(2048, 2048);
    this.sun.shadow.radius = 3;
    this.world.add(this.sun, this.sun.target, this.sky, new AmbientLight(0xffffff, 0.25), this.floor.root, this.solids.root, this.surfaces.root, this.ghost.root);
    this.rig.changed = () => this.draw();
  }

  /** `own`: the background that the scene gives, which the ink goes with. */
  setTheme(dark: boolean, own: Vec | null): void {
    this.world.background = own ? new Color().setRGB(own[0], own[1], own[2], "srgb") : new Color(dark ? backgrounds.dark : backgrounds.light);
    this.sky.intensity = dark ? 1.25 : 1.55;
    this.floor.setTheme(dark);
    this.draw();
  }

  resize(width: number, height: number): void {
    this.renderer?.setPixelRatio(Math.min(2, devicePixelRatio));
    this.renderer?.setSize(width, height, false);
    this.rig.resize(width, height);
  }

  setScene(scene: Scene): void {
    this.up = this.rig.up = upOf(scene);
    this.solids.setScene(scene);
    this.surfaces.setScene(scene);
    this.floor.setScene(scene);
    this.light = scene.light && norm(scene.light) > 0 ? unit(scene.light) : null;
    if (this.frame && this.frame.rev === scene.rev) this.setFrame(this.frame);
    this.onBodies();
  }

  /** Triangles of a shape; bodies that wait for them are made as soon as all have come. */
  setMesh(key: string, mesh: Triangles, scene: Scene, frame: Frame | null): void {
    this.solids.setMesh(key, mesh);
    if (!scene.meshes.every((m) => this.solids.has(m.key))) return;
    this.solids.setScene(scene);
    if (frame && frame.rev === scene.rev) this.setFrame(frame);
    this.onBodies();
  }

  setFrame(frame: Frame): void {
    this.frame = frame;
    this.solids.setFrame(frame);
    this.surfaces.setFrame(frame);
    this.draw();
  }

  /** Shows what is selected and what is under the cursor. */
  tint(selected: Set<number>, under: Set<number>): void {
    this.solids.tint(selected, under);
    this.surfaces.tint(selected, under);
    this.draw();
  }

  bounds(of: Set<number> | null = null): Bounds | null {
    const a = this.solids.bounds(of), b = of ? null : this.surfaces.bounds();
    const all = a && b ? { low: a.low.map((x, i) => Math.min(x, b.low[i]!)) as Vec, high: a.high.map((x, i) => Math.max(x, b.high[i]!)) as Vec } : a ?? b;
    // A single particle has no size: half a metre around it is shown.
    if (all && all.high.every((x, i) => x - all.low[i]! < 0.1 * this.rig.radius) && this.frame && !this.solids.hasSize()) return { low: all.low.map((x) => x - 0.5) as Vec, high: all.high.map((x) => x + 0.5) as Vec };
    return all;
  }

  /** The floor stays where it is while bodies move; it is laid anew when the scene changes. */
  layFloor(): void {
    const b = this.bounds();
    this.lowest = b ? Math.min(0, dot(b.low, this.up)) : 0;
  }

  pick(x: number, y: number): { object: number; at: Vec; distance: number }[] {
    const r = this.rig.ray(x, y);
    const ray = new Raycaster(new Vector3(...r.from), new Vector3(...r.along));
    return [...this.solids.pick(ray), ...this.surfaces.pick(ray)].sort((a, b) => a.distance - b.distance);
  }

  draw(): void {
    if (this.wanted) return;
    this.wanted = true;
    requestAnimationFrame(() => {
      this.wanted = false;
      this.render();
    });
  }

  private render(): void {
    const gliding = this.rig.advance();
    const rig = this.rig, span = rig.distance;
    this.floor.place(this.frame, this.up, this.lowest, span, rig.target, rig.flat);
    this.aimSun(rig.target, span);
    this.renderer?.render(this.world, rig.camera);
    for (const f of this.overlay) f();
    if (gliding) this.draw();
  }

  private aimSun(target: Vec, span: number): void {
    const r = this.rig;
    const shoulder = add(add(scale(-0.5, r.right()), this.up), scale(0.42, r.flat ? r.back() : [r.back()[0], r.back()[1], 0]));
    const way = this.light ? scale(1.2, this.light) : shoulder;
    this.sun.target.position.set(...target);
    this.sun.position.set(...add(target, scale(3 * span, way)));
    const c = this.sun.shadow.camera, w = 0.8 * span;
    c.left = c.bottom = -w;
    c.right = c.top = w;
    c.near = 0.1 * span;
    c.far = 8 * span;
    this.sun.shadow.normalBias = 0.004 * span;
    this.sun.shadow.bias = -0.0004;
    c.updateProjectionMatrix();
  }
}
