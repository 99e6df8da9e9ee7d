// The plot: loaded when it is first shown.
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { keptRuns, plotView, plotWindow, series } from "../record";
import { frame, scene } from "../state";
import { curvesAgainst, drawPlane } from "./xy";

export const colors = ["#1f77d0", "#d1495b", "#2a9d5c", "#b8860b", "#8457c9", "#0e9aa7", "#c2571a", "#6b7280"];

type Table = uPlot.AlignedData;

/** All series on one axis of times; what a series lacks at a time is left out. */
function table(): Table {
  const all = [...series(), ...keptRuns()];
  return uPlot.join(all.map((s) => [s.t, s.y.map((y) => (Number.isFinite(y) ? y : null))] as unknown as Table));
}

/** The times of the axis: all there are, or the last ten seconds; before there is motion as long as the scene is meant to run. */
function timesShown(count: number, low: number, high: number): [number, number] {
  if (count < 2) return [low ?? 0, (low ?? 0) + Math.max(1, scene().until)];
  return plotView().last ? [Math.max(0, high - plotWindow), Math.max(high, plotWindow)] : [low, high];
}

function inks(): { ink: string; line: string; mark: string } {
  const style = getComputedStyle(document.documentElement);
  return { ink: style.getPropertyValue("--soft"), line: style.getPropertyValue("--line"), mark: style.getPropertyValue("--accent") };
}

export class Chart {
  private plot: uPlot | null = null;
  private shape = "";
  private plane: HTMLCanvasElement | null = null;

  constructor(private readonly host: HTMLElement, private readonly onSeek: (t: number) => void) {}

  private make(): void {
    const { ink, line, mark } = inks();
    const axis = { stroke: ink, grid: { stroke: line, width: 1 }, ticks: { stroke: line, width: 1 }, font: "12px system-ui" };
    const lines = [
      ...series().map((s) => ({ label: `${s.label}${s.unit ? ` (${s.unit})` : ""}`, stroke: colors[s.color % 8]!, width: 2, spanGaps: true, points: { show: false } })),
      ...keptRuns().map((s) => ({ label: s.label, stroke: colors[s.color % 8]!, width: 1.5, dash: [6, 4], spanGaps: true, points: { show: false } })),
    ];
    this.plot = new uPlot({
      width: Math.max(200, this.host.clientWidth), height: Math.max(80, this.host.clientHeight - 30), padding: [8, 12, 0, 0],
      scales: { x: { time: false, range: (u, low, high) => timesShown(u.data[0].length, low, high) } },
      hooks: { draw: [(u) => this.drawNow(u, mark)] }, axes: [{ ...axis, label: undefined, size: 30, values: (_, v) => v.map((x) => `${x} s`) }, { ...axis, size: 62 }],
      series: [{ label: "t" }, ...lines], legend: { live: false }, cursor: { drag: { x: false, y: false } },
    }, table(), this.host);
    this.plot.over.addEventListener("pointermove", (e) => { if (e.buttons & 1) this.seek(e); });
    this.plot.over.addEventListener("pointerdown", (e) => this.seek(e));
  }

  /** A line at the moment that is shown, if it is not the newest. */
  private drawNow(u: uPlot, ink: string): void {
    const f = frame(), x = f ? Math.round(u.valToPos(f.t, "x", true)) : -1;
    if (!f?.scrubbing || x < u.bbox.left || x > u.bbox.left + u.bbox.width) return;
    u.ctx.fillStyle = ink;
    u.ctx.fillRect(x, u.bbox.top, 1.5 * devicePixelRatio, u.bbox.height);
  }

  private drawAgainst(key: string): void {
    const { ink, line } = inks();
    if (!this.plane) {
      this.plot?.destroy();
      this.plot = null;
      this.shape = "";
      this.plane = document.createElement("canvas");
      this.plane.className = "plane";
      this.host.append(this.plane);
    }
    drawPlane(this.plane, curvesAgainst(key, series(), keptRuns(), colors), { soft: ink, line });
  }

  private seek(e: PointerEvent): void {
    const t = this.plot?.posToVal(e.offsetX, "x");
    if (t !== undefined && Number.isFinite(t)) this.onSeek(Math.max(0, t));
  }

  draw(): void {
    const against = plotView().against;
    if (series().some((s) => s.key === against)) return this.drawAgainst(against);
    this.plane?.remove();
    this.plane = null;
    const shape = [...series().map((s) => s.key), "|", ...keptRuns().map((s) => s.label), this.host.clientWidth, this.host.clientHeight, document.documentElement.dataset.theme].join();
    if (shape !== this.shape) {
      this.shape = shape;
      this.plot?.destroy();
      this.plot = null;
      if (series().length + keptRuns().length) this.make();
    } else this.plot?.setData(table());
  }

  destroy(): void {
    this.plot?.destroy();
    this.plane?.remove();
  }
}
