// One series against another: a curve in a plane, with ticks; kept runs dashed.
import type { KeptRun, Series } from "../record";

interface Curve { x: number[]; y: number[]; color: string; dashed: boolean }

/** Values of two series at the same times. */
function paired(a: { t: number[]; y: number[] }, b: { t: number[]; y: number[] }): { x: number[]; y: number[] } {
  const x: number[] = [], y: number[] = [];
  for (let i = 0, k = 0; i < a.t.length && k < b.t.length; ) {
    const d = a.t[i]! - b.t[k]!;
    if (Math.abs(d) < 1e-9) {
      if (Number.isFinite(a.y[i]) && Number.isFinite(b.y[k])) { x.push(a.y[i]!); y.push(b.y[k]!); }
      i++;
      k++;
    } else if (d < 0) i++;
    else k++;
  }
  return { x, y };
}

/** The curves of all series against the one with this key. */
export function curvesAgainst(key: string, all: readonly Series[], kept: readonly KeptRun[], colors: readonly string[]): Curve[] {
  const base = all.find((s) => s.key === key);
  if (!base) return [];
  const now = all.filter((s) => s.key !== key).map((s) => ({ ...paired(base, s), color: colors[s.color % colors.length]!, dashed: false }));
  const old = kept.filter((s) => s.key !== key).flatMap((s) => {
    const b = kept.find((e) => e.key === key && e.run === s.run);
    return b ? [{ ...paired(b, s), color: colors[s.color % colors.length]!, dashed: true }] : [];
  });
  return [...now, ...old];
}

/** Round numbers between two bounds, about `count` of them. */
export function ticks(low: number, high: number, count: number): number[] {
  const raw = (high - low) / count, base = 10 ** Math.floor(Math.log10(raw)), step = base * (raw / base < 1.5 ? 1 : raw / base < 3.5 ? 2 : raw / base < 7.5 ? 5 : 10);
  const out: number[] = [];
  for (let x = Math.ceil(low / step) * step; x <= high + 1e-9 * step; x += step) out.push(Number(x.toPrecision(12)));
  return out;
}

const range = (v: number[]): [number, number] => {
  const low = Math.min(...v), high = Math.max(...v), pad = 0.05 * (high - low) || 0.5 * Math.abs(low) || 1;
  return [low - pad, high + pad];
};

export function drawPlane(canvas: HTMLCanvasElement, curves: Curve[], inks: { soft: string; line: string }): void {
  const c = canvas.getContext("2d")!, w = canvas.clientWidth, h = canvas.clientHeight, left = 62, foot = 24, xs = curves.flatMap((e) => e.x), ys = curves.flatMap((e) => e.y);
  canvas.width = w * devicePixelRatio;
  canvas.height = h * devicePixelRatio;
  c.setTransform(devicePixelRatio, 0, 0, devicePixelRatio, 0, 0);
  if (!xs.length || w < left + 20) return;
  const [x0, x1] = range(xs), [y0, y1] = range(ys), px = (x: number): number => left + ((x - x0) / (x1 - x0)) * (w - left - 10), py = (y: number): number => h - foot - ((y - y0) / (y1 - y0)) * (h - foot - 8);
  c.font = "12px system-ui";
  c.fillStyle = inks.soft;
  c.strokeStyle = inks.line;
  c.lineWidth = 1;
  c.textAlign = "center";
  for (const x of ticks(x0, x1, 7)) { stroke(c, [[px(x), 8], [px(x), h - foot]]); c.fillText(String(x), px(x), h - 8); }
  c.textAlign = "right";
  for (const y of ticks(y0, y1, 5)) { stroke(c, [[left, py(y)], [w - 10, py(y)]]); c.fillText(String(y), left - 6, py(y) + 4); }
  for (const e of curves) {
    c.strokeStyle = c.fillStyle = e.color;
    c.lineWidth = e.dashed ? 1.5 : 2;
    c.setLineDash(e.dashed ? [6, 4] : []);
    stroke(c, e.x.map((x, i) => [px(x), py(e.y[i]!)]));
    c.setLineDash([]);
    if (!e.dashed && e.x.length) { c.beginPath(); c.arc(px(e.x.at(-1)!), py(e.y.at(-1)!), 3.5, 0, 7); c.fill(); }
  }
}

function stroke(c: CanvasRenderingContext2D, points: number[][]): void {
  c.beginPath();
  points.forEach(([x, y], i) => (i ? c.lineTo(x!, y!) : c.moveTo(x!, y!)));
  c.stroke();
}
