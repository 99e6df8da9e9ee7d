// G moves and R turns what is selected, with X, Y or Z as the axis and a typed number; fixed bodies are dragged by it too.
import { ask, stage } from "../app";
import { type Quat, type Vec, add, multiply, poseOf, rotate, scale, sub, turnAbout } from "../model";
import { short } from "../parts";
import { flat, frame, run, say, scene, selection } from "../state";
import { planeNormal, setValue } from "../actions";

interface Start { thing: string; index: number; position: Vec; orientation: Quat }

let mode: "move" | "turn" | "size" | null = null, resume = false;
let starts: Start[] = [], pivot: Vec = [0, 0, 0], axis: Vec | null = null, typed = "", from: { x: number; y: number } | null = null, now = { x: 0, y: 0 };

export const transforming = (): boolean => mode !== null;

/** While the world runs it waits until this is finished. */
export function beginTransform(what: "move" | "turn" | "size", at: { x: number; y: number } | null, along: Vec | null = null): void {
  const f = frame(), s = scene();
  if (!f) return;
  starts = s.objects.flatMap((o, index) => (selection().has(o.id) && o.kind !== "variable" ? [{ thing: o.id, index, ...poseOf(f, index) }] : []));
  if (!starts.length) return say("Select a part first.");
  resume = run().playing;
  if (resume) void ask("run", { play: false });
  mode = what;
  axis = along;
  typed = "";
  from = at;
  pivot = scale(1 / starts.length, starts.reduce<Vec>((sum, e) => add(sum, e.position), [0, 0, 0]));
  if (what === "size") say("Size: move away or nearer, or type a factor; Enter or a click to finish, Esc to cancel.");
  else if (!along) say(`${what === "move" ? "Move" : "Turn"}: X, Y or Z for an axis, a number for an amount, Enter or a click to finish, Esc to cancel.`);
}

/** The change at the present place of the mouse, or as typed. */
function change(): { shift: Vec; turn: Quat } {
  const none: { shift: Vec; turn: Quat } = { shift: [0, 0, 0], turn: [1, 0, 0, 0] }, rig = stage?.rig, number = typed === "" || typed === "-" ? null : Number(typed);
  if (!rig || !from) return none;
  const normal = flat() ? planeNormal() : rig.back();
  if (mode === "move") {
    if (number !== null) return { ...none, shift: scale(number, axis ?? rig.right()) };
    const a = rig.onPlane(from.x, from.y, pivot, normal), b = rig.onPlane(now.x, now.y, pivot, normal);
    if (!a || !b) return none;
    const shift = sub(b, a);
    return { ...none, shift: axis ? scale(shift[0] * axis[0] + shift[1] * axis[1] + shift[2] * axis[2], axis) : shift };
  }
  const c = rig.project(pivot);
  if (!c) return none;
  const turned = Math.atan2(c.y - now.y, now.x - c.x) - Math.atan2(c.y - from.y, from.x - c.x), about = axis ?? normal;
  const sign = about[0] * rig.back()[0] + about[1] * rig.back()[1] + about[2] * rig.back()[2] < 0 ? -1 : 1;
  return { ...none, turn: turnAbout(about, number !== null ? (number * Math.PI) / 180 : sign * turned) };
}

/** How much larger, as typed or by the distance of the mouse from the middle. */
export function factor(): number {
  const typedFactor = Number(typed), c = stage?.rig.project(pivot);
  if (typed !== "" && typedFactor > 0) return typedFactor;
  if (!c || !from || typed !== "") return 1;
  return Math.max(0.05, Math.min(20, (Math.hypot(now.x - c.x, now.y - c.y) + 60) / (Math.hypot(from.x - c.x, from.y - c.y) + 60)));
}

let gestures = 0;

/** The numbers of shapes and their places from the middle, all times a factor. */
async function resize(by: number, what: Start[], about: Vec): Promise<void> {
  const s = scene(), gesture = `size ${++gestures}`;
  for (const e of what) {
    const o = s.objects[e.index]!, r = await ask("inspect", { thing: e.thing });
    const sizes = ((r.thing as { parameters?: { word: string; unit: string | null; values: number[] | null }[] } | undefined)?.parameters ?? [])
      .filter((p) => p.unit === "m" && p.values?.length && /^(length|radius|width|size|R|r|a|b|c)$/.test(p.word));
    if (!sizes.length) say(`${o.name} has no size of its own.`);
    for (const p of sizes) await setValue(e.thing, p.word, { values: p.values!.map((x) => Number((x * by).toPrecision(4))), gesture });
  }
  if (what.length > 1) await ask("place", { things: what.map((e) => ({ thing: e.thing, position: add(about, scale(by, sub(e.position, about))) })), tolerance: 1e-4 * by, gesture });
}

function placed(): { thing: string; index: number; position: Vec; orientation: Quat }[] {
  const { shift, turn } = change();
  return starts.map((e) => ({
    ...e, position: add(add(pivot, rotate(turn, sub(e.position, pivot))), shift), orientation: multiply(turn, e.orientation),
  }));
}

function preview(): void {
  const f = frame();
  if (!f || !stage) return;
  const pose = f.pose.slice(), by = factor();
  if (mode === "size") {
    say(`Size × ${by.toPrecision(3)}`);
    stage.solids.stretched = new Map(starts.map((e) => [e.index, by]));
    for (const e of starts) pose.set(add(pivot, scale(by, sub(e.position, pivot))), 7 * e.index);
  } else for (const e of placed()) pose.set([...e.position, ...e.orientation], 7 * e.index);
  stage.setFrame({ ...f, pose });
}

export function moveTransform(x: number, y: number): boolean {
  if (!mode) return false;
  now = { x, y };
  from ??= now;
  preview();
  return true;
}

export function endTransform(take: boolean): boolean {
  if (!mode) return false;
  const sized = mode === "size" ? factor() : 0, again = resume, turned = mode === "turn", digits = 1e-4 * (stage?.rig.pixel() ?? 1);
  const things = placed().map((e) => ({ thing: e.thing, position: e.position.map((x) => Number(short(x, digits))), ...(turned ? { orientation: e.orientation } : {}) }));
  mode = null;
  const f = frame();
  stage?.solids.stretched.clear();
  if (f) stage?.setFrame(f);
  const done = !take ? Promise.resolve() : sized ? resize(sized, starts, pivot) : ask("place", { things });
  void done.then(() => { if (again) void ask("run", { play: true }); });
  return true;
}

/** Keys while something is moved or turned; true if used. */
export function transformKey(key: string): boolean {
  if (!mode) return false;
  if (key === "x" || key === "y" || key === "z") axis = [key === "x" ? 1 : 0, key === "y" ? 1 : 0, key === "z" ? 1 : 0];
  else if (/^[0-9.-]$/.test(key)) typed += key;
  else if (key === "Backspace") typed = typed.slice(0, -1);
  else if (key === "Enter") return endTransform(true);
  else if (key === "Escape") return endTransform(false);
  else return false;
  from ??= now;
  preview();
  return true;
}
