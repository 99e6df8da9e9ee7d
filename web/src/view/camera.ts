// The camera: orbit, pan, zoom to the cursor, fit and follow. Flat worlds are seen from far away through a narrow lens.
import { PerspectiveCamera, Vector3 } from "three";
import { type Vec, add, cross, dot, norm, scale, sub, unit } from "../model";

const wide = 0.6, narrow = 0.03;

export interface Bounds {
  low: Vec;
  high: Vec;
}

export class CameraRig {
  readonly camera = new PerspectiveCamera(35, 1, 0.01, 1000);
  target: Vec = [0, 0, 0.6];
  distance = 4.5;
  azimuth = 0.42;
  elevation = 0.3;
  up: Vec = [0, 0, 1];
  flat = false;
  width = 1;
  height = 1;
  radius = 1;
  /** Pixels on the left that panels cover; what is fitted stays beside them. */
  inset = 0;
  changed: () => void = () => {};

  private goal: { target: Vec; distance: number; azimuth: number; elevation: number; start: number } | null = null;
  private from: { target: Vec; distance: number; azimuth: number; elevation: number } | null = null;

  get tangent(): number {
    return Math.tan((this.flat ? narrow : wide) / 2);
  }

  /** From the target towards the eye. */
  back(): Vec {
    const side: Vec = [1, 0, 0], front = cross(side, this.up);
    const level = add(scale(Math.cos(this.azimuth), front), scale(Math.sin(this.azimuth), side));
    return add(scale(Math.cos(this.elevation), level), scale(Math.sin(this.elevation), this.up));
  }

  eye(): Vec {
    return add(this.target, scale(this.distance * (this.flat ? Math.tan(wide / 2) / Math.tan(narrow / 2) : 1), this.back()));
  }

  right(): Vec {
    return unit(cross(scale(-1, this.back()), this.up));
  }

  upward(): Vec {
    return cross(this.right(), scale(-1, this.back()));
  }

  resize(width: number, height: number): void {
    this.width = Math.max(1, width);
    this.height = Math.max(1, height);
    this.apply();
  }

  apply(): void {
    const eye = this.eye(), c = this.camera;
    c.fov = ((this.flat ? narrow : wide) * 180) / Math.PI;
    c.aspect = this.width / this.height;
    const far = norm(sub(eye, this.target));
    c.near = Math.max(far - 30 * Math.max(this.radius, this.distance), far / 400);
    c.far = far + 60 * Math.max(this.radius, this.distance);
    c.position.set(...eye);
    c.up.set(...this.up);
    c.lookAt(...this.target);
    c.updateProjectionMatrix();
    c.updateMatrixWorld();
    this.changed();
  }

  setFlat(flat: boolean): void {
    this.flat = flat;
    this.azimuth = flat ? 0 : 0.42;
    this.elevation = flat ? 0 : 0.3;
    this.goal = null;
    this.apply();
  }

  orbit(dx: number, dy: number): void {
    if (this.flat) return this.pan(dx, dy);
    this.goal = null;
    this.azimuth -= dx * 0.008;
    this.elevation = Math.max(-1.55, Math.min(1.55, this.elevation + dy * 0.008));
    this.apply();
  }

  /** Metres per pixel at the target. */
  pixel(): number {
    return (2 * Math.tan(wide / 2) * this.distance) / this.height;
  }

  pan(dx: number, dy: number): void {
    this.goal = null;
    const m = this.pixel();
    this.target = add(this.target, add(scale(-dx * m, this.right()), scale(dy * m, this.upward())));
    this.apply();
  }

  /** Zooms so that what is under the cursor stays there. */
  zoom(factor: number, x: number, y: number): void {
    this.goal = null;
    const next = Math.max(1e-3, Math.min(5000, this.distance * factor));
    const m = this.pixel(), ratio = 1 - next / this.distance;
    const dx = x - this.width / 2, dy = y - this.height / 2;
    this.target = add(this.target, add(scale(dx * m * ratio, this.right()), scale(-dy * m * ratio, this.upward())));
    this.distance = next;
    this.apply();
  }

  fit(b: Bounds, smooth: boolean): void {
    const half = scale(0.5, sub(b.high, b.low)), middle = add(b.low, half);
    const right = this.right(), upward = this.upward();
    let w = 0, h = 0;
    for (let i = 0; i < 8; i++) {
      const corner: Vec = [i & 1 ? half[0] : -half[0], i & 2 ? half[1] : -half[1], i & 4 ? half[2] : -half[2]];
      w = Math.max(w, Math.abs(dot(corner, right)));
      h = Math.max(h, Math.abs(dot(corner, upward)));
    }
    const t = Math.tan(wide / 2), depth = Math.abs(dot(half, this.back())) + norm(half) * 0.3;
    const distance = Math.max(1e-3, (1.25 * Math.max(h / t, (w * this.height) / (Math.max(0.4 * this.width, this.width - this.inset) * t))) + (this.flat ? 0 : depth));
    this.radius = Math.max(1e-3, norm(half));
    const aside = (this.inset / 2) * ((2 * t * distance) / this.height);
    this.glide(sub(middle, scale(aside, right)), distance, this.azimuth, this.elevation, smooth);
  }

  focus(at: Vec, smooth: boolean): void {
    this.glide(at, this.distance, this.azimuth, this.elevation, smooth);
  }

  /** As the scene's camera, which is made for 30 degrees at 16:9: as much is seen beside the panels. */
  look(from: Vec, to: Vec): void {
    const d = sub(from, to), side: Vec = [1, 0, 0], front = cross(side, this.up), far = norm(d);
    const narrower = Math.max(1, (16 / 9) / (Math.max(0.4 * this.width, this.width - this.inset) / this.height));
    this.distance = Math.max(1e-3, (far * Math.tan(Math.PI / 12) * narrower) / Math.tan(wide / 2));
    this.azimuth = Math.atan2(dot(d, side), dot(d, front));
    this.elevation = Math.asin(Math.max(-1, Math.min(1, dot(d, this.up) / Math.max(far, 1e-9))));
    this.target = sub(to, scale((this.inset / 2) * this.pixel(), this.right()));
    this.goal = null;
    this.apply();
  }

  private glide(target: Vec, distance: number, azimuth: number, elevation: number, smooth: boolean): void {
    if (!smooth || matchMedia("(prefers-reduced-motion: reduce)").matches) {
      Object.assign(this, { target, distance, azimuth, elevation });
      this.goal = null;
      return this.apply();
    }
    this.from = { target: this.target, distance: this.distance, azimuth: this.azimuth, elevation: this.elevation };
    this.goal = { target, distance, azimuth, elevation, start: performance.now() };
    this.changed();
  }

  /** Moves a gliding camera on; true while it glides. */
  advance(): boolean {
    if (!this.goal || !this.from) return false;
    const x = Math.min(1, (performance.now() - this.goal.start) / 260), s = x * x * (3 - 2 * x);
    this.target = add(scale(1 - s, this.from.target), scale(s, this.goal.target));
    this.distance = this.from.distance * (this.goal.distance / this.from.distance) ** s;
    if (x >= 1) this.goal = null;
    this.apply();
    return true;
  }

  private readonly v = new Vector3();

  /** The pixel of a place in the world; null behind the eye. */
  project(at: Vec): { x: number; y: number; depth: number } | null {
    const back = this.back(), eye = this.eye();
    const depth = -dot(sub(at, eye), back);
    if (!(depth > 1e-9)) return null;
    this.v.set(...at).project(this.camera);
    return { x: ((this.v.x + 1) / 2) * this.width, y: ((1 - this.v.y) / 2) * this.height, depth };
  }

  /** The ray through a pixel. */
  ray(x: number, y: number): { from: Vec; along: Vec } {
    const from = this.eye(), nx = (2 * x) / this.width - 1, ny = 1 - (2 * y) / this.height, t = this.tangent;
    const along = add(
      scale(-1, this.back()),
      add(scale(nx * t * this.camera.aspect, this.right()), scale(ny * t, this.upward())),
    );
    return { from, along: unit(along) };
  }

  /** Where the ray through a pixel meets a plane. */
  onPlane(x: number, y: number, point: Vec, normal: Vec): Vec | null {
    const r = this.ray(x, y), c = dot(r.along, normal);
    if (Math.abs(c) < 1e-4) return null;
    const s = dot(sub(point, r.from), normal) / c;
    return s > 0 ? add(r.from, scale(s, r.along)) : null;
  }

  /** Metres per pixel at a place. */
  pixelAt(at: Vec): number {
    return (-dot(sub(at, this.eye()), this.back()) * 2 * this.tangent) / this.height;
  }
}
