// The plot: loaded when it is first shown.
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { keptRuns, series } from "../record";

export const colors = ["#1f77d0", "#d1495b", "#2a9d5c", "#b8860b", "#8457c9", "#0e9aa7", "#c2571a", "#6b7280"];

type Table = uPlot.AlignedData;

/** All series on one axis of times; what a series lacks at a time is left out. */
function table(): Table {
  const all = [...series(), ...keptRuns()];
  return uPlot.join(all.map((s) => [s.t, s.y] as unknown as Table));
}

export class Chart {
  private plot: uPlot | null = null;
  private shape = "";

  constructor(private readonly host: HTMLElement, private readonly onSeek: (t: number) => void) {}

  private make(): void {
    const style = getComputedStyle(document.documentElement), ink = style.getPropertyValue("--soft"), line = style.getPropertyValue("--line");
    const axis = { stroke: ink, grid: { stroke: line, width: 1 }, ticks: { stroke: line, width: 1 }, font: "12px system-ui" };
    const lines = [
      ...series().map((s) => ({ label: `${s.label}${s.unit ? ` (${s.unit})` : ""}`, stroke: colors[s.color % 8]!, width: 2, spanGaps: true, points: { show: false } })),
      ...keptRuns().map((s) => ({ label: s.label, stroke: colors[s.color % 8]!, width: 1.5, dash: [6, 4], spanGaps: true, points: { show: false } })),
    ];
    this.plot = new uPlot({
      width: Math.max(200, this.host.clientWidth), height: Math.max(80, this.host.clientHeight - 30), padding: [8, 12, 0, 0],
      scales: { x: { time: false } }, axes: [{ ...axis, label: undefined, size: 30, values: (_, v) => v.map((x) => `${x} s`) }, { ...axis, size: 62 }],
      series: [{ label: "t" }, ...lines], legend: { live: false }, cursor: { drag: { x: false, y: false } },
    }, table(), this.host);
    this.plot.over.addEventListener("pointermove", (e) => { if (e.buttons & 1) this.seek(e); });
    this.plot.over.addEventListener("pointerdown", (e) => this.seek(e));
  }

  private seek(e: PointerEvent): void {
    const t = this.plot?.posToVal(e.offsetX, "x");
    if (t !== undefined && Number.isFinite(t)) this.onSeek(Math.max(0, t));
  }

  draw(): void {
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
  }
}
