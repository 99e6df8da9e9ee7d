// Left panels: parts to pull in, and the outline.
import { useRef, useState } from "preact/hooks";
import { addPart, freeName, joinSelected, sayKind } from "../actions";
import { fit, stage } from "../app";
import { gesture, viewCentre, workPlane } from "../interact/pointer";
import { featuresAt, sceneFeatures, shapedPart } from "../interact/features";
import { type Snap, findSnap, gridStep, nearMiss } from "../interact/snap";
import { type Quat, type Vec, add, multiply, pointOf, rotate, sub } from "../model";
import { type PartKind, parts, tilt } from "../parts";
import { frame, hovered, outlineOpen, partsOpen, say, scene, selection } from "../state";
import { useSignal } from "../signal";
import { PartIcon } from "./icons";

const turnOf = (k: PartKind): Quat => (k.tilted ? tilt : [1, 0, 0, 0]);

/** Follows the pointer from the list into the view, and adds the part where it is let go. */
function pullIn(kind: PartKind, e: PointerEvent): void {
  const s = stage, button = e.currentTarget as HTMLElement;
  if (!s || e.button !== 0) return;
  const x0 = e.clientX, y0 = e.clientY;
  let away = false, given = false, free = false, at: Vec | null = null, held: Snap | null = null;
  const name = freeName(kind.base), body = { ...shapedPart(kind), name };
  button.setPointerCapture(e.pointerId);
  const move = (m: PointerEvent): void => {
    if (given || (!away && Math.hypot(m.clientX - x0, m.clientY - y0) < 6)) return;
    away = true;
    const box = s.canvas.getBoundingClientRect(), x = m.clientX - box.left, y = m.clientY - box.top, w = workPlane(s);
    const over = document.elementFromPoint(m.clientX, m.clientY)?.closest(".view");
    at = over ? s.rig.onPlane(x, y, w.point, w.normal) : null;
    if (!at) gesture.snap = held = null;
    if (at) {
      const turned = turnOf(kind), f = frame();
      free = m.shiftKey;
      held = free || kind.ghost === "plane" ? null : findSnap(s.rig, featuresAt(body, at, turned), f ? sceneFeatures(f, new Set()) : [], { held, grid: gridStep(s.rig), awake: null, turns: true });
      gesture.snap = held;
      // The ghost is shown where the part will be; `at` stays where the mouse is until it is dropped.
      const turn = held?.turn ?? null, place = held ? add(turn ? add(held.own.at, rotate(turn, sub(at, held.own.at))) : at, held.shift) : at;
      s.ghost.show(kind, place, turn ? multiply(turn, turned) : turned);
      if (held && !held.turn) at = place;
    } else s.ghost.hide();
    s.draw();
  };
  // The button gets a click as well when it is let go; that one adds nothing.
  const stopClick = (c: Event): void => c.stopImmediatePropagation();
  const finish = (): void => {
    removeEventListener("keydown", key, true);
    button.removeEventListener("pointermove", move);
    button.removeEventListener("pointerup", up);
    button.removeEventListener("pointercancel", finish);
    s.ghost.hide();
    s.draw();
  };
  const up = (): void => {
    finish();
    const snap = gesture.snap;
    gesture.snap = null;
    const f = frame(), missed = at && f && !snap?.other && !free ? nearMiss(s.rig, featuresAt(body, at, turnOf(kind)), sceneFeatures(f, new Set())) : null;
    if (at) void addPart(kind, at, snap, name).then(() => missed && say(missed));
    if (away) button.addEventListener("click", stopClick, true);
    setTimeout(() => {
      button.removeEventListener("click", stopClick, true);
      s.canvas.parentElement?.focus({ preventScroll: true });
    }, 50);
  };
  /** Esc gives it up; the other keys wait until the part is there. */
  const key = (k: KeyboardEvent): void => {
    if (!away || k.key === "Shift") return;
    k.preventDefault();
    k.stopPropagation();
    if (k.key === "Escape") [at, gesture.snap, given] = [null, null, true], s.ghost.hide(), s.draw();
  };
  addEventListener("keydown", key, true);
  button.addEventListener("pointermove", move);
  button.addEventListener("pointerup", up);
  button.addEventListener("pointercancel", finish);
}

/** A click puts a part in the middle of the view, beside what is there. */
function putBeside(kind: PartKind): void {
  if (!stage) return;
  const middle = viewCentre(stage), f = frame(), right = stage.rig.right(), wide = 0.25 * stage.rig.distance;
  const taken = (p: Vec): boolean => !!f && scene().objects.some((o, i) => {
    if (o.kind === "plane") return false;
    const q = pointOf(f, i, o.center);
    return Math.hypot(q[0] - p[0], q[1] - p[1], q[2] - p[2]) < 0.6 * wide;
  });
  let at = middle;
  for (let i = 1; i < 12 && kind.ghost !== "plane" && taken(at); i++) {
    const k = (i % 2 ? 1 : -1) * Math.ceil(i / 2) * 0.7 * wide;
    at = add(middle, [right[0] * k, right[1] * k, right[2] * k]);
  }
  void addPart(kind, kind.ghost === "plane" ? [0, 0, 0] : at, null);
}

export function Parts() {
  const open = useSignal(partsOpen);
  return (
    <section class="card parts" aria-label="Parts" data-region>
      <h2><button aria-expanded={open} onClick={() => partsOpen.set(!open)}>Parts</button></h2>
      {open && (
        <div class="tiles">
          {parts.map((p) => (
            <button key={p.label} aria-label={p.label} title={`${p.tip}: pull it into the view, or click`} onPointerDown={(e) => pullIn(p, e)} onClick={() => putBeside(p)}>
              <PartIcon name={p.label} /><span aria-hidden="true">{p.label}</span>
            </button>
          ))}
        </div>
      )}
    </section>
  );
}

// ---- outline ----

const rowHeight = 23;

interface Row { id: string; name: string; kind: string; depth: number; group?: string[]; state?: string }

/** link[1], link[2], … fold into one row. */
function rows(title: string, list: { id: string; name: string; kind: string; state?: string }[], open: ReadonlySet<string>): Row[] {
  if (!list.length) return [];
  const out: Row[] = [{ id: `group ${title}`, name: title, kind: String(list.length), depth: 0, group: [] }];
  if (open.has(`- ${title}`)) return out;
  const folds = new Map<string, typeof list>();
  for (const e of list) {
    const base = e.name.replace(/\[.*$/, "");
    if (base !== e.name) folds.set(base, [...(folds.get(base) ?? []), e]);
  }
  const done = new Set<string>();
  for (const e of list) {
    const base = e.name.replace(/\[.*$/, ""), fold = base !== e.name ? folds.get(base)! : null;
    if (!fold || fold.length < 4) out.push({ ...e, depth: 1 });
    else if (!done.has(base)) {
      done.add(base);
      out.push({ id: `fold ${title} ${base}`, name: `${base}[…]`, kind: String(fold.length), depth: 1, group: fold.map((m) => m.id) });
      if (open.has(`fold ${title} ${base}`)) for (const m of fold) out.push({ ...m, depth: 2 });
    }
  }
  return out;
}

export function Outline() {
  const s = useSignal(scene), chosen = useSignal(selection), shown = useSignal(outlineOpen), [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const [focus, setFocus] = useState(""), [scroll, setScroll] = useState({ top: 0, height: 400 }), tree = useRef<HTMLDivElement>(null);
  const flip = (key: string): void => {
    const next = new Set(open);
    if (!next.delete(key)) next.add(key);
    setOpen(next);
  };
  const list = [
    ...rows("Objects", s.objects.map((o) => ({ id: o.id, name: o.name, kind: o.shape ?? o.kind, state: o.fixed ? "fixed" : undefined })), open),
    ...rows("Joints", s.constraints.map((c) => ({ id: c.id, name: c.name, kind: sayKind(c.kind), state: !c.on ? "off" : c.redundant ? "redundant" : undefined })), open),
    ...rows("Forces", s.forces.map((f) => ({ id: f.id, name: f.name, kind: f.kind, state: f.on ? undefined : "off" })), open),
    ...rows("Probes", s.probes.map((p) => ({ id: p.id, name: p.name, kind: p.text })), open),
    ...rows("Paths", s.traces.map((t) => ({ id: t.id, name: t.text.replace(/^\s*trace\s+|;\s*$/g, ""), kind: "trace" })), open),
    ...rows("Events", s.events.map((e) => ({ id: e.id, name: e.text, kind: `${e.t} s` })), open),
  ];
  const at = Math.max(0, list.findIndex((r) => r.id === focus));
  // Only the rows in sight are in the page, with some above and below; short lists whole.
  const few = list.length <= 200, first = few ? 0 : Math.max(0, Math.min(list.length - 1, Math.floor(scroll.top / rowHeight) - 20)), last = few ? list.length : Math.min(list.length, first + Math.ceil(scroll.height / rowHeight) + 40);
  const act = (r: Row, e: MouseEvent | KeyboardEvent): void => {
    if (r.id.startsWith("group ")) return flip(`- ${r.name}`);
    if (r.group) {
      selection.set(new Set(r.group));
      return flip(r.id);
    }
    const next = new Set(e.ctrlKey || e.metaKey || e.shiftKey ? chosen : []);
    if (!next.delete(r.id)) next.add(r.id);
    selection.set(next);
  };
  const key = (e: KeyboardEvent): void => {
    const r = list[at];
    const go = (i: number): void => {
      const next = list[Math.max(0, Math.min(list.length - 1, i))];
      if (!next) return;
      setFocus(next.id);
      const box = tree.current!, y = list.indexOf(next) * rowHeight;
      if (y < box.scrollTop || y + rowHeight > box.scrollTop + box.clientHeight) box.scrollTop = y - box.clientHeight / 2;
      // The row may come into being only now.
      const give = (): boolean => { const row = box.querySelector<HTMLElement>(`[data-row="${CSS.escape(next.id)}"]`); row?.focus(); return !!row; };
      if (!give()) setTimeout(give, 60);
    };
    if (e.key === "ArrowDown") go(at + 1);
    else if (e.key === "ArrowUp") go(at - 1);
    else if (e.key === "Home") go(0);
    else if (e.key === "End") go(list.length - 1);
    else if ((e.key === "Enter" || e.key === " ") && r) act(r, e);
    else if (e.key === "c" && selection().size === 2) void joinSelected();
    else if ((e.key === "ArrowLeft" || e.key === "ArrowRight") && r?.group) {
      const k = r.id.startsWith("group ") ? `- ${r.name}` : r.id, wantOpen = e.key === "ArrowRight", isOpen = r.id.startsWith("group ") ? !open.has(k) : open.has(k);
      if (wantOpen !== isOpen) flip(k);
    } else return;
    e.preventDefault();
    e.stopPropagation();
  };
  return (
    <section class="card outline" aria-label="Outline" data-region>
      <h2><button aria-expanded={shown} onClick={() => outlineOpen.set(!shown)}>Outline</button></h2>
      {shown && (
        <div class="tree" role="tree" aria-label="Objects and joints" aria-multiselectable="true" onKeyDown={key} ref={tree}
          onScroll={(e) => setScroll({ top: e.currentTarget.scrollTop, height: e.currentTarget.clientHeight })}>
          {!list.length && <div role="treeitem" tabIndex={0} class="row soft" aria-label="Nothing yet">Nothing yet</div>}
          <div role="none" style={{ height: `${first * rowHeight}px` }} />
          {list.slice(first, last).map((r, k) => (
            <div key={r.id} role="treeitem" class={`row d${r.depth}${r.depth === 0 ? " head" : ""}`} data-row={r.id} tabIndex={k + first === at || (k === 0 && (at < first || at >= last)) ? 0 : -1} aria-level={r.depth + 1}
              aria-label={r.name} aria-selected={r.group ? undefined : chosen.has(r.id)} aria-setsize={list.length} aria-posinset={k + first + 1}
              aria-expanded={r.group ? (r.id.startsWith("group ") ? !open.has(`- ${r.name}`) : open.has(r.id)) : undefined}
              onFocus={() => setFocus(r.id)} onClick={(e) => act(r, e)} onDblClick={() => fit(true, new Set(r.group?.length ? r.group : [r.id]))}
              onMouseEnter={() => !r.group && hovered.set(r.id)} onMouseLeave={() => hovered.set(null)}>
              <span>{r.name}</span><span class="soft">{r.state ? `${r.state} ` : ""}{r.kind}</span>
            </div>
          ))}
          <div role="none" style={{ height: `${(list.length - last) * rowHeight}px` }} />
        </div>
      )}
    </section>
  );
}
