// Keys. Letters count only while no text field has the focus.
import {
  addMotor, changeSpeed, duplicate, joinSelected, nailPoint, nextAxis, nudge, play, redo, removeSelected, restart, save, step, tracePoint, undo,
} from "../actions";
import { ask, fit, stage } from "../app";
import { type Frame, type Vec, pointOf } from "../model";
import { toggleFollow } from "../view/follow";
import { chip, codeOpen, dialog, frame, menu, run, say, scene, selection, statementOpen, thingOf, tool, wheel } from "../state";
import { candidates, jointAt } from "./snap";
import { beginTransform, endTransform, transformKey } from "./transform";
import { openMenuOfSelection, rename } from "./context";
import { cancel, clickTool, cutJoints, gesture, hoverPoint, hoverTool, lockAxis, openWheel, pin, placeOf, pulling, releasePull, underMouse } from "./pointer";

const typing = (e: KeyboardEvent): boolean => e.target instanceof Element && !!e.target.closest("input:not([type=range]):not([type=checkbox]), textarea, select, [contenteditable], .cm-editor");

export function listenKeys(): void {
  addEventListener("keydown", (e) => {
    if (e.defaultPrevented || !(command(e) || (!typing(e) && letter(e)))) return;
    e.preventDefault();
  });
  // Who clicked a button or ticked a box with the mouse means the view with the next key: the space bar plays.
  addEventListener("click", (e) => {
    const on = e.detail > 0 && e.target instanceof Element ? e.target.closest("button, summary, label, input[type=checkbox]") : null;
    if (!on || on.closest("dialog, [role=menu], [role=tree], .cm-editor") || on.matches("label:not(:has(input[type=checkbox]))")) return;
    document.querySelector<HTMLElement>(".view")?.focus({ preventScroll: true });
  });
}

/** Keys that work everywhere. */
function command(e: KeyboardEvent): boolean {
  const key = e.key.toLowerCase(), ctrl = e.ctrlKey || e.metaKey;
  if (key === "escape") return escape(e);
  if (dialog()) return false;
  if (pulling() && !typing(e)) return pullKey(e, key);
  if (ctrl && key === "s") void save();
  else if (ctrl && key === "k") dialog.set({ name: "commands" });
  else if (ctrl && key === "e") codeOpen.set(!codeOpen());
  else if (ctrl && (key === "z" || key === "y") && !typing(e)) void (e.shiftKey || key === "y" ? redo() : undo());
  else if (ctrl && key === "d" && !typing(e)) void duplicate();
  else if (ctrl && key === "a" && !typing(e)) selection.set(new Set(scene().objects.map((o) => o.id)));
  else if (key === "f6") nextRegion(e.shiftKey ? -1 : 1);
  else return false;
  return true;
}

/** In the middle of a drag: undo ends it as if it had not been, other keys that are no part of it wait for its end. */
function pullKey(e: KeyboardEvent, key: string): boolean {
  if ((e.ctrlKey || e.metaKey) && key === "z") cancel();
  else if (key === ".") pin();
  else if (key === " ") void releasePull().then(play);
  else if (key === "x" || key === "y" || key === "z") lockAxis(key);
  else if (key === "shift" || key === "control" || key === "alt" || key === "meta") return false;
  return true;
}

function escape(e: KeyboardEvent): boolean {
  if (dialog()) dialog.set(null);
  else if (menu()) menu.set(null);
  else if (wheel()) wheel.set(null);
  else if (statementOpen()) statementOpen.set(false);
  else if (typing(e)) return false;
  else if (endTransform(false) || cancel()) return true;
  else if (tool() !== "grab") tool.set("grab");
  else if (chip()) chip.set(null);
  else selection.set(new Set());
  return true;
}

function nextRegion(by: number): void {
  const all = [...document.querySelectorAll<HTMLElement>("[data-region]")].filter((r) => r.offsetParent);
  const now = all.findIndex((r) => r.contains(document.activeElement));
  const next = all[(now + by + all.length) % all.length];
  (next?.querySelector<HTMLElement>("button:not(:disabled), [tabindex='0'], input") ?? next)?.focus();
}

/** Letters and other keys of the view. */
function letter(e: KeyboardEvent): boolean {
  if (dialog() || e.ctrlKey || e.metaKey || e.altKey) return false;
  const on = e.target instanceof Element ? e.target : document.body, key = e.key;
  if (on.closest("[role=menu], [role=dialog], [role=radiogroup]")) return false;
  const control = on.closest("button, summary, input, [role=treeitem], [role=slider]");
  if (wheel() && /^[1-8]$/.test(key)) {
    wheel()!.slots[Number(key) - 1]?.act();
    wheel.set(null);
    return true;
  }
  if (control && ((key === " " && !control.matches("input[type=range]")) || key === "Enter" || key.startsWith("Arrow") || key === "Home" || key === "End")) return false;
  if (toolKey(e, key)) return true;
  if (transformKey(key.length === 1 ? key.toLowerCase() : key)) return true;
  return viewKey(e, key.length === 1 ? key.toLowerCase() : key);
}

function viewKey(e: KeyboardEvent, key: string): boolean {
  const inView = !!document.activeElement?.closest(".view"), point = hoverPoint(), under = underMouse();
  const joint = stage ? jointAt(stage.rig, gesture.cursor.x, gesture.cursor.y, 16) : null;
  if (key === " ") void play();
  else if (key === "f") e.shiftKey ? toggleFollow() : fit(true, null);
  else if (key === "Home") void restart();
  else if (key === "End") void ask("seek", { live: true });
  else if (key.startsWith("Arrow") && inView && selection().size && !run().playing && frame()?.t === 0 && !e.shiftKey) arrow(key);
  else if (key === "ArrowRight") void (e.shiftKey ? ask("step", { seconds: 1 }) : step(1));
  else if (key === "ArrowLeft") void ask("seek", { t: Math.max(0, (frame()?.t ?? 0) - (e.shiftKey ? 1 : 1 / 30)) });
  else if (key === "-") changeSpeed(-1);
  else if (key === "=" || key === "+") changeSpeed(1);
  else if (key === "Delete" || key === "Backspace") void removeSelected();
  else if (key === "/") statementOpen.set(true);
  else if (key === "?") dialog.set({ name: "help" });
  else if (key === "F2") rename();
  else if (key === "ContextMenu" || (key === "F10" && e.shiftKey) || (key === "Enter" && inView)) openMenuOfSelection();
  else if (key === "g" || key === "r" || key === "s") beginTransform(key === "g" ? "move" : key === "r" ? "turn" : "size", gesture.cursor);
  else if (key === "v") tool.set("grab");
  else if (key === "b") tool.set("bar");
  else if (key === "c") void joinSelected();
  else if (key === "k") tool.set("cut");
  else if (key === "n") point?.object ? void nailPoint(point.object, point.reference.split(".").pop()!, point.at) : under ? void nailPoint(under.id, null, under.at) : nailKey();
  else if (key === "t") point?.object ? void tracePoint(point.reference) : under ? void tracePoint(placeOf(stage!, under)) : tool.set("trace");
  else if (key === "m") joint ? void addMotor(joint) : motorKey();
  else if (key === "w") joint ? openWheel(joint) : wheelKey();
  else if (key === "a") axisKey(joint);
  else if (key === "Tab" && inView) return cycle(e.shiftKey ? -1 : 1);
  else return false;
  return true;
}

/** With a tool the keyboard has a cursor in the view: arrows move it, Tab goes to the next point or joint, Enter clicks. */
function toolKey(e: KeyboardEvent, key: string): boolean {
  const s = stage, t = tool(), arrows: Record<string, [number, number]> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  if (!s || t === "grab" || !document.activeElement?.closest(".view")) return false;
  const at = gesture.keys ?? { x: (s.rig.width + s.rig.inset) / 2, y: s.rig.height / 2 }, way = arrows[key], size = e.shiftKey ? 2 : 16;
  if (way) moveCursor({ x: Math.max(0, Math.min(s.rig.width, at.x + size * way[0])), y: Math.max(0, Math.min(s.rig.height, at.y + size * way[1])) });
  else if (key === "Tab") return nextPlace(t === "motor" || t === "cut", e.shiftKey ? -1 : 1);
  else if (key === "Enter") {
    moveCursor(at);
    const joint = t === "cut" ? jointAt(s.rig, at.x, at.y, 16) : null;
    if (t !== "cut") clickTool(at.x, at.y);
    else if (joint) void cutJoints(new Set([joint])).then(() => tool.set("grab"));
    else say("There is no joint here.");
  } else return false;
  return true;
}

function moveCursor(to: { x: number; y: number }): void {
  gesture.keys = gesture.cursor = to;
  hoverTool(to.x, to.y);
  stage!.draw();
}

/** The next point, or joint, in the order of the outline; after the last one Tab leaves the view. */
function nextPlace(joints: boolean, by: number): boolean {
  const rig = stage!.rig, s = scene(), f = frame();
  const all = joints ? s.constraints.flatMap((c, i) => { const j = f?.joints[i], p = j && rig.project(j.at); return p ? [{ name: c.name, x: p.x, y: p.y }] : []; })
    : candidates(rig).map((c) => ({ name: c.reference, x: c.x, y: c.y }));
  const now = gesture.keys, here = now ? all.findIndex((c) => c.name === toured) : -1, next = all[here < 0 ? (by > 0 ? 0 : all.length - 1) : here + by];
  if (!next) return false;
  toured = next.name;
  moveCursor({ x: next.x, y: next.y });
  say(next.name);
  return true;
}

/** The point or joint to which Tab went last. */
let toured = "";

const selectedOf = (type: string): string[] => [...selection()].filter((id) => thingOf(id)?.type === type);

const motorKey = (): void => {
  const j = selectedOf("constraint");
  if (j.length === 1) void addMotor(j[0]!);
  else tool.set("motor");
};

const wheelKey = (): void => {
  const j = selectedOf("constraint");
  if (j.length) openWheel(j[0]!);
};

/** The joint under the cursor, the one just made, or the selected one. */
function axisKey(joint: string | null): void {
  const id = joint ?? chip()?.constraint ?? selectedOf("constraint")[0];
  if (id) void nextAxis(id);
  else say("Point at a joint, or select one, for its next axis.");
}

/** Without a point under the cursor: the upper end of the selected object, or the tool. */
function nailKey(): void {
  const ids = selectedOf("object"), s = scene(), f = frame();
  const i = s.objects.findIndex((o) => o.id === ids[0]), o = s.objects[i];
  if (ids.length !== 1 || !o || !f || !document.activeElement?.closest(".view, .outline")) return tool.set("nail");
  const free = o.points.filter((p) => p[0] !== "origin" && (o.points.length < 3 || p[0] !== "center"));
  const point = upperPoint(free, i) ?? "center";
  void nailPoint(o.id, point, [0, 0, 0]);
  say(`${o.name}.${point} is nailed: nothing was under the mouse.`);
}

function upperPoint(points: [string, number, number, number, boolean?][], object: number): string | null {
  const f = frame()!, up = scene().up === "y" ? 1 : 2;
  let best: string | null = null, height = -Infinity;
  for (const p of points) {
    const at = stageHeight(f, object, [p[1], p[2], p[3]], up);
    if (at > height) [best, height] = [p[0], at];
  }
  return best;
}

const stageHeight = (f: Frame, object: number, local: Vec, up: number): number => pointOf(f, object, local)[up]!;

function arrow(key: string): void {
  void nudge(key === "ArrowLeft" ? -1 : key === "ArrowRight" ? 1 : 0, key === "ArrowUp" ? 1 : key === "ArrowDown" ? -1 : 0);
}

/** Tab goes through the objects; after the last it leaves the view. */
function cycle(by: number): boolean {
  const all = scene().objects, now = all.findIndex((o) => selection().has(o.id)), next = now < 0 ? (by > 0 ? 0 : all.length - 1) : now + by;
  if (!all[next]) return false;
  selection.set(new Set([all[next]!.id]));
  return true;
}
