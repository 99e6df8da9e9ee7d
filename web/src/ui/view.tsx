// The view: canvas, overlay, and what floats over them.
import { useEffect, useRef } from "preact/hooks";
import { attach, link } from "../app";
import { listen } from "../interact/pointer";
import { frame, hovered, outlineOpen, partsOpen, run, scene, selection, theme } from "../state";
import { useSignal } from "../signal";
import { drawOverlay } from "../view/overlay";
import { Pen, inks } from "../view/pen";
import { Stage } from "../view/stage";
import { ChipView, Empty, WheelView } from "./float";
import { Menu } from "./menu";

export const isDark = (): boolean => (theme() === "auto" ? matchMedia("(prefers-color-scheme: dark)").matches : theme() === "dark");

/** How much of the view the panels on the left cover. */
const covered = (): number => (partsOpen() || outlineOpen() ? 204 : 0);

function start(box: HTMLElement): void {
  const [canvas, over] = [...box.querySelectorAll("canvas")] as [HTMLCanvasElement, HTMLCanvasElement];
  const stage = new Stage(canvas), dark = matchMedia("(prefers-color-scheme: dark)");
  const pen = new Pen(over.getContext("2d")!, stage.rig, inks.light);
  let painted = "";
  const paint = (): void => {
    const own = scene().background, dark = own ? 0.3 * own[0] + 0.59 * own[1] + 0.11 * own[2] < 0.45 : isDark(), look = `${isDark()} ${dark} ${own}`;
    if (look === painted) return;
    painted = look;
    document.documentElement.dataset.theme = isDark() ? "dark" : "light";
    pen.inks = dark ? inks.dark : inks.light;
    stage.setTheme(dark, own);
  };
  const resize = (): void => {
    over.width = box.clientWidth * devicePixelRatio;
    over.height = box.clientHeight * devicePixelRatio;
    stage.rig.inset = covered();
    stage.resize(box.clientWidth, box.clientHeight);
  };
  stage.overlay.push(() => {
    pen.c.setTransform(devicePixelRatio, 0, 0, devicePixelRatio, 0, 0);
    pen.c.clearRect(0, 0, box.clientWidth, box.clientHeight);
    const f = frame();
    if (f) drawOverlay(pen, scene(), f);
  });
  const tint = (): void => {
    const s = selection(), h = hovered(), index = (keep: (id: string) => boolean): Set<number> => new Set(scene().objects.flatMap((o, i) => (keep(o.id) ? [i] : [])));
    stage.tint(index((id) => s.has(id)), index((id) => id === h));
  };
  stage.onBodies = tint;
  selection.watch(tint);
  hovered.watch(tint);
  theme.watch(paint);
  scene.watch(paint);
  dark.addEventListener("change", paint);
  new ResizeObserver(resize).observe(box);
  paint();
  resize();
  listen(stage);
  attach(stage);
}

export function View() {
  const host = useRef<HTMLDivElement>(null);
  const r = useSignal(run), state = useSignal(link.state);
  useEffect(() => start(host.current!), []);
  return (
    <section class={`view${r.scrubbing ? " scrubbing" : ""}${state === "lost" ? " lost" : ""}`} aria-label="Scene view" data-region ref={host} tabIndex={0}>
      <canvas />
      <canvas class="over" aria-hidden="true" />
      <Empty />
      <ChipView />
      <WheelView />
      <Menu />
    </section>
  );
}
