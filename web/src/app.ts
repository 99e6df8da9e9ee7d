// The page's state and what it can ask of the engine.
import { type Frame, type Problem, type Scene, emptyScene, pointOf } from "./model";
import { decodeFrame, decodeMesh, decodeTriangles, frameRevision } from "./net/frames";
import { type Json, Link, type Reply } from "./net/link";
import { applyChanges, applyScene } from "./net/scene";
import { signal } from "./signal";
import type { Stage } from "./view/stage";

export interface RunState { playing: boolean; speed: number; t: number; live: number; stuck: string | null }

export const scene = signal<Scene>(emptyScene);
export const frame = signal<Frame | null>(null);
export const text = signal("");
export const run = signal<RunState>({ playing: false, speed: 1, t: 0, live: 0, stuck: null });
export const history = signal({ undos: 0, redos: 0, undo: [] as string[], redo: [] as string[] });
export const problems = signal<Problem[]>([]);
export const selection = signal<ReadonlySet<string>>(new Set());
export const notice = signal("");

const token = decodeURIComponent(location.hash.slice(1));
export const link = new Link(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/socket`, token);
let stage: Stage | null = null;
let fitted = false;

let becomeReady: () => void = () => {};
export const ready = new Promise<void>((done) => (becomeReady = done));

export function attach(s: Stage): void {
  stage = s;
  link.onPush = push;
  link.onBinary = binary;
  link.onOpen = () =>
    void link.send("subscribe", { frames: true, joints: true, constraints: "all", surfaces: true, handles: true, traces: true, probes: true });
  link.connect();
}

function push(name: string, m: Json): void {
  if (name === "text") {
    text.set(m.from === 0 ? String(m.text) : applyChanges(text(), m.changes as [number, number, string][]));
    link.rev = Number(m.rev);
  } else if (name === "scene") setScene(applyScene(scene(), m), m.from === 0);
  else if (name === "state") run.set({ ...run(), ...(m as unknown as RunState) });
  else if (name === "history") history.set(m as unknown as ReturnType<typeof history>);
  else if (name === "problems") problems.set(m.problems as Problem[]);
}

function setScene(next: Scene, whole: boolean): void {
  if (whole) fitted = false;
  scene.set(next);
  stage?.setScene(next);
  const missing = next.meshes.map((m) => m.key).filter((k) => !stage?.solids.has(k));
  if (missing.length) void link.send("mesh", { keys: missing, detail: 2 });
}

function binary(data: ArrayBuffer): void {
  const type = new Uint8Array(data, 0, 1)[0];
  if (type === 2) {
    const { key, mesh } = decodeMesh(data);
    stage?.solids.setMesh(key, mesh);
    stage?.solids.setScene(scene());
    const f = frame();
    if (f) stage?.setFrame(f);
  } else if (type === 3) {
    const s = decodeTriangles(data);
    stage?.surfaces.setTriangles(s.surface, s.vertices, s.corner, s.paint);
  } else if (type === 1) {
    link.post("ack", { seq: new DataView(data).getUint32(4, true) });
    if (frameRevision(data) !== scene().rev) return;
    const f = decodeFrame(data, scene(), frame());
    frame.set(f);
    stage?.setFrame(f);
    if (!fitted) fit(false);
    becomeReady();
  }
}

export function fit(smooth = true): void {
  const b = stage?.bounds();
  if (!stage || !b) return;
  fitted = true;
  stage.layFloor();
  stage.rig.fit(b, smooth);
}

/** Sends a request; what the engine refuses is shown. */
export async function ask(op: string, members: Json = {}): Promise<Reply> {
  const r = await link.send(op, members);
  notice.set(r.ok ? "" : (r.error ?? "The engine refused this."));
  return r;
}

export const play = (): Promise<Reply> => ask("run", { play: !run().playing });

/** The pixel of the page where a point such as "rod1.end1" is drawn; null if it is not in view. */
export function screen(reference: string): { x: number; y: number } | null {
  const f = frame(), dot = reference.indexOf("."), name = dot < 0 ? reference : reference.slice(0, dot);
  const point = dot < 0 ? "center" : reference.slice(dot + 1), i = scene().objects.findIndex((o) => o.name === name);
  const o = scene().objects[i];
  if (!f || !o || !stage) return null;
  const p = o.points.find((q) => q[0] === point);
  if (!p && point !== "center") return null;
  const at = stage.rig.project(pointOf(f, i, p ? [p[1], p[2], p[3]] : o.center)), box = stage.canvas.getBoundingClientRect();
  return at && { x: box.left + at.x, y: box.top + at.y };
}

export function state(): Json {
  const f = frame(), s = scene();
  return {
    t: f?.t ?? 0, running: run().playing, revision: link.rev, text: text(), problems: problems(),
    objects: s.objects.map((o, i) => ({
      name: o.name, kind: o.shape ?? o.kind,
      position: f ? [...f.pose.slice(7 * i, 7 * i + 3)] : null, orientation: f ? [...f.pose.slice(7 * i + 3, 7 * i + 7)] : null,
    })),
    constraints: s.constraints.map((c, i) => ({
      name: c.name, kind: c.kind, deviation: f?.loads[i]?.gap ?? null, force: f?.loads[i]?.force ?? null,
    })),
  };
}
