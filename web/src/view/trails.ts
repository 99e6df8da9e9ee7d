// The ways of all bodies, where a scene says `show trails;`: the page keeps them from the frames that it gets.
import { type Frame, type Scene, pointOf } from "../model";
import type { Pen } from "./pen";

const most = 2000, crowd = 200;
const moves = new Set(["solid", "particle", "body", "block", "jello"]);

export class Trails {
  private readonly ways = new Map<string, { t: number[]; at: number[] }>();
  private newest = -Infinity;

  clear(): void {
    this.ways.clear();
    this.newest = -Infinity;
  }

  /** After a restart, or a step back that is no look back, what lay ahead is gone. */
  private cut(t: number): void {
    for (const w of this.ways.values()) {
      while (w.t.length && w.t.at(-1)! > t) w.t.pop();
      w.at.length = 3 * w.t.length;
    }
    this.newest = t;
  }

  private extend(scene: Scene, frame: Frame): void {
    if (frame.t < this.newest) this.cut(frame.t);
    if (frame.t === this.newest) return;
    this.newest = frame.t;
    scene.objects.slice(0, crowd).forEach((o, i) => {
      if (o.fixed || !moves.has(o.kind)) return;
      const p = pointOf(frame, i, o.center), w = this.ways.get(o.id) ?? { t: [], at: [] };
      this.ways.set(o.id, w);
      if (!p.every(Number.isFinite)) return;
      w.t.push(frame.t);
      w.at.push(...p);
      if (w.t.length <= most) return;
      w.t = w.t.filter((_, k) => k % 2 === 0);
      w.at = w.at.filter((_, k) => Math.floor(k / 3) % 2 === 0);
    });
  }

  draw(pen: Pen, scene: Scene, frame: Frame): void {
    if (!scene.show.includes("trails")) return this.clear();
    if (!frame.scrubbing && !frame.carried) this.extend(scene, frame);
    for (const [id, w] of this.ways) {
      if (!scene.objects.some((o) => o.id === id)) this.ways.delete(id);
      const shown = w.t.findIndex((t) => t > frame.t);
      pen.trail(new Float32Array(shown < 0 ? w.at : w.at.slice(0, 3 * shown)));
    }
  }
}
