// The mouse in the view: pull a body, select, orbit, pan, zoom.
import { ask, frame, link, scene, selection } from "../app";
import { type Vec, conjugate, poseOf, rotate, sub } from "../model";
import type { Stage } from "../view/stage";

interface Pull { handle: Promise<number | null>; known: number | null; plane: Vec; normal: Vec; input: number }

export function listen(stage: Stage): void {
  const c = stage.canvas, rig = stage.rig;
  let mode: "none" | "orbit" | "pan" | "pull" = "none", x = 0, y = 0, pull: Pull | null = null, moved = false;
  const begin = (at: Vec, object: number): Pull => {
    const o = scene().objects[object]!, pose = poseOf(frame()!, object);
    const local = rotate(conjugate(pose.orientation), sub(at, pose.position));
    const p: Pull = { handle: Promise.resolve(null), known: null, plane: at, normal: rig.back(), input: 0 };
    p.handle = ask("grab", { thing: o.id, local }).then((r) => (p.known = r.ok ? Number(r.handle) : null));
    return p;
  };
  c.addEventListener("pointerdown", (e) => {
    c.setPointerCapture(e.pointerId);
    [x, y, moved] = [e.offsetX, e.offsetY, false];
    const hit = stage.pick(x, y)[0], o = hit && scene().objects[hit.object];
    mode = e.button !== 0 ? "pan" : e.altKey || !o || o.fixed || !frame() ? "orbit" : "pull";
    const keep = e.shiftKey ? selection() : [];
    if (e.button === 0) selection.set(new Set(o ? [...keep, o.id] : keep));
    if (mode === "pull") pull = begin(hit!.at, hit!.object);
  });
  c.addEventListener("pointermove", (e) => {
    const dx = e.offsetX - x, dy = e.offsetY - y;
    if (mode === "none" || (!moved && Math.hypot(dx, dy) < 3)) return;
    [x, y, moved] = [e.offsetX, e.offsetY, true];
    if (mode === "orbit") rig.orbit(dx, dy);
    else if (mode === "pan") rig.pan(dx, dy);
    else if (pull && pull.known !== null) {
      const to = rig.onPlane(x, y, pull.plane, pull.normal);
      if (to) link.post("drag", { handle: pull.known, to, input: ++pull.input });
    }
  });
  const end = (): void => {
    const p = pull;
    mode = "none";
    pull = null;
    void p?.handle.then((handle) => void (handle !== null && ask("release", { handle })));
  };
  c.addEventListener("pointerup", end);
  c.addEventListener("pointercancel", end);
  c.addEventListener("contextmenu", (e) => e.preventDefault());
  c.addEventListener("wheel", (e) => {
    e.preventDefault();
    rig.zoom(Math.exp(e.deltaY * 0.0015), e.offsetX, e.offsetY);
  }, { passive: false });
}
