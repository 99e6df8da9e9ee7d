// The menu of a thing: what can be done with what is under the mouse, or with what is selected.
import { addMotor, duplicate, nailPoint, play, removeSelected, restart, switchThing, tracePoint } from "../actions";
import { fit, stage } from "../app";
import type { Vec } from "../model";
import { plottable, series, toggleSeries } from "../record";
import { type Menu, codeOpen, dialog, frame, menu, panel, run, scene, select, selection, thingOf } from "../state";
import { toggleFollow } from "../view/follow";
import { type Candidate, jointAt, nearest, candidates, reach } from "./snap";
import { openWheel } from "./pointer";

type Entry = Menu["entries"][number];

export function rename(): void {
  document.querySelector<HTMLInputElement>(".inspector .name input")?.select();
}

function plotEntries(id: string, type: string): Entry[] {
  const now = series();
  return plottable(id, type).filter((p) => /(angle|height|speed|force)$/.test(p.key) && !now.some((s) => s.key === p.key)).map((p) => ({
    name: `Plot ${p.key.split(" ").pop()!}`, act: () => { if (toggleSeries(p)) panel.set("plots"); },
  }));
}

function objectEntries(id: string, point: Candidate | null, at: Vec | null): Entry[] {
  const o = scene().objects.find((e) => e.id === id)!, mine = point && point.object === id ? point : null, name = mine ? mine.reference.slice(mine.reference.lastIndexOf(".") + 1) : "center";
  if (o.kind === "plane" || o.kind === "variable") return [];
  return [
    { name: `Nail ${mine || !at ? name : "it here"}`, key: "N", act: () => (mine || !at ? nailPoint(id, name, [0, 0, 0]) : nailPoint(id, null, at)) },
    { name: `Draw the path of ${mine ? name : "its middle"}`, key: "T", act: () => tracePoint(mine?.reference ?? `${o.name}.center`) },
    ...plotEntries(id, "object"),
    { name: "Duplicate", key: "Ctrl+D", act: duplicate }, { name: "Look at it", act: () => fit(true, new Set([id])) }, { name: "Follow it", key: "Shift+F", act: toggleFollow },
  ];
}

function jointEntries(id: string): Entry[] {
  const c = scene().constraints.find((e) => e.id === id)!;
  return [
    { name: "Change the kind…", key: "W", act: () => openWheel(id) }, ...(c.motor ? [] : [{ name: "Give it a motor", key: "M", act: () => addMotor(id) }]),
    ...plotEntries(id, "constraint"), { name: c.on ? "Switch off" : "Switch on", act: () => switchThing(id, !c.on) },
  ];
}

function entriesOf(ids: string[], point: Candidate | null, at: Vec | null): Entry[] {
  const one = ids.length === 1 ? ids[0]! : null, thing = one ? thingOf(one) : null, out: Entry[] = [];
  if (one && thing?.type === "object") out.push(...objectEntries(one, point, at));
  if (one && thing?.type === "constraint") out.push(...jointEntries(one));
  if (ids.length > 1) out.push({ name: "Duplicate", key: "Ctrl+D", act: duplicate }, { name: "Look at them", act: () => fit(true, new Set(ids)) });
  if (thing && thing.type !== "trace" && thing.type !== "event") out.push({ name: "Rename", key: "F2", act: rename });
  if (thing) out.push({ name: "Show in the text", act: () => codeOpen.set(true) });
  if (ids.length) out.push({ name: "Delete", key: "Del", act: removeSelected });
  return out;
}

function worldEntries(): Entry[] {
  return [
    { name: run().playing ? "Pause" : "Play", key: "Space", act: play }, { name: "Restart", key: "Home", act: restart },
    ...((frame()?.t ?? 0) > 0 ? [{ name: "Make this the start…", act: () => dialog.set({ name: "start" }) }] : []),
    { name: "Fit view", key: "F", act: () => fit() }, { name: "Select all", key: "Ctrl+A", act: () => selection.set(new Set(scene().objects.map((o) => o.id))) },
    { name: "All commands…", key: "Ctrl+K", act: () => dialog.set({ name: "commands" }) },
  ];
}

/** Opens the menu at a place of the view: of the joint or part there, or of the world. */
export function openMenuAt(x: number, y: number): void {
  const s = stage;
  if (!s) return;
  const hit = s.pick(x, y)[0], o = hit && scene().objects[hit.object], id = jointAt(s.rig, x, y, 9) ?? (o && o.kind !== "plane" ? o.id : null);
  if (id && !selection().has(id)) select(id);
  menu.set({ x, y, entries: id ? entriesOf([...selection()], nearest(candidates(s.rig), x, y, reach), hit?.at ?? null) : worldEntries() });
}

/** The menu of what is selected, beside it; for the keyboard. */
export function openMenuOfSelection(): void {
  const ids = [...selection()], thing = ids.length ? thingOf(ids[0]!) : null, f = frame(), s = scene();
  const i = s.objects.findIndex((o) => o.id === ids[0]), j = s.constraints.findIndex((c) => c.id === ids[0]);
  const at = f && thing?.type === "object" ? ([0, 1, 2].map((k) => f.pose[7 * i + k]!) as Vec) : f?.joints[j]?.at;
  const p = (at && stage?.rig.project(at)) || { x: (stage?.rig.width ?? 600) / 2, y: (stage?.rig.height ?? 400) / 3 };
  menu.set({ x: p.x, y: p.y, entries: ids.length ? entriesOf(ids, null, null) : worldEntries() });
}
