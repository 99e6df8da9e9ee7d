// Ctrl+K: everything that can be done, found by typing part of its name.
import { useRef, useState } from "preact/hooks";
import { addPart, duplicate, guard, joinSelected, newScene, play, redo, removeSelected, restart, save, setSpeed, step, undo } from "../actions";
import { ask, fit, setFlat, stage } from "../app";
import { beginTransform } from "../interact/transform";
import { gesture, viewCentre } from "../interact/pointer";
import { parts } from "../parts";
import { codeOpen, dialog, flat, panel, scene, selection, statementOpen, tool } from "../state";
import { toggleFollow } from "../view/follow";

interface Command { name: string; key?: string; act: () => unknown }

function all(): Command[] {
  const tools: [string, Parameters<typeof tool.set>[0], string][] = [
    ["Grab", "grab", "V"], ["Draw a bar", "bar", "B"], ["Connect two points", "connect", "C"], ["Nail a point", "nail", "N"], ["Give a joint a motor", "motor", "M"], ["Trace a point", "trace", "T"], ["Cut joints", "cut", "K"],
  ];
  const s = scene();
  return [
    { name: "Play or pause", key: "Space", act: play }, { name: "Step", key: "→", act: () => step(1) }, { name: "Restart", key: "Home", act: restart }, { name: "Go to the newest moment", key: "End", act: () => ask("seek", { live: true }) },
    ...tools.map(([name, t, key]) => ({ name, key, act: () => tool.set(t) })),
    ...parts.map((p) => ({ name: `Add ${p.label.toLowerCase()}`, act: () => stage && addPart(p, p.ghost === "plane" ? [0, 0, 0] : viewCentre(stage), null) })),
    { name: "Move", key: "G", act: () => beginTransform("move", gesture.cursor) }, { name: "Turn", key: "R", act: () => beginTransform("turn", gesture.cursor) }, { name: "Size", key: "S", act: () => beginTransform("size", gesture.cursor) },
    { name: "Join the selected parts", key: "C", act: joinSelected }, { name: "Duplicate", key: "Ctrl+D", act: duplicate }, { name: "Delete", key: "Del", act: removeSelected }, { name: "Select all", key: "Ctrl+A", act: () => selection.set(new Set(s.objects.map((o) => o.id))) },
    { name: "Undo", key: "Ctrl+Z", act: undo }, { name: "Redo", key: "Ctrl+Shift+Z", act: redo },
    { name: "New scene", act: () => guard(() => void newScene()) }, { name: "Open a scene", act: () => dialog.set({ name: "open" }) }, { name: "Gallery", act: () => dialog.set({ name: "gallery" }) }, { name: "Save", key: "Ctrl+S", act: save },
    { name: "Export a picture, movie, table or model", act: () => dialog.set({ name: "export" }) }, { name: "Share as a link", act: () => dialog.set({ name: "share" }) },
    { name: "Fit view", key: "F", act: () => fit() }, { name: "Follow the selection", key: "Shift+F", act: toggleFollow }, { name: flat() ? "Work in space" : "Flat: work in a plane", act: () => setFlat(!flat()) },
    { name: "Text of the scene", key: "Ctrl+E", act: () => codeOpen.set(!codeOpen()) }, { name: "Type a statement", key: "/", act: () => statementOpen.set(true) },
    { name: "Plots", act: () => panel.set("plots") }, { name: "Problems", act: () => panel.set("problems") }, { name: "Expressions and sliders", act: () => panel.set("expressions") },
    ...[0.125, 0.25, 0.5, 1, 2, 4].map((x) => ({ name: `Speed ${x}×`, act: () => setSpeed(x) })), { name: "Speed: as fast as possible", act: () => setSpeed(0) },
    { name: "Keys and gestures", key: "?", act: () => dialog.set({ name: "help" }) },
    ...s.objects.slice(0, 300).map((o) => ({ name: `Select ${o.name}`, act: () => { selection.set(new Set([o.id])); fit(true, new Set([o.id])); } })),
  ];
}

/** Every word that was typed occurs; names that begin with it come first. */
function matching(list: Command[], text: string): Command[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean), fits = list.filter((c) => words.every((w) => c.name.toLowerCase().includes(w)));
  const rank = (c: Command): number => (words.length && c.name.toLowerCase().startsWith(words[0]!) ? 0 : 1);
  return fits.map((c, i) => ({ c, i })).sort((a, b) => rank(a.c) - rank(b.c) || a.i - b.i).map((e) => e.c).slice(0, 40);
}

export function Commands() {
  const [list] = useState(all), [text, setText] = useState(""), [at, setAt] = useState(0), box = useRef<HTMLUListElement>(null), found = matching(list, text);
  const go = (c: Command | undefined): void => {
    if (!c) return;
    dialog.set(null);
    document.querySelector<HTMLElement>(".view")?.focus({ preventScroll: true });
    // The dialog is closed first: it gives the focus back, and the command may open another one.
    setTimeout(() => void c.act(), 0);
  };
  const move = (to: number): void => {
    const next = Math.max(0, Math.min(found.length - 1, to));
    setAt(next);
    box.current?.children[next]?.scrollIntoView({ block: "nearest" });
  };
  return (
    <div class="commands">
      <input role="combobox" aria-label="Command" aria-expanded="true" aria-controls="command-list" aria-activedescendant={found[at] ? `command-${at}` : undefined} placeholder="What do you want to do?" autocomplete="off" spellcheck={false}
        data-first value={text} onInput={(e) => { setText(e.currentTarget.value); setAt(0); }} onKeyDown={(e) => {
          if (e.key === "ArrowDown") move(at + 1);
          else if (e.key === "ArrowUp") move(at - 1);
          else if (e.key === "Enter") go(found[at]);
          else return;
          e.preventDefault();
          e.stopPropagation();
        }} />
      <ul role="listbox" id="command-list" aria-label="Commands" ref={box}>
        {found.map((c, i) => <li key={c.name} id={`command-${i}`} role="option" aria-selected={i === at} onClick={() => go(c)}><span>{c.name}</span>{c.key && <kbd>{c.key}</kbd>}</li>)}
      </ul>
      {!found.length && <p class="soft">Nothing of this name.</p>}
    </div>
  );
}
