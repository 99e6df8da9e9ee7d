// What the page knows and shows. Components and the view watch these values.
import { type Frame, type Problem, type Scene, emptyScene } from "./model";
import { signal } from "./signal";

export interface RunState {
  playing: boolean;
  speed: number;
  t: number;
  live: number;
  first: number;
  scrubbing: boolean;
  stuck: string | null;
  behind: boolean;
  recovered: boolean;
  marks: { t: number; label: string }[];
  branches: { branch: number; from: number; to: number }[];
}

export interface DocumentState {
  text: string;
  rev: number;
  name: string;
  file: string;
  saved: boolean;
  ahead: boolean;
}

export type Tool = "grab" | "bar" | "connect" | "nail" | "cut" | "motor" | "trace";

/** Places where a menu, with the things it is about, is open. */
export interface Menu { x: number; y: number; entries: { name: string; key?: string; act: () => unknown }[] }

export type Panel = "plots" | "problems" | "expressions" | null;

/** A message that goes away by itself. */
export interface Toast { text: string; kind: "info" | "error"; offer?: Offer }

/** What a message offers to do about it. */
export interface Offer { label: string; act: () => unknown }

export interface Dialog {
  name: "open" | "save" | "export" | "share" | "help" | "gallery" | "choice" | "recover" | "disk" | "commands" | "start";
  /** What to do when a choice was made. */
  then?: (choice: string) => void;
  title?: string;
  text?: string;
  choices?: { key: string; label: string }[];
}

/** Shown after a drop: which joint was made, and where. */
export interface Chip { x: number; y: number; constraint: string; label: string; dof: string }

/** The wheel of joint kinds around a place of the view. */
export interface Wheel { x: number; y: number; slots: { label: string; act: () => void }[] }

export const scene = signal<Scene>(emptyScene);
export const frame = signal<Frame | null>(null);
/** The clock as shown: changes at most ten times a second. */
export const clock = signal(0);
export const doc = signal<DocumentState>({ text: "", rev: 0, name: "", file: "", saved: true, ahead: false });
export const run = signal<RunState>({
  playing: false, speed: 1, t: 0, live: 0, first: 0, scrubbing: false, stuck: null, behind: false, recovered: false, marks: [], branches: [],
});
export const history = signal({ undos: 0, redos: 0, undo: [] as string[], redo: [] as string[] });
export const problems = signal<Problem[]>([]);
export const peers = signal<{ page: number; name: string }[]>([]);
export const progress = signal<{ job: number; as: string; done: boolean; part: number; file: string; url?: string; error: string | null; cancelled: boolean } | null>(null);

/** Ids of what is selected: objects, constraints, forces. */
export const selection = signal<ReadonlySet<string>>(new Set());
export const hovered = signal<string | null>(null);
export const tool = signal<Tool>("grab");
export const flat = signal(false);
export const panel = signal<Panel>(null);
export const codeOpen = signal(false);
export const statementOpen = signal(false);
export const toast = signal<Toast | null>(null);
export const dialog = signal<Dialog | null>(null);
export const chip = signal<Chip | null>(null);
export const wheel = signal<Wheel | null>(null);
export const menu = signal<Menu | null>(null);
export const partsOpen = signal(true);
export const outlineOpen = signal(true);
export const dragging = signal(false);

export type Theme = "auto" | "light" | "dark";
export const theme = signal<Theme>((localStorage.getItem("tenon.theme") as Theme | null) ?? "auto");

let forget = 0;
export function say(text: string, kind: Toast["kind"] = "info", offer?: Offer): void {
  clearTimeout(forget);
  toast.set(text ? { text, kind, offer } : null);
  if (text) forget = window.setTimeout(() => toast.set(null), kind === "error" || offer ? 9000 : 4000);
}

export const isSelected = (id: string): boolean => selection().has(id);
export const select = (...ids: string[]): void => selection.set(new Set(ids));

/** What an id stands for, whichever list it is in. */
export function thingOf(id: string): { type: "object" | "constraint" | "force" | "probe" | "trace" | "event"; name: string; kind: string } | null {
  const s = scene();
  const o = s.objects.find((e) => e.id === id);
  if (o) return { type: "object", name: o.name, kind: o.shape ?? o.kind };
  const c = s.constraints.find((e) => e.id === id);
  if (c) return { type: "constraint", name: c.name, kind: c.kind };
  const f = s.forces.find((e) => e.id === id);
  if (f) return { type: "force", name: f.name, kind: f.kind };
  const p = s.probes.find((e) => e.id === id);
  if (p) return { type: "probe", name: p.name, kind: p.text };
  const t = s.traces.find((e) => e.id === id);
  if (t) return { type: "trace", name: t.text, kind: "trace" };
  const v = s.events.find((e) => e.id === id);
  return v ? { type: "event", name: v.text, kind: `at ${v.t} s` } : null;
}
