// The mouse in the view: pull bodies, snap, select, draw bars, orbit, pan, zoom.
import { addBar, addMotor, announceJoint, changeJoint, joinSnapped, jointChoices, jointText, moveBy, moveToMeet, nailPoint, nearestAxis, planeNormal, tracePoint, withNails } from "../actions";
import { ask, fit, link, stage } from "../app";
import { type Frame, type Quat, type Vec, add, conjugate, dot, multiply, norm, pointOf, poseOf, rotate, scale, sub } from "../model";
import { short, tuple } from "../parts";
import { dragging, flat, frame, hovered, run, say, scene, selection, tool, wheel } from "../state";
import type { Stage } from "../view/stage";
import { beginTransform, endTransform, moveTransform, transforming } from "./transform";
import { featuresAt, movedFeature, pointText, sceneFeatures, shapedObject } from "./features";
import { handleAt } from "./gizmo";
import { openMenuAt } from "./context";
import { type Candidate, type Snap, candidates, findSnap, gridStep, nearMiss, jointAt, joined, nearest, reach } from "./snap";

interface Pull {
  handle: Promise<number | null>;
  known: number | null;
  object: number;
  local: Vec;
  plane: Vec;
  normal: Vec;
  input: number;
  to: Vec;
  /** It moves along this axis of the world alone. */
  axis: Vec | null;
  /** Paused and joined to nothing: it is moved as it is, and not by the engine. */
  alone: boolean;
  /** It joins nothing, wherever it is dropped. */
  free?: boolean;
}

/** What the overlay shows of a gesture. */
export const gesture = {
  hover: null as Candidate | null,
  snap: null as Snap | null,
  from: null as { at: Vec; reference: string | null } | null,
  to: null as Vec | null,
  cut: [] as { x: number; y: number }[],
  /** The rectangle that is drawn to select what is in it. */
  frame: null as { x: number; y: number; toX: number; toY: number } | null,
  cursor: { x: 0, y: 0 },
  /** Is the mouse in the view? */
  inside: false,
  /** The cursor of the keyboard, while a tool is used without the mouse. */
  keys: null as { x: number; y: number } | null,
};

/** The plane on which new things are put: the plane of two world axes that is seen best, through what is selected, or through the origin. */
export function workPlane(s: Stage): { point: Vec; normal: Vec } {
  if (flat()) return { point: [0, 0, 0], normal: planeNormal() };
  const f = frame(), i = scene().objects.findIndex((o) => selection().has(o.id) && o.kind !== "plane"), normal = nearestAxis();
  const back = s.rig.back(), steep = Math.abs(back[0] * normal[0] + back[1] * normal[1] + back[2] * normal[2]) > 0.3;
  return { point: f && i >= 0 ? pointOf(f, i, scene().objects[i]!.center) : [0, 0, 0], normal: steep ? normal : back };
}

export function listen(s: Stage): void {
  const c = s.canvas, rig = s.rig;
  let mode: "none" | "orbit" | "pan" | "pull" | "cut" | "place" | "frame" = "none", x = 0, y = 0, pull: Pull | null = null, moved = false, wait = 0, drawn: { x: number; y: number } | null = null;

  const begin = (at: Vec, object: number, hard: boolean): Pull => {
    const o = scene().objects[object]!, pose = poseOf(frame()!, object);
    const local = rotate(conjugate(pose.orientation), sub(at, pose.position));
    const alone = !run().playing && !scene().constraints.some((e) => e.objects.includes(o.id)) && o.surface < 0;
    const p: Pull = {
      handle: Promise.resolve(null), known: null, object, local, plane: at, normal: flat() ? planeNormal() : rig.back(), input: 0, to: at, axis: null, alone,
    };
    dragging.set(true);
    gesture.hover = null;
    if (alone) return p;
    p.handle = ask("grab", { thing: o.id, local, hard }).then((r) => (p.known = r.ok ? Number(r.handle) : null));
    return p;
  };

  const along = (p: Pull, to: Vec | null): Vec | null => (to && p.axis ? add(p.plane, scale(dot(sub(to, p.plane), p.axis), p.axis)) : to);

  const dragTo = (p: Pull, free: boolean): void => {
    let to = along(p, rig.onPlane(x, y, p.plane, p.normal));
    const f = frame();
    if (!to || !f) return;
    const grabbed = pointOf(f, p.object, p.local), by = sub(to, grabbed);
    const body = shapedObject(p.object), pose = poseOf(f, p.object);
    const own = body ? featuresAt(body, pose.position, pose.orientation).map((e) => movedFeature(e, by, null, e.at)) : [];
    const others = free || p.axis ? [] : sceneFeatures(f, joined(scene().objects[p.object]!.id));
    p.free = free || !!p.axis;
    gesture.snap = p.free ? null : findSnap(rig, own, others, { held: gesture.snap, grid: p.alone ? gridStep(rig) : 0, awake: restingFace(s, x, y, p.object), turns: p.alone });
    const snap = gesture.snap;
    if (snap) to = add(to, snap.shift);
    p.to = to;
    if (p.alone) {
      const all = f.pose.slice(), at = add(pose.position, by), turn: Quat | null = snap?.turn ?? null;
      const position = snap ? add(turn ? add(snap.own.at, rotate(turn, sub(at, snap.own.at))) : at, snap.shift) : at;
      all.set([...position, ...(turn ? multiply(turn, pose.orientation) : pose.orientation)], 7 * p.object);
      s.setFrame({ ...f, pose: all });
    }
    if (p.known !== null) link.post("drag", { handle: p.known, to, input: ++p.input });
    s.draw();
  };

  const drop = async (p: Pull): Promise<void> => {
    const snap = gesture.snap, handle = await p.handle;
    gesture.snap = null;
    dragging.set(false);
    if (p.alone) return putAlone(p, snap);
    if (handle === null) return;
    if (!snap?.other) {
      const r = await ask("release", { handle, tolerance: 1e-10 });
      const left = r.left as string[] | undefined;
      if (left?.length) say(`${left.join(", ")} moved in this run only: a loop or a formula places it.`);
      return;
    }
    link.post("drag", { handle, to: p.to, input: ++p.input });
    if ((await ask("release", { handle, tolerance: 1e-10 })).ok) await joinSnapped(snap);
  };

  /** Where a body that nothing holds was let go, and its joint if it was let go on something. */
  const putAlone = async (p: Pull, snap: Snap | null): Promise<void> => {
    const f = frame(), o = scene().objects[p.object];
    if (!f || !o) return;
    const shift = sub(p.to, pointOf(f, p.object, p.local));
    if (!snap && norm(shift) < 1e-9) return s.setFrame(f);
    const met = snap ? await moveToMeet(o.id, snap) : (await moveBy(o.id, shift), null);
    const now = frame();
    if (now) s.setFrame(now);
    if (met) await joinSnapped(met);
    else if (now && !p.free) sayMissed(p.object, now);
  };

  const sayMissed = (object: number, f: Frame): void => {
    const body = shapedObject(object), pose = poseOf(f, object), id = scene().objects[object]?.id;
    const missed = body && id ? nearMiss(rig, featuresAt(body, pose.position, pose.orientation), sceneFeatures(f, joined(id))) : null;
    if (missed) say(missed);
  };

  /** The same with a nail: no handle holds a body that is moved alone. */
  const pinAlone = async (p: Pull): Promise<void> => {
    const o = scene().objects[p.object];
    await putAlone(p, null);
    const r = o && (await ask("nail", { thing: o.id, local: p.local }));
    if (r?.ok) announceJoint(r, p.to);
  };

  const click = (e: PointerEvent): void => {
    const hit = s.pick(x, y)[0], o = hit && scene().objects[hit.object], joint = jointAt(rig, x, y, 9);
    const id = joint ?? o?.id ?? null, keep = e.shiftKey || e.ctrlKey || e.metaKey ? new Set(selection()) : new Set<string>();
    if (id && keep.has(id)) keep.delete(id);
    else if (id) keep.add(id);
    selection.set(keep);
  };

  const useTool = (): boolean => {
    const t = tool(), list = candidates(rig), point = nearest(list, x, y, reach), w = workPlane(s);
    if (t === "nail" || t === "trace") {
      const hit = s.pick(x, y)[0], o = hit && scene().objects[hit.object];
      if (point?.object) void (t === "nail" ? nailPoint(point.object, nameOf(point), point.at) : tracePoint(point.reference));
      else if (!o || o.kind === "plane") return say(`Click a part to ${t === "nail" ? "nail it" : "draw the path of this place"}.`), true;
      else void (t === "nail" ? nailPoint(o.id, null, hit.at) : tracePoint(placeOf(s, hit)));
      tool.set("grab");
    } else if (t === "motor") {
      const joint = jointAt(rig, x, y, 16);
      if (!joint) return say("Click a joint to give it a motor."), true;
      void addMotor(joint);
      tool.set("grab");
    } else if (t === "bar" || t === "connect") {
      const at = point?.at ?? rig.onPlane(x, y, w.point, w.normal);
      if (!at || (t === "connect" && !point)) return say("Click a point of a part."), true;
      if (!gesture.from) gesture.from = { at, reference: point?.reference ?? null };
      else {
        const from = gesture.from;
        if (t === "connect" && point && ofOneBody(from.reference, point.reference)) return say("Both points are of one part: choose a point of another one."), true;
        gesture.from = gesture.to = null;
        if (t === "bar") void addBar(from.at, at, from.reference, point?.reference ?? null);
        else if (point && from.reference && point.reference !== from.reference) {
          void ask("add", { text: jointText(point.reference, from.reference), label: "join" }).then((r) => r.ok && announceJoint(r, point.at));
          tool.set("grab");
        }
      }
      s.draw();
    } else return false;
    return true;
  };

  /** Fixed bodies are no part of the motion: they are put elsewhere, which edits the text at the start. */
  const startPlacing = (e: PointerEvent): void => {
    const hit = s.pick(x, y)[0], o = hit && scene().objects[hit.object];
    if (!o) return;
    selection.set(new Set([o.id]));
    beginTransform("move", { x, y });
    moveTransform(e.offsetX, e.offsetY);
  };

  c.addEventListener("pointerdown", (e) => {
    if (transforming()) return void endTransform(e.button === 0);
    c.setPointerCapture(e.pointerId);
    c.parentElement?.focus({ preventScroll: true });
    wheel.set(null);
    [x, y, moved] = [e.offsetX, e.offsetY, false];
    if (e.button === 0 && tool() === "cut") {
      mode = "cut";
      gesture.cut = [{ x, y }];
      return;
    }
    if (e.button === 0 && useTool()) {
      drawn = gesture.from ? { x, y } : null;
      return;
    }
    const handle = e.button === 0 && !e.altKey ? handleAt(rig, x, y) : null;
    if (handle) {
      mode = "place";
      moved = true;
      return beginTransform(handle.kind, { x, y }, handle.axis);
    }
    const hit = s.pick(x, y)[0], o = hit && scene().objects[hit.object];
    mode = e.button !== 0 ? "pan" : e.shiftKey && (!o || o.kind === "plane") ? "frame" : e.altKey || !o || !frame() ? "orbit" : o.kind === "plane" ? "orbit" : o.fixed ? "place" : "pull";
    if (mode === "pull") pull = begin(hit!.at, hit!.object, e.ctrlKey || e.metaKey);
    clearTimeout(wait);
    const joint = jointAt(rig, x, y);
    if (joint && e.button === 0) wait = window.setTimeout(() => !moved && openWheel(joint), 350);
  });
  c.addEventListener("pointermove", (e) => {
    gesture.cursor = { x: e.offsetX, y: e.offsetY };
    if (moveTransform(e.offsetX, e.offsetY)) return;
    gesture.keys = null;
    if (mode === "none") return hover(s, e.offsetX, e.offsetY);
    const dx = e.offsetX - x, dy = e.offsetY - y;
    if (!moved && Math.hypot(dx, dy) < 3) return;
    clearTimeout(wait);
    if (mode === "frame") {
      moved = true;
      gesture.frame = { x, y, toX: e.offsetX, toY: e.offsetY };
      return s.draw();
    }
    [x, y, moved] = [e.offsetX, e.offsetY, true];
    if (mode === "orbit") rig.orbit(dx, dy);
    else if (mode === "pan") rig.pan(dx, dy);
    else if (mode === "cut") {
      gesture.cut.push({ x, y });
      s.draw();
    } else if (mode === "place") startPlacing(e);
    else if (pull) dragTo(pull, e.shiftKey);
  });
  const end = (e: PointerEvent): void => {
    const p = pull, was = mode;
    mode = "none";
    pull = null;
    clearTimeout(wait);
    if (was === "frame" && gesture.frame) return selectFramed(s);
    if (was === "place" && transforming()) return void endTransform(true);
    if (was === "pan" && !moved && e.type === "pointerup" && e.button === 2) return openMenuAt(x, y);
    if (was === "cut") void cutStroke(s);
    else if (!moved && e.button === 0 && tool() === "grab" && !wheel()) click(e);
    if (p && (moved || !p.alone)) void drop(p);
    else if (p) dragging.set(false);
  };
  /** A bar may be drawn by a drag as well as by two clicks, and so may a joint. */
  c.addEventListener("pointerup", (e) => {
    if (drawn && gesture.from && Math.hypot(e.offsetX - drawn.x, e.offsetY - drawn.y) > reach) {
      [x, y] = [e.offsetX, e.offsetY];
      useTool();
    }
    drawn = null;
  });
  c.addEventListener("pointerup", end);
  c.addEventListener("pointercancel", end);
  c.addEventListener("pointerleave", () => {
    if (mode === "none") hover(s, -100, -100);
  });
  c.addEventListener("contextmenu", (e) => e.preventDefault());
  c.addEventListener("dblclick", (e) => {
    if (tool() !== "grab") return; // two clicks of a tool
    const hit = s.pick(e.offsetX, e.offsetY)[0];
    if (hit) rig.focus(hit.at, true);
    else fit();
  });
  c.addEventListener("wheel", (e) => {
    e.preventDefault();
    rig.zoom(Math.exp(Math.max(-60, Math.min(60, e.deltaY)) * 0.0022), e.offsetX, e.offsetY);
  }, { passive: false });
  pin = () => {
    const p = pull;
    if (!p) return;
    pull = null;
    mode = "none";
    dragging.set(false);
    gesture.snap = null;
    if (p.alone) return void pinAlone(p);
    void p.handle.then((handle) => { if (handle !== null) void ask("release", { handle, pin: true }); });
  };
  pulling = () => !!pull;
  releasePull = async () => {
    const p = pull;
    pull = null;
    mode = "none";
    if (p && (moved || !p.alone)) await drop(p);
    else dragging.set(false);
  };
  lockAxis = (name) => {
    if (!pull) return;
    const axis: Vec = [Number(name === "x"), Number(name === "y"), Number(name === "z")];
    pull.axis = pull.axis && dot(pull.axis, axis) ? null : axis;
    say(pull.axis ? `Along ${name} alone; ${name} again ends that.` : "In every direction.");
    if (moved) dragTo(pull, false);
  };
  clickTool = (atX, atY) => {
    [x, y] = [atX, atY];
    return useTool();
  };
  hoverTool = (atX, atY) => hover(s, atX, atY);
  cancel = () => {
    const p = pull;
    gesture.keys = null;
    gesture.from = gesture.to = null;
    gesture.cut = [];
    const framed = gesture.frame;
    gesture.frame = null;
    if (framed) mode = "none";
    s.draw();
    if (framed) return true;
    if (!p) return false;
    gesture.snap = null;
    pull = null;
    mode = "none";
    const f = frame();
    if (p.alone && f) {
      dragging.set(false);
      s.setFrame(f);
      return true;
    }
    void drop(p).then(() => { if (!run().playing) void ask("undo"); });
    return true;
  };
}

/** Adds everything whose middle lies in the rectangle to the selection. */
function selectFramed(s: Stage): void {
  const g = gesture.frame!, f = frame(), out = new Set(selection());
  const inside = (p: { x: number; y: number } | null): boolean => !!p && (p.x - g.x) * (p.x - g.toX) <= 0 && (p.y - g.y) * (p.y - g.toY) <= 0;
  gesture.frame = null;
  if (f) scene().objects.forEach((o, i) => { if (o.kind !== "plane" && o.kind !== "variable" && inside(s.rig.project(pointOf(f, i, o.center)))) out.add(o.id); });
  selection.set(out);
  s.draw();
}

/** The place of a part at which a click was meant, as a statement names it: its middle if that is near. */
export function placeOf(s: Stage, hit: { object: number; at: Vec }): string {
  const o = scene().objects[hit.object]!, f = frame()!, pose = poseOf(f, hit.object), p = s.rig.project(pointOf(f, hit.object, o.center)), q = s.rig.project(hit.at);
  if (o.surface >= 0 || (p && q && Math.hypot(p.x - q.x, p.y - q.y) < reach)) return `${o.name}.center`;
  return pointText(o.name, rotate(conjugate(pose.orientation), sub(hit.at, pose.position)).map((x) => Number(short(x, s.rig.pixelAt(hit.at)))) as Vec);
}

let resting = { face: "", since: 0 };

/** The face of a body on which the mouse has rested for a moment during a drag. */
function restingFace(s: Stage, x: number, y: number, dragged: number): string | null {
  const hit = s.pick(x, y).find((h) => h.object !== dragged), f = frame(), body = hit && shapedObject(hit.object);
  let face = "";
  if (hit && f && body) {
    const pose = poseOf(f, hit.object);
    for (const e of featuresAt(body, pose.position, pose.orientation)) {
      const d = sub(hit.at, e.at), out = d[0] * e.dir[0] + d[1] * e.dir[1] + d[2] * e.dir[2];
      if (e.kind === "face" && Math.abs(out) < 2 * s.rig.pixelAt(hit.at)) face = `${e.reference} ${tuple(e.along, 1e-3)}`;
    }
  }
  if (face !== resting.face) resting = { face, since: performance.now() };
  return face && performance.now() - resting.since > 250 ? face : null;
}

/** Are two points of one rigid body, which no joint can bring together? */
function ofOneBody(a: string | null, b: string): boolean {
  const name = (r: string): string => r.slice(0, r.lastIndexOf("."));
  return !!a && name(a) !== "" && name(a) === name(b) && scene().objects.some((o) => o.name === name(a) && /^(solid|body)$/.test(o.kind));
}

/** Leaves what is dragged where it is, with a nail. */
export let pin: () => void = () => {};
/** Is something in the hand now? */
export let pulling: () => boolean = () => false;
/** Lets go of what is dragged, as the mouse button does. */
export let releasePull: () => Promise<void> = async () => {};
/** What is dragged moves along an axis of the world alone, "x", "y" or "z"; the same again ends that. */
export let lockAxis: (name: string) => void = () => {};
/** Uses the tool at a place of the view, as a click does. */
export let clickTool: (x: number, y: number) => boolean = () => false;
export let hoverTool: (x: number, y: number) => void = () => {};
/** Ends the gesture as if it had not been made; false if there was none. */
export let cancel: () => boolean = () => false;

const nameOf = (c: Candidate): string => c.reference.slice(c.reference.lastIndexOf(".") + 1);

function hover(s: Stage, x: number, y: number): void {
  const point = nearest(candidates(s.rig), x, y, reach), before = gesture.hover?.reference, joint = jointAt(s.rig, x, y);
  gesture.hover = point;
  gesture.inside = x >= 0;
  const grip = handleAt(s.rig, x, y), hit = x >= 0 ? s.pick(x, y)[0] : undefined, o = hit && scene().objects[hit.object], t = tool();
  if (gesture.from) gesture.to = point?.at ?? s.rig.onPlane(x, y, workPlane(s).point, workPlane(s).normal);
  s.canvas.style.cursor = grip ? (grip.kind === "turn" ? "grab" : "move") : t !== "grab" ? "crosshair" : o ? (o.fixed ? "move" : "grab") : "default";
  const id = joint ?? o?.id ?? null;
  if (id !== hovered()) hovered.set(id);
  if (before !== point?.reference || gesture.from) s.draw();
}

/** The part under the mouse, and where. */
export function underMouse(): { id: string; object: number; at: Vec } | null {
  const hit = stage && gesture.inside ? stage.pick(gesture.cursor.x, gesture.cursor.y)[0] : undefined, o = hit && scene().objects[hit.object];
  return o && o.kind !== "plane" ? { id: o.id, object: hit.object, at: hit.at } : null;
}

export const hoverPoint = (): Candidate | null => gesture.hover;

export function openWheel(id: string): void {
  const i = scene().constraints.findIndex((c) => c.id === id), j = frame()?.joints[i], p = j && stage?.rig.project(j.at);
  if (!p) return;
  const slots = jointChoices(id).map((k) => ({ label: k.label, act: () => void changeJoint(id, k) }));
  selection.set(new Set([id]));
  wheel.set({ x: p.x, y: p.y, slots });
}

/** Takes away the joints that a stroke crosses. */
async function cutStroke(s: Stage): Promise<void> {
  const line = gesture.cut, found = new Set<string>(), f = frame();
  gesture.cut = [];
  scene().constraints.forEach((c, i) => {
    const j = f?.joints[i], p = j && s.rig.project(j.at);
    if (p && line.some((q, k) => near(p, q, line[k + 1] ?? q))) found.add(c.id);
  });
  s.draw();
  tool.set("grab");
  if (!found.size) return say("The stroke crossed no joint.");
  await cutJoints(found);
}

export async function cutJoints(found: ReadonlySet<string>): Promise<void> {
  const r = await ask("remove", { things: await withNails([...found]), users: true });
  if (r.ok) say(`Cut: ${(r.removed as string[] | undefined)?.join(", ") ?? found.size}`);
}

function near(p: { x: number; y: number }, a: { x: number; y: number }, b: { x: number; y: number }): boolean {
  const d = { x: b.x - a.x, y: b.y - a.y }, n = d.x * d.x + d.y * d.y;
  const s = n > 0 ? Math.max(0, Math.min(1, ((p.x - a.x) * d.x + (p.y - a.y) * d.y) / n)) : 0;
  return Math.hypot(a.x + s * d.x - p.x, a.y + s * d.y - p.y) < 9;
}

export const viewCentre = (s: Stage): Vec => {
  const w = workPlane(s);
  return s.rig.onPlane((s.rig.width + s.rig.inset) / 2, s.rig.height / 2, w.point, w.normal) ?? scale(1, s.rig.target);
};
