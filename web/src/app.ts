// The connection between engine and page: pushes become state, frames become pictures.
import { type Problem, type Scene, emptyScene, pointOf } from "./model";
import { decodeFrame, decodeMesh, decodeTriangles, frameRevision } from "./net/frames";
import { type Json, Link, type Reply } from "./net/link";
import { applyChanges, applyScene, carryFrame } from "./net/scene";
import { keepCopy } from "./local";
import { forgetRecord, record, recording } from "./record";
import {
  type RunState, clock, doc, flat, frame, history, panel, peers, problems, progress, run, say, scene, selection, dialog, toast,
} from "./state";
import type { Stage } from "./view/stage";

/** The token comes in the fragment; it is kept for reloads of this tab and taken out of the address bar's way of shared links. */
function readToken(): string {
  const hash = decodeURIComponent(location.hash.slice(1)), kept = sessionStorage.getItem("tenon.token") ?? "";
  const token = hash && !hash.startsWith("1.") ? hash : kept;
  if (token) sessionStorage.setItem("tenon.token", token);
  return token;
}

export const token = readToken();
export const link = new Link(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/socket`, token);
export let stage: Stage | null = null;
let fitted = false;
/** Frames from before have no surfaces. */
let subscribed = false;
let becomeReady: () => void = () => {};
export const ready = new Promise<void>((done) => (becomeReady = done));

export function attach(s: Stage): void {
  stage = s;
  link.onPush = push;
  link.onBinary = binary;
  link.onOpen = (hello) => {
    subscribed = wholeCame = false;
    void link.send("subscribe", {
      touches: scene().show.includes("forces"), frames: true, joints: true, constraints: "all", forces: true, surfaces: true, handles: true, traces: true, probes: true, energy: true,
    }).then(() => (subscribed = true));
    for (const f of opened) f(hello);
  };
  link.connect();
}

const opened: ((hello: Reply) => void)[] = [];
export const onOpened = (f: (hello: Reply) => void): void => void opened.push(f);

const textListeners = new Set<(changes: [number, number, string][] | null) => void>();
/** Calls back after every change of the text (null: the whole text is new), until the result is called. */
export function onText(f: (changes: [number, number, string][] | null) => void): () => void {
  textListeners.add(f);
  return () => void textListeners.delete(f);
}

function push(name: string, m: Json): void {
  if (name === "text") takeText(m);
  else if (name === "scene") setScene(applyScene(scene(), m), m.from === 0);
  else if (name === "state") takeState(m);
  else if (name === "history") history.set(m as unknown as ReturnType<typeof history>);
  else if (name === "problems") problems.set(m.problems as Problem[]);
  else if (name === "peers") peers.set(m.pages as { page: number; name: string }[]);
  else if (name === "progress") progress.set(m as unknown as ReturnType<typeof progress>);
  else if (name === "disk") dialog.set({ name: "disk", text: String(m.file) });
}

function takeText(m: Json): void {
  const old = doc(), whole = m.from === 0 || Number(m.from) !== old.rev, changes = m.changes as [number, number, string][] | undefined;
  if (whole && m.text === undefined) return void refetchText();
  const text = whole || !changes ? String(m.text ?? old.text) : applyChanges(old.text, changes);
  if (m.opened) beginAnew();
  link.rev = Number(m.rev);
  doc.set({
    text, rev: link.rev, name: String(m.name ?? old.name).replace(/\.tn$/, ""), file: m.has_file === undefined ? old.file : m.has_file ? String(m.name) : "",
    saved: m.saved === undefined ? old.saved : Boolean(m.saved), ahead: Boolean(m.ahead),
  });
  for (const f of textListeners) f(whole || !changes ? null : changes);
  keepCopy(doc(), link.session ?? "");
}

/** Another scene: it is looked at anew, and nothing of the one before is kept. */
function beginAnew(): void {
  fitted = false;
  selection.set(new Set());
  forgetRecord();
  if (panel() === "plots") panel.set(null);
}

async function refetchText(): Promise<void> {
  const r = await link.send("text");
  if (r.ok) takeText({ ...r, from: 0 });
}

function takeState(m: Json): void {
  const next = { ...run(), ...(m as unknown as RunState) };
  run.set(next);
  clock.set(next.t);
}

function setScene(next: Scene, anewAll: boolean): void {
  if (anewAll) fitted = false;
  const before = scene(), anew = !fitted, empty = !scene().objects.length;
  if (anew) flat.set(next.flat);
  const last = frame(), carried = last ? carryFrame(anewAll ? emptyScene : before, next, last) : null;
  const touched = next.show.includes("forces");
  if (touched !== before.show.includes("forces")) void link.send("subscribe", { touches: touched });
  scene.set(next);
  stage?.setScene(next);
  if (carried) {
    frame.set(carried);
    stage?.setFrame(carried);
  }
  if (anew) stage?.rig.setFlat(flat());
  if (empty && next.objects.length) stage?.layFloor();
  keepSelection(before, next);
  const missing = next.meshes.map((e) => e.key).filter((k) => !stage?.solids.has(k));
  if (missing.length) void link.send("mesh", { keys: missing, detail: next.objects.length > 300 ? 1 : 2 });
}

/** What is selected stays so if it still exists, by its id or by its name: an edit may make a thing anew. */
function keepSelection(before: Scene, next: Scene): void {
  const things = (s: Scene): { id: string; name: string }[] => [...s.objects, ...s.constraints, ...s.forces, ...s.probes, ...s.traces.map((t) => ({ id: t.id, name: t.text })), ...s.events.map((e) => ({ id: e.id, name: e.text }))];
  const ids = new Set(things(next).map((e) => e.id)), chosen = [...selection()];
  if (chosen.every((id) => ids.has(id))) return;
  const names = new Map(things(before).map((e) => [e.id, e.name])), byName = new Map(things(next).map((e) => [e.name, e.id]));
  selection.set(new Set(chosen.flatMap((id) => (ids.has(id) ? [id] : byName.get(names.get(id) ?? "") ?? []))));
}

function binary(data: ArrayBuffer): void {
  const type = new Uint8Array(data, 0, 1)[0];
  if (type === 2) {
    const { key, mesh } = decodeMesh(data);
    stage?.setMesh(key, mesh, scene(), frame());
    fitWhenReady();
  } else if (type === 3) {
    const s = decodeTriangles(data);
    stage?.surfaces.setTriangles(s.surface, s.vertices, s.corner, s.paint);
    const f = frame();
    if (f && f.rev === s.rev && f.rev === scene().rev) stage?.setFrame(f); // it came before them
    fitWhenReady();
  } else if (type === 1) takeFrame(data);
}

/** Another scene is fitted as soon as all of it is there. */
function fitWhenReady(): void {
  if (complete() && (wanted || !fitted)) fit(wanted?.smooth ?? false, wanted?.ids ?? null);
}

/** Is all that the scene has known, with its places? */
function complete(): boolean {
  const f = frame();
  return !!f && !f.carried && f.rev === scene().rev && scene().meshes.every((m) => stage?.solids.has(m.key)) && (!scene().surfaces.length || wholeCame);
}

/** Has a frame come with all that this page wants? */
let wholeCame = false;

/** A view that was asked for and waits for what is to be seen. */
let wanted: { smooth: boolean; ids: ReadonlySet<string> | null } | null = null;

let ticked = 0;
/** The frame that came last, shown or not: the next one says of paths only what is new. */
let arrived: NonNullable<ReturnType<typeof frame>> | null = null;
function takeFrame(data: ArrayBuffer): void {
  link.post("ack", { seq: new DataView(data).getUint32(4, true) });
  if (frameRevision(data) !== scene().rev) return;
  const f = (arrived = decodeFrame(data, scene(), arrived));
  wholeCame = subscribed;
  record(f, data);
  if (!recording.held) show(f);
  fitWhenReady();
  becomeReady();
}

/** Shows a frame: one that has just come, or one from the page's own store. */
export function show(f: NonNullable<ReturnType<typeof frame>>): void {
  frame.set(f);
  stage?.setFrame(f);
  const now = performance.now();
  if (f.paused || now - ticked > 90) {
    ticked = now;
    clock.set(f.t);
  }
}

export function fit(smooth = true, ids: ReadonlySet<string> | null = null): void {
  if (!complete()) return void (wanted = { smooth, ids });
  wanted = null;
  const objects = ids ? new Set(scene().objects.flatMap((o, i) => (ids.has(o.id) ? [i] : []))) : null;
  const b = stage?.bounds(objects?.size ? objects : null);
  if (!stage) return;
  fitted = true;
  stage.layFloor();
  if (!b) return stage.rig.fit({ low: [-1.2, -0.5, 0], high: [1.2, 0.5, 1.8] }, smooth);
  const c = scene().camera;
  stage.rig.fit(b, smooth);
  if (!(smooth || !c || flat() || ids)) stage.rig.look(c.from, c.to);
  stage.solids.setRadius(stage.rig.radius);
  const f = frame();
  if (f && f.rev === scene().rev) stage.setFrame(f);
}

export function setFlat(on: boolean): void {
  flat.set(on);
  stage?.rig.setFlat(on);
  fit(false);
}

/** Sends a request; what the engine refuses is shown. */
export async function ask(op: string, members: Json = {}): Promise<Reply> {
  const r = await link.send(op, members);
  if (!r.ok && r.code !== "ask" && r.code !== "nothing") say(r.error ?? "The engine refused this.", "error");
  else if (r.ok && r.rev !== undefined && toast()?.kind === "error") toast.set(null); // it went well now
  return r;
}

/** The pixel of the page where a point such as "rod1.end1" is drawn; null if it is not in view. */
export function screen(reference: string): { x: number; y: number } | null {
  const f = frame(), dot = reference.lastIndexOf("."), name = dot < 0 ? reference : reference.slice(0, dot);
  const point = dot < 0 ? "center" : reference.slice(dot + 1), s = scene(), i = s.objects.findIndex((o) => o.name === name);
  const o = s.objects[i], box = stage?.canvas.getBoundingClientRect();
  if (!f || !stage || !box) return null;
  const nail = s.nails.find((n) => n.name === reference), p = o?.points.find((q) => q[0] === point);
  if (!nail && (!o || (!p && point !== "center"))) return null;
  const at = stage.rig.project(nail ? nail.at : pointOf(f, i, p ? [p[1], p[2], p[3]] : o!.center));
  if (!at || at.x < 0 || at.y < 0 || at.x > box.width || at.y > box.height) return null;
  return { x: box.left + at.x, y: box.top + at.y };
}

export function state(): Json {
  const f = frame(), s = scene(), d = doc();
  return {
    t: f?.t ?? 0, running: run().playing, revision: d.rev, text: d.text, problems: problems(), dof: s.dof, name: d.name, saved: d.saved,
    selection: [...selection()], undos: history().undos, redos: history().redos,
    objects: s.objects.map((o, i) => ({
      name: o.name, kind: o.shape ?? o.kind,
      position: f ? [...f.pose.slice(7 * i, 7 * i + 3)] : null, orientation: f ? [...f.pose.slice(7 * i + 3, 7 * i + 7)] : null,
    })),
    constraints: s.constraints.map((c, i) => ({
      name: c.name, kind: c.kind, deviation: f?.loads[i]?.gap ?? null, force: f?.loads[i]?.force ?? null,
    })),
  };
}
