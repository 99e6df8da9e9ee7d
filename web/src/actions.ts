// What people do, as requests to the engine. Each is one undo step.
import { ask, fit, link, stage } from "./app";
import { featuresAt, localOf, placeOn, sceneFeatures, shapedObject } from "./interact/features";
import { type JointChoice, type Snap, hingeAxes, meeting, snapChoices } from "./interact/snap";
import { type Quat, type Vec, conjugate, multiply, poseOf, rotate, add as plus, pointOf, sub, norm, unit, cross, upOf } from "./model";
import { type PartKind, short, shortVec, tuple } from "./parts";
import { chip, doc, flat, frame, history, run, say, scene, select, selection, thingOf, tool, dialog } from "./state";
import type { Json, Reply } from "./net/link";

export const play = (): Promise<Reply> => ask("run", { play: !run().playing });
export const step = (frames: number): Promise<Reply> => ask("step", { frames });
export const restart = (): Promise<Reply> => ask("restart");

export async function undo(): Promise<void> {
  if (!history().undos) return say("There is nothing to undo.");
  const r = await ask("undo");
  if (r.ok) say(`Undone: ${String(r.label ?? "")}${typeof r.t === "number" && r.t > 0 ? `, back at ${r.t.toFixed(2)} s` : ""}`);
}

export async function redo(): Promise<void> {
  if (!history().redos) return say("There is nothing to redo.");
  const r = await ask("redo");
  if (r.ok) say(`Done again: ${String(r.label ?? "")}`);
}

/** After a change of the start while the motion is somewhere else. */
export function offerRestart(): void {
  if ((frame()?.t ?? 0) > 0) say("The start has changed.", "info", { label: "See it from the start", act: restart });
}

const speeds = [0.125, 0.25, 0.5, 1, 2, 4];
export const setSpeed = (speed: number): Promise<Reply> => ask("run", { play: run().playing, speed });
export function changeSpeed(by: number): void {
  const now = speeds.findIndex((s) => s >= run().speed - 1e-9);
  void setSpeed(speeds[Math.max(0, Math.min(speeds.length - 1, (now < 0 ? 3 : now) + by))]!);
}

/** A name that nothing has yet: rod1, rod2, … */
export function freeName(base: string): string {
  const s = scene(), taken = new Set([...s.objects, ...s.lets, ...s.nails, ...s.constraints].map((e) => e.name));
  for (let i = 1; ; i++) if (!taken.has(`${base}${i}`) && !new RegExp(`\\b${base}${i}\\b`).test(doc().text)) return `${base}${i}`;
}

/** The normal of the plane in which flat worlds move. */
export const planeNormal = (): Vec => (scene().up === "y" ? [0, 0, 1] : [0, 1, 0]);

export const tolerance = (): number => 0.5 * (stage?.rig.pixel() ?? 1e-3);

/** Where a named point is, to the last digit: poses in frames are rounded. */
async function exactPlace(reference: string, near: Vec): Promise<Vec> {
  const r = await link.send("near", { place: near, distance: 1e-2 * (stage?.rig.radius ?? 1), most: 20 });
  return (r.points as { reference: string | null; point: Vec }[] | undefined)?.find((p) => p.reference === reference)?.point ?? near;
}

async function exactPose(id: string): Promise<{ position: Vec; orientation: Quat } | null> {
  const r = await link.send("inspect", { thing: id });
  const pose = (r.thing as { pose?: { position: Vec; orientation?: Quat } } | undefined)?.pose;
  return pose?.position ? { position: pose.position, orientation: pose.orientation ?? [1, 0, 0, 0] } : null;
}

async function put(thing: string, position: Vec, orientation: Quat | null, digits: number): Promise<boolean> {
  const done = await ask("place", { things: [{ thing, position, ...(orientation ? { orientation } : {}) }], tolerance: digits }), left = done.left as string[] | undefined;
  if (left?.length) say(`${left.join(", ")} moved in this run only: a loop or a formula places it.`);
  return done.ok;
}

/** Moves an object by a shift. */
export async function moveBy(id: string, shift: Vec): Promise<void> {
  const pose = await exactPose(id);
  if (pose) await put(id, plus(pose.position, shift), null, tolerance());
}

/** A snap to the last digit, for an own body that is turned so: poses in frames are rounded. The place on the other body gets few digits. */
async function exactSnap(s: Snap, orientation: Quat): Promise<Snap> {
  const rough = { ...s.own, at: plus(s.own.at, s.shift), turned: orientation, dir: rotate(orientation, s.own.along) };
  if (!s.other || s.kind === "curve") return { ...s, own: { ...rough, at: s.kind === "grid" ? s.at : rough.at }, turn: null, shift: [0, 0, 0] };
  const other = await exactFeature(s.other), turn = s.turn ? meeting(s.kind, rough, other)?.turn ?? null : null, turned = turn ? multiply(turn, orientation) : orientation;
  const own = { ...rough, turned, dir: rotate(turned, s.own.along) }, at = plus(own.at, meeting(s.kind, own, other)?.shift ?? [0, 0, 0]);
  const few = localOf(other, at).map((x) => Number(short(x, 1e-7))) as Vec;
  return { ...s, other, own: { ...own, at: s.kind === "axes" ? placeOn(other, few) : at }, turn: null, shift: [0, 0, 0] };
}

/** Moves and turns an object so that it meets what it snapped to, and gives the snap as it is now. */
export async function moveToMeet(id: string, s: Snap): Promise<Snap | null> {
  const pose = await exactPose(id);
  if (!pose) return null;
  const now = await exactSnap(s, pose.orientation), orientation = now.own.turned;
  return (await put(id, sub(now.own.at, rotate(orientation, s.own.local)), orientation === pose.orientation ? null : orientation, s.kind === "grid" ? 1e-7 : 1e-9)) ? now : null;
}

async function exactFeature(e: NonNullable<Snap["other"]>): Promise<NonNullable<Snap["other"]>> {
  const i = scene().objects.findIndex((o) => o.id === e.id), body = shapedObject(i), pose = body && e.id ? await exactPose(e.id) : null;
  return (pose && featuresAt(body!, pose.position, pose.orientation).find((k) => k.kind === e.kind && k.reference === e.reference && norm(sub(k.along, e.along)) < 1e-9)) ?? e;
}

/** Writes a part at a place, with a joint to what it snapped to. */
export async function addPart(kind: PartKind, at: Vec, snap: Snap | null, named = freeName(kind.base)): Promise<string | null> {
  const join = snap?.other ? snap : null, name = named, tol = tolerance(), up = upOf(scene()), dof = scene().dof;
  const exact = snap ? await exactSnap(snap, snap.own.turned) : null, turn = exact && snap && exact.own.turned !== snap.own.turned ? exact.own.turned : null;
  if (exact) at = sub(exact.own.at, rotate(exact.own.turned, exact.own.local));
  let words = kind.words, extra = "";
  if (kind.ghost === "plane") {
    if (up[1] === 1) words += " rotation 1 0 0 -90deg;";
    if (!/^\s*contact\b/m.test(doc().text)) extra += "\ncontact friction 0.5;";
  } else if (kind.ghost === "ring") {
    words = words.replace("0 0 0.5", `${shortVec([at[0], at[1]], tol)} 0.5`);
  } else words += ` position ${shortVec(at, join ? 1e-12 : snap ? 1e-7 : tol)};`;
  if (turn) words += ` orientation ${shortVec(turn, 1e-12)};`;
  else if (kind.tilted) words += " rotation 0 1 0 45deg;";
  // Contact is for rigid bodies; what a soft block meets is said for each.
  const soft = kind.label === "Soft block", meets = scene().objects.filter((o) => (soft ? o.kind === "solid" || o.kind === "plane" : o.kind === "block" && kind.ghost !== "ring" && kind.label !== "Particle"));
  if (meets.length <= 12) for (const o of meets) extra += `\nconstraint: outside ${soft ? `${name} ${o.name}` : `${o.name} ${name}`}; tau 0.005; end`;
  const choices = join ? snapChoices(exact!) : [];
  if (join) extra += `\n${choices[0]?.text ?? jointText(join.own.reference, join.other!.reference)};`;
  const r = await ask("add", { text: `object ${name}: ${words} end${extra}`, label: `add ${name}` });
  if (!r.ok) return null;
  const made = scene().objects.find((o) => o.name === name);
  if (made) select(made.id);
  if (join) announceJoint(r, join.at, dof === null ? null : dof + (kind.label === "Particle" ? 3 : 6), choices);
  return name;
}

/** Makes the joint that a snap offers first. */
export async function joinSnapped(s: Snap): Promise<void> {
  if (!s.other) return;
  const choices = snapChoices(s), before = scene().dof;
  const r = await ask("add", { text: choices[0]?.text ?? jointText(s.own.reference, s.other.reference), label: s.kind === "points" ? `join ${s.own.reference} to ${s.other.reference}` : `${choices[0]!.label.toLowerCase()}: ${s.own.object}, ${s.other.object}` });
  if (r.ok) announceJoint(r, s.at, before, choices);
}

/** The statement that joins two points, in the way that fits the world: ball joints, or hinges in flat worlds. */
export function jointText(own: string, other: string): string {
  const a = ownerOf(own), b = ownerOf(other);
  if (!flat()) return `connect ${own} ${other}`;
  const n = tuple(planeNormal(), 1e-9);
  if (!a || !b) return `connect ${own} ${other}`;
  return `revolute ${b} ${a} ${other} ${own} ${n} ${n}`;
}

const ownerOf = (reference: string): string | null => (reference.startsWith("(") || !reference.includes(".") ? null : reference.slice(0, reference.lastIndexOf(".")));

const kindNames: Record<string, string> = {
  connect: "ball joint", revolute: "hinge", weld: "weld", universal: "universal joint", slider: "slider", distance: "rope", spring: "spring",
  "on-line": "on a line", "on-plane": "on a plane", "on-curve": "on a curve", touch: "touch", rolling: "rolling",
};
export const sayKind = (kind: string): string => kindNames[kind] ?? kind;

/** What may stand in place of the joint of two objects, if it was made by snapping to more than points. */
const offered = new Map<string, JointChoice[]>();
const coupleOf = (objects: readonly (string | null)[]): string => [...objects].map((o) => scene().objects.find((e) => e.id === o)?.name ?? "world").sort().join(" ");

/** After a joint was made: the chip that names it, says what it took away, and opens the wheel. */
export function announceJoint(r: Reply, near: Vec, before: number | null = null, choices: JointChoice[] = []): void {
  const made = (r.made as { type: string; id: string; name: string }[] | undefined)?.find((m) => m.type === "constraint");
  const c = made && scene().constraints.find((e) => e.id === made.id || e.name === made.name), p = stage?.rig.project(near);
  if (!c || !p) return;
  if (choices.length) offered.set(coupleOf(c.objects), choices);
  else offered.delete(coupleOf(c.objects));
  const dof = scene().dof;
  chip.set({ x: p.x, y: p.y, constraint: c.id, label: sayKind(c.kind), dof: dof === null ? "" : before === null || before === dof ? `DOF ${dof}` : `DOF ${before}→${dof}` });
  const mine = chip();
  setTimeout(() => chip() === mine && chip.set(null), 4000);
}

export async function nailPoint(object: string, point: string | null, at: Vec): Promise<void> {
  const o = scene().objects.find((e) => e.id === object), i = scene().objects.indexOf(o!), f = frame();
  if (!o || !f) return;
  const pose = poseOf(f, i), local = point ? null : rotate(conjugate(pose.orientation), sub(at, pose.position)), before = scene().dof;
  let r: Reply;
  if (flat() && o.kind !== "particle") {
    const n = tuple(planeNormal(), 1e-9), place = point ? `${o.name}.${point}` : tuple(at, 1e-9);
    r = await ask("add", { text: `constraint ${freeName("pin")}: revolute world ${o.name} ${place} ${n}; end`, label: `pin ${o.name}` });
  } else r = await ask("nail", point ? { thing: object, point } : { thing: object, local });
  if (r.ok) announceJoint(r, point ? pointOf(frame()!, i, (o.points.find((p) => p[0] === point)?.slice(1, 4) as Vec | undefined) ?? o.center) : at, before);
}

/** Things to be removed, and the nails that nothing would hang on any more. */
export async function withNails(ids: readonly string[]): Promise<string[]> {
  const s = scene(), text = doc().text, gone = s.constraints.filter((c) => ids.includes(c.id) || c.objects.some((o) => o && ids.includes(o))).map((c) => c.id);
  if (!s.nails.length || !gone.length) return [...ids];
  const places = (await link.send("places")).places as [string, number, number][] | undefined ?? [];
  const cut = places.filter((p) => gone.includes(p[0])).map((p) => text.slice(p[1], p[2])).join("\n");
  const times = (name: string, where: string): number => where.split(new RegExp(`\\b${name}\\b`)).length - 1;
  return [...ids, ...s.nails.filter((n) => /^\w+$/.test(n.name) && times(n.name, cut) > 0 && times(n.name, text) === times(n.name, cut) + 1).map((n) => n.id)];
}

export async function removeSelected(): Promise<void> {
  if (!selection().size) return say("Nothing is selected.");
  const things = await withNails([...selection()]);
  const r = await ask("remove", { things, users: true });
  if (r.code === "ask") return askHow("What should be removed?", r, (how) => void ask("remove", { things, users: true, how }));
  if (r.ok) say(`Removed: ${(r.removed as string[] | undefined)?.join(", ") || "done"}`);
}

export async function duplicate(): Promise<void> {
  const s = scene(), place = (id: string): number => s.objects.findIndex((o) => o.id === id);
  let things = [...selection()].filter((id) => thingOf(id)?.type === "object");
  // Of a joint that was just made the newer part is meant.
  if (!things.length) things = s.constraints.filter((c) => selection().has(c.id)).flatMap((c) => c.objects.filter((o) => o !== null).sort((a, b) => place(b) - place(a)).slice(0, 1));
  if (!things.length) return say("Select what to duplicate first.");
  const r = await ask("duplicate", { things, join: true });
  if (!r.ok) return;
  const made = (r.made as { type: string; id: string }[] | undefined)?.filter((m) => m.type === "object") ?? [];
  if (!made.length) return;
  select(...made.map((m) => m.id));
  whenPlaced(made.map((m) => m.id), (seen) => { if (!seen) fit(); });
}

/** As soon as new objects have a place: are the middles of all of them in view? */
function whenPlaced(ids: string[], then: (seen: boolean) => void): void {
  const stop = frame.watch((f) => {
    const s = scene(), rig = stage?.rig;
    if (!f || f.carried || f.rev !== s.rev || !rig) return;
    stop();
    then(s.objects.every((o, i) => {
      const p = ids.includes(o.id) ? rig.project(pointOf(f, i, o.center)) : null;
      return !ids.includes(o.id) || (!!p && p.x > rig.inset && p.y > 0 && p.x < rig.width && p.y < rig.height);
    }));
  });
}

const howNames: Record<string, string> = {
  let: "Change the named value", all: "Change every one of the loop", split: "Take this one out of the loop",
  here: "Put the number in place of the formula", run: "Only in this run",
};

/** Where more than a number stands in the text, people choose. */
export function askHow(title: string, r: Reply, then: (how: string) => void): void {
  const choices = ((r.choices as string[] | undefined) ?? ["all", "split"]).map((key) => ({
    key, label: key === "let" && r.let ? `Change ${String(r.let)}, which is used here` : howNames[key] ?? key,
  }));
  dialog.set({ name: "choice", title, text: r.stands ? `In the text stands: ${String(r.stands)}` : undefined, choices, then });
}

export async function setValue(thing: string, word: string, members: Json): Promise<Reply> {
  const r = await ask("set", { thing, word, ...members });
  if (r.code === "ask") askHow(`Set ${word}`, r, (how) => void ask("set", { thing, word, ...members, how }));
  else if (r.ok && /^(position|orientation|rotation|velocity|spin)$/.test(word)) offerRestart();
  return r;
}

export async function switchThing(thing: string, on: boolean): Promise<Reply> {
  const r = await ask("switch", { thing, on });
  if (r.code === "ask") askHow(on ? "Switch on" : "Switch off", r, (how) => void ask("switch", { thing, on, how }));
  return r;
}

/** The points of a constraint, as statements name them; null if its text is not a plain joint. */
async function statementOf(id: string): Promise<{ from: number; to: number; text: string } | null> {
  const r = await ask("places");
  const place = (r.places as [string, number, number, number, number][] | undefined)?.find((p) => p[0] === id);
  return place ? { from: place[1], to: place[2], text: doc().text.slice(place[1], place[2]) } : null;
}

/** Which points a joint between two things was made at: a weld has none of its own, and may become another joint again. */
const madeAt = new Map<string, [string, string]>();

/** The kinds that may stand where a joint stands now. */
export function jointChoices(id: string): JointChoice[] {
  const s = scene(), i = s.constraints.findIndex((c) => c.id === id), c = s.constraints[i], j = frame()?.joints[i];
  if (!c || !j) return [];
  const special = offered.get(coupleOf(c.objects));
  if (special) return special;
  const name = (o: string | null): string => s.objects.find((e) => e.id === o)?.name ?? "world";
  const [a, b] = [name(c.objects[0]), name(c.objects[1])], f = frame()!;
  const pointName = (object: string, at: Vec | null): string => {
    const k = s.objects.findIndex((o) => o.name === object), o = s.objects[k];
    if (!o || !at) return tuple(at ?? j.at, 1e-9);
    const found = o.points.find((p) => norm(sub(pointOf(f, k, [p[1], p[2], p[3]]), at)) < 2e-3 * (stage?.rig.radius ?? 1));
    if (found) return `${object}.${found[0]}`;
    const pose = poseOf(f, k);
    return `${object}.at${tuple(rotate(conjugate(pose.orientation), sub(at, pose.position)), 1e-5)}`;
  };
  const body = a === "world" ? b : a, other = a === "world" ? a : b;
  const couple = `${body} ${other}`, known = c.kind === "weld" ? madeAt.get(couple) : undefined;
  const p = known?.[0] ?? pointName(body, a === "world" ? j.point[1] ?? j.at : j.point[0] ?? j.at);
  const nail = s.nails.find((e) => norm(sub(e.at, j.at)) < 1e-6);
  const q = known?.[1] ?? (other === "world" ? nail?.name ?? tuple(j.at, 1e-6) : pointName(other, j.point[1] ?? j.at));
  madeAt.set(couple, [p, q]);
  const axis = hingeAxis(body, other, j.at), n = tuple(axis, 1e-9), turns = axisTurn.get([body, other].sort().join(" ")) ?? 0;
  const d = tuple(turns > 0 ? axis : crossAxis(), 1e-9), side = tuple(Math.abs(dotOf(crossAxis(), axis)) < 1e-6 ? crossAxis() : sideOf(axis), 1e-9);
  const pair = other === "world" ? `world ${body} ${q}` : `${body} ${other} ${p} ${q}`, axes = other === "world" ? n : `${n} ${n}`;
  return [
    { label: "Ball joint", text: `connect ${p} ${q}` }, { label: "Hinge", text: `revolute ${pair} ${axes}` },
    { label: "Weld", text: `weld ${other === "world" ? `world ${body}` : `${body} ${other}`}` },
    { label: "Universal", text: other === "world" ? `universal world ${body} ${q} ${n} ${side}` : `universal ${pair} ${n} ${side}` },
    { label: "Slider", text: `slider ${pair} ${other === "world" ? d : `${d} ${d}`}` },
    { label: "Rope", text: `distance ${p} ${q} max 0.3` }, { label: "Spring", text: `spring ${p} ${q} stiffness 200 damping 2` },
    { label: "On a plane", text: `on-plane ${p} ${q} ${n}` },
  ];
}

const dotOf = (a: Vec, b: Vec): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const sideOf = (a: Vec): Vec => unit(cross(a, Math.abs(a[2]) < 0.9 ? [0, 0, 1] : [1, 0, 0]));

/** How often `A` was pressed for the joint of two objects. */
const axisTurn = new Map<string, number>();

function axesOf(body: string, other: string, at: Vec): Vec[] {
  const f = frame(), rig = stage?.rig;
  if (!f || !rig) return [nearestAxis()];
  const axes = hingeAxes(sceneFeatures(f, new Set()), at, body, other, flat() ? planeNormal() : null, rig.back(), rig.radius);
  return axes.map((a) => { const k = [0, 1, 2].find((i) => Math.abs(Math.abs(a[i]!) - 1) < 1e-4); return k === undefined ? a : [0, 1, 2].map((i) => (i === k ? Math.sign(a[k]!) : 0)) as Vec; });
}

function hingeAxis(body: string, other: string, at: Vec): Vec {
  const axes = axesOf(body, other, at);
  return axes[(axisTurn.get([body, other].sort().join(" ")) ?? 0) % axes.length]!;
}

/** `A`: the next axis for a joint that has one; a ball joint becomes a hinge. */
export async function nextAxis(id: string): Promise<void> {
  const s = scene(), c = s.constraints.find((e) => e.id === id), couple = c && coupleOf(c.objects);
  if (!c || !couple) return;
  offered.delete(couple);
  const had = /^(revolute|slider|universal|on-plane)$/.test(c.kind);
  axisTurn.set(couple, had ? (axisTurn.get(couple) ?? 0) + 1 : 0);
  const label = { slider: "Slider", universal: "Universal", "on-plane": "On a plane" }[c.kind] ?? "Hinge", choice = jointChoices(id).find((k) => k.label === label);
  if (!choice) return say("This joint has no axis.");
  await changeJoint(id, choice);
  const p = / \(([^()]*)\)( \([^()]*\))?$/.exec(choice.text);
  if (p) say(`${sayKind(c.kind === "connect" ? "revolute" : c.kind)} along (${p[1]}); A takes the next axis.`);
}

/** The world axis that looks most towards the eye. */
export function nearestAxis(): Vec {
  const b = stage?.rig.back() ?? [0, -1, 0], k = [0, 1, 2].reduce((m, i) => (Math.abs(b[i]!) > Math.abs(b[m]!) ? i : m), 0);
  return [k === 0 ? 1 : 0, k === 1 ? 1 : 0, k === 2 ? 1 : 0];
}

const crossAxis = (): Vec => {
  const n = flat() ? planeNormal() : nearestAxis(), side = unit(cross(upOf(scene()), n));
  return norm(cross(upOf(scene()), n)) > 0.5 ? side.map((x) => Math.round(x) + 0) as Vec : [1, 0, 0];
};

/** Puts another kind of joint in the place of one. */
export async function changeJoint(id: string, choice: JointChoice): Promise<void> {
  const c = scene().constraints.find((e) => e.id === id), place = await statementOf(id);
  if (!c || !place) return say("This joint is made by a loop; change its text.", "error");
  const named = /^\s*(constraint|force)\s+([\w-]+)\s*:/.exec(place.text), force = choice.text.startsWith("spring");
  const text = named ? `${force ? "force" : "constraint"} ${named[2]}: ${choice.text}; end` : `${choice.text};`;
  const old = new Set([...scene().constraints, ...scene().forces].map((e) => e.id));
  const r = await ask("patch", { rev: doc().rev, changes: [[place.from, place.to, text]], label: `make it a ${choice.label.toLowerCase()}` });
  const made = [...scene().constraints, ...scene().forces].find((e) => !old.has(e.id));
  if (made) select(made.id);
  if (r.ok && !r.applied) say("The engine could not use this joint here.", "error");
}

/** Gives a hinge or a slider a motor; a nail becomes a hinge first. */
export async function addMotor(id: string): Promise<void> {
  const s = scene(), c = s.constraints.find((e) => e.id === id), place = await statementOf(id);
  if (!c || !place) return say("This joint is made by a loop; change its text.", "error");
  if (c.motor) return say(`${c.name} has a motor already; change it in the inspector.`);
  let text = place.text.trim();
  if (c.kind !== "revolute" && c.kind !== "slider") {
    const hinge = jointChoices(id).find((k) => k.label === "Hinge");
    if (!hinge) return say("A motor needs a hinge or a slider.", "error");
    text = `${hinge.text};`;
  }
  const slides = /^\s*(constraint\s+[\w-]+\s*:\s*)?slider\b/.test(text), limit = await motorLimit(c.objects, slides), motor = slides ? `motor speed 0.5 limit ${limit}` : `motor speed 2 limit ${limit}`;
  const block = /^constraint\b/.test(text), inner = block ? text.replace(/\s*end;?\s*$/, ` ${motor}; end`) : `constraint ${freeName("motor")}: ${text.replace(/;?\s*$/, ";")} ${motor}; end`;
  const r = await ask("patch", { rev: doc().rev, changes: [[place.from, place.to, inner]], label: "add a motor" });
  if (r.ok && r.applied && s.dof === 0) return say("The motor is there, but nothing can move: DOF is 0. Cut a joint, or add a part.", "error");
  if (r.ok && r.applied) say(`The motor ${slides ? "moves at 0.5 m/s with at most " + limit + " N" : "turns at 2 rad/s with at most " + limit + " N m"}; the inspector changes that.`);
}

/** Ten times what lifts all that hangs together here at arm's length: strong enough for it, and no stop can tear it apart. */
async function motorLimit(of: readonly (string | null)[], slides: boolean): Promise<number> {
  const s = scene(), all = new Set(of), size = slides ? 1 : Math.max(0.1, stage?.rig.radius ?? 1);
  for (let n = 0; n !== all.size; ) {
    n = all.size;
    for (const c of s.constraints) if (c.objects.some((o) => o && all.has(o))) for (const o of c.objects) all.add(o);
  }
  let mass = 0;
  for (const o of s.objects) if (all.has(o.id) && !o.fixed) mass += Number(((await link.send("inspect", { thing: o.id })).thing as { pose?: { mass?: number } } | undefined)?.pose?.mass ?? 0);
  return Number((10 * 9.81 * Math.max(mass, 0.1) * size).toPrecision(1));
}

export async function tracePoint(reference: string): Promise<void> {
  const s = scene(), old = s.traces.find((t) => t.text.includes(reference));
  if (old) return say(`${reference} has a trace already.`);
  const r = await ask("add", { text: `trace ${reference}`, label: `trace ${reference}` });
  if (r.ok) say(`The path of ${reference} is drawn.`);
}

/** A bar between two places, hinged or connected where it begins and ends on points. */
export async function addBar(from: Vec, to: Vec, start: string | null, end: string | null): Promise<void> {
  if (start) from = await exactPlace(start, from);
  if (end) to = await exactPlace(end, to);
  const name = freeName("bar"), d = sub(to, from), length = norm(d), tol = tolerance();
  if (length < 4 * tol) return;
  const middle: Vec = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2, (from[2] + to[2]) / 2], z = unit(d);
  const w = 1 + z[2], axis: Vec = w < 1e-9 ? [1, 0, 0] : unit([-z[1], z[0], 0]), angle = Math.acos(Math.max(-1, Math.min(1, z[2])));
  const turned = angle < 1e-9 ? "" : ` rotation ${shortVec(axis, 1e-12)} ${angle.toPrecision(15)};`;
  const radius = Math.max(0.01, Math.min(0.04, 0.04 * length)), exact = start || end ? 1e-12 : tol;
  let text = `object ${name}: rod ${shortVec([length], exact)} ${shortVec([radius], 1e-3)}; position ${shortVec(middle, exact)};${turned} end`;
  if (start) text += `\n${jointText(`${name}.end1`, start)};`;
  if (end) text += `\n${jointText(`${name}.end2`, end)};`;
  const dof = scene().dof, r = await ask("add", { text, label: `add ${name}` });
  if (!r.ok) return;
  announceJoint(r, to, dof === null ? null : dof + 6);
  const made = scene().objects.find((o) => o.name === name);
  if (made) select(made.id);
}

/** Joins the nearest points of two selected objects. */
export async function joinSelected(): Promise<void> {
  const s = scene(), f = frame(), ids = [...selection()].filter((id) => thingOf(id)?.type === "object");
  if (ids.length !== 2 || !f) return tool.set("connect");
  const [a, b] = ids.map((id) => s.objects.findIndex((o) => o.id === id)) as [number, number];
  let best: { own: string; other: string; gap: number; shift: Vec; to: Vec } | null = null;
  for (const p of s.objects[b]!.points) for (const q of s.objects[a]!.points) {
    if (p[0] === "origin" || q[0] === "origin" || (p[0] === "center" && s.objects[b]!.points.some((e) => e[0] === "end1"))) continue;
    if (q[0] === "center" && s.objects[a]!.points.some((e) => e[0] === "end1")) continue;
    const from = pointOf(f, b, [p[1], p[2], p[3]]), to = pointOf(f, a, [q[1], q[2], q[3]]), gap = norm(sub(to, from));
    if (!best || gap < best.gap) best = { own: `${s.objects[b]!.name}.${p[0]}`, other: `${s.objects[a]!.name}.${q[0]}`, gap, shift: sub(to, from), to };
  }
  if (!best) return say("These objects have no named points to join.", "error");
  best.shift = sub(await exactPlace(best.other, best.to), await exactPlace(best.own, sub(best.to, best.shift)));
  const free = !s.constraints.some((c) => c.objects.includes(ids[1]!)), pose = poseOf(f, b);
  if (free && f.t === 0 && best.gap > 1e-9) await ask("place", { things: [{ thing: ids[1], position: plus(pose.position, best.shift) }] });
  const dof = s.dof, r = await ask("add", { text: jointText(best.own, best.other), label: `join ${best.own} to ${best.other}` });
  if (r.ok) announceJoint(r, best.to, dof);
}

export async function save(): Promise<void> {
  if (!doc().file) return dialog.set({ name: "save" });
  const r = await ask("save");
  if (r.ok) say(`Saved ${String(r.file)}`);
}

/** A new world has gravity, so that things fall. */
export const newScene = (): Promise<Reply> => ask("new", { text: "world: gravity 9.81; until 10; end\n" });

/** Before work is replaced: save, discard or stay. */
export function guard(then: () => void): void {
  if (doc().saved || !history().undos) return then();
  dialog.set({
    name: "choice", title: "Keep your changes?", text: `${doc().name || "This scene"} has changes that are not saved.`,
    choices: [{ key: "save", label: "Save first" }, { key: "discard", label: "Go on without saving" }],
    then: (choice) => (choice === "save" ? void save().then(() => doc().saved && then()) : then()),
  });
}

export async function nudge(dx: number, dy: number): Promise<void> {
  const s = scene(), f = frame(), rig = stage?.rig;
  if (!f || !rig) return;
  const amount = 8 * rig.pixel(), by: Vec = plus(rig.right().map((x) => x * dx * amount) as Vec, rig.upward().map((x) => x * dy * amount) as Vec);
  const things = s.objects.flatMap((o, i) => (selection().has(o.id) ? [{ thing: o.id, position: plus(poseOf(f, i).position, by) }] : []));
  if (things.length) await ask("place", { things });
}

export const connected = (): boolean => link.state() === "open";
