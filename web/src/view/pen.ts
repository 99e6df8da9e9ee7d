// Lines, dots and labels on the overlay, each with a halo in the colour of the background, as `tenon picture` draws them.
import type { Vec } from "../model";
import type { CameraRig } from "./camera";

export interface Inks {
  halo: string; ink: string; soft: string; force: string; gap: string; trail: string; accent: string; amber: string;
  range: string; stopped: string; rope: string;
}

export const inks: { light: Inks; dark: Inks } = {
  light: { halo: "#ffffff", ink: "#21262e", soft: "#5c6370", force: "#cc211c", gap: "#c21a8c", trail: "#404757", accent: "#1667c9", amber: "#b35c00", range: "#007599", stopped: "#ed6b00", rope: "#8c7859" },
  dark: { halo: "#0f1217", ink: "#f2f5f7", soft: "#adb5c2", force: "#ff755c", gap: "#ff7ad9", trail: "#bfccdf", accent: "#6cb2ff", amber: "#ffa829", range: "#59d1f2", stopped: "#ffa829", rope: "#c2ad8c" },
};

export class Pen {
  constructor(readonly c: CanvasRenderingContext2D, readonly rig: CameraRig, public inks: Inks) {}

  at(p: Vec): { x: number; y: number } | null {
    if (!p.every(Number.isFinite)) return null;
    const s = this.rig.project(p);
    return s && Math.abs(s.x) < 1e5 && Math.abs(s.y) < 1e5 ? s : null;
  }

  private stroke(path: () => void, width: number, ink: string, dashed: boolean): void {
    const c = this.c;
    c.lineCap = dashed ? "butt" : "round";
    c.setLineDash(dashed ? [7, 5] : []);
    c.beginPath();
    path();
    c.globalAlpha = 0.8;
    c.strokeStyle = this.inks.halo;
    c.lineWidth = width + 2;
    c.stroke();
    c.globalAlpha = 1;
    c.strokeStyle = ink;
    c.lineWidth = width;
    c.stroke();
    c.setLineDash([]);
  }

  line(a: Vec, b: Vec, width: number, ink: string, dashed = false): void {
    const p = this.at(a), q = this.at(b);
    if (!p || !q) return;
    this.stroke(() => { this.c.moveTo(p.x, p.y); this.c.lineTo(q.x, q.y); }, width, ink, dashed);
  }

  path(points: { x: number; y: number }[], width: number, ink: string, dashed = false): void {
    if (points.length < 2) return;
    this.stroke(() => points.forEach((p, i) => (i ? this.c.lineTo(p.x, p.y) : this.c.moveTo(p.x, p.y))), width, ink, dashed);
  }

  trail(flat: Float32Array): void {
    const c = this.c;
    c.beginPath();
    let down = false;
    for (let i = 0; i + 2 < flat.length; i += 3) {
      const p = this.at([flat[i]!, flat[i + 1]!, flat[i + 2]!]);
      if (p && down) c.lineTo(p.x, p.y);
      else if (p) c.moveTo(p.x, p.y);
      down = !!p;
    }
    c.strokeStyle = this.inks.trail;
    c.globalAlpha = 0.75;
    c.lineWidth = 2.2;
    c.lineJoin = "round";
    c.stroke();
    c.globalAlpha = 1;
  }

  /** A path that is not there yet. */
  ghost(flat: readonly number[]): void {
    const points: { x: number; y: number }[] = [];
    for (let i = 0; i + 2 < flat.length; i += 3) {
      const p = this.at([flat[i]!, flat[i + 1]!, flat[i + 2]!]);
      if (p) points.push(p);
    }
    this.path(points, 1.4, this.inks.trail, true);
  }

  dot(at: Vec, radius: number, ink: string, rim: string): void {
    const p = this.at(at);
    if (p) this.disc(p.x, p.y, radius, ink, rim);
  }

  disc(x: number, y: number, radius: number, ink: string, rim: string): void {
    const c = this.c;
    c.fillStyle = rim;
    c.beginPath();
    c.arc(x, y, radius + 1.4, 0, 7);
    c.fill();
    c.fillStyle = ink;
    c.beginPath();
    c.arc(x, y, radius, 0, 7);
    c.fill();
  }

  ring(x: number, y: number, radius: number, ink: string, width = 2): void {
    this.stroke(() => this.c.arc(x, y, radius, 0, 7), width, ink, false);
  }

  arc(x: number, y: number, radius: number, from: number, to: number, ink: string, width = 2): void {
    this.stroke(() => this.c.arc(x, y, radius, from, to), width, ink, false);
  }

  square(x: number, y: number, half: number, ink: string): void {
    this.path([{ x: x - half, y: y - half }, { x: x + half, y: y - half }, { x: x + half, y: y + half }, { x: x - half, y: y + half }, { x: x - half, y: y - half }], 2, ink);
  }

  /** The symbol of a fixed support: a wedge on a line. */
  nail(at: Vec): void {
    const p = this.at(at);
    if (!p) return;
    const r = 6.5, c = this.c, { x, y } = p;
    const shape = (): void => {
      c.beginPath();
      c.moveTo(x, y);
      c.lineTo(x + r, y + 1.5 * r);
      c.lineTo(x - r, y + 1.5 * r);
      c.closePath();
      c.moveTo(x - 1.5 * r, y + 1.5 * r);
      c.lineTo(x + 1.5 * r, y + 1.5 * r);
    };
    c.lineCap = "round";
    shape();
    c.strokeStyle = this.inks.halo;
    c.lineWidth = 4;
    c.stroke();
    shape();
    c.fillStyle = c.strokeStyle = this.inks.soft;
    c.lineWidth = 2;
    c.fill();
    c.stroke();
  }

  arrow(from: Vec, dx: number, dy: number, ink: string): void {
    const p = this.at(from), n = Math.hypot(dx, dy);
    if (!p || n < 2) return;
    const x = p.x + dx, y = p.y + dy, ux = dx / n, uy = dy / n, h = Math.min(9, n * 0.5);
    this.path([p, { x: x - ux * h, y: y - uy * h }], 2.4, ink);
    const c = this.c;
    c.fillStyle = ink;
    c.beginPath();
    c.moveTo(x, y);
    c.lineTo(x - ux * h - uy * h * 0.5, y - uy * h + ux * h * 0.5);
    c.lineTo(x - ux * h + uy * h * 0.5, y - uy * h - ux * h * 0.5);
    c.fill();
  }

  /** A translucent area. */
  sector(points: { x: number; y: number }[], ink: string): void {
    const c = this.c;
    c.beginPath();
    points.forEach((p, i) => (i ? c.lineTo(p.x, p.y) : c.moveTo(p.x, p.y)));
    c.globalAlpha = 0.22;
    c.fillStyle = ink;
    c.fill();
    c.globalAlpha = 1;
  }

  text(x: number, y: number, text: string, ink: string): void {
    this.words(x, y, text, ink, 12);
  }

  words(x: number, y: number, text: string, ink: string, size: number): void {
    const c = this.c;
    c.font = `600 ${size}px system-ui, sans-serif`;
    c.lineJoin = "round";
    c.strokeStyle = this.inks.halo;
    c.lineWidth = 4;
    c.strokeText(text, x, y);
    c.fillStyle = ink;
    c.fillText(text, x, y);
  }
}
