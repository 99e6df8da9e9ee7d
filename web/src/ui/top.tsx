// The top bar and the tools.
import { guard, newScene, redo, save, undo } from "../actions";
import { fit, setFlat } from "../app";
import { type Theme, type Tool, codeOpen, dialog, doc, flat, history, peers, scene, theme, tool } from "../state";
import { useSignal } from "../signal";
import { startWiggle, stopWiggle } from "../view/wiggle";
import { Icon } from "./icons";

function Button(p: { icon: string; label: string; tip?: string; disabled?: boolean; pressed?: boolean; onClick: () => void; words?: boolean }) {
  return (
    <button class={p.words ? "" : "square"} aria-label={p.label} title={p.tip ?? p.label} disabled={p.disabled} aria-pressed={p.pressed} onClick={p.onClick}>
      <Icon name={p.icon} />{p.words && <span>{p.label}</span>}
    </button>
  );
}

export function Top() {
  const h = useSignal(history), d = useSignal(doc), s = useSignal(scene), code = useSignal(codeOpen), others = useSignal(peers), th = useSignal(theme);
  const nextTheme = (): void => {
    const next: Theme = th === "auto" ? (matchMedia("(prefers-color-scheme: dark)").matches ? "light" : "dark") : th === "light" ? "dark" : "light";
    localStorage.setItem("tenon.theme", next);
    theme.set(next);
  };
  return (
    <header class="top" data-region>
      <strong class="brand">Tenon</strong>
      <Button icon="new" label="New" tip="New scene" words onClick={() => guard(() => void newScene())} />
      <Button icon="open" label="Open" tip="Open a scene" words onClick={() => dialog.set({ name: "open" })} />
      <Button icon="save" label="Save" tip="Save (Ctrl+S)" words onClick={() => void save()} />
      <span class="bar" />
      <Button icon="undo" label="Undo" tip={`Undo${h.undo[0] ? `: ${h.undo[0]}` : ""} (Ctrl+Z)`} disabled={!h.undos} onClick={() => void undo()} />
      <Button icon="redo" label="Redo" tip={`Redo${h.redo[0] ? `: ${h.redo[0]}` : ""} (Ctrl+Shift+Z)`} disabled={!h.redos} onClick={() => void redo()} />
      <span class="bar" />
      <Button icon="fit" label="Fit view" tip="Fit view (F)" onClick={() => fit()} />
      <Flat />
      <h1 class="name" title={d.file || undefined}>{d.name || "Untitled"}{!d.saved && <span class="soft"> · edited</span>}</h1>
      {others.length > 1 && <span class="soft">{others.length} pages</span>}
      {s.dof !== null && s.objects.length > 0 && <button class="badge" title="Degrees of freedom: the ways in which the model can move. Rest here to see them." onMouseEnter={() => void startWiggle()} onMouseLeave={stopWiggle} onFocus={() => void startWiggle()} onBlur={stopWiggle}>DOF {s.dof}</button>}
      <Button icon="export" label="Export" tip="Export a picture, movie, table or model" words onClick={() => dialog.set({ name: "export" })} />
      <Button icon="share" label="Share" tip="Share this scene as a link" words onClick={() => dialog.set({ name: "share" })} />
      <Button icon="code" label="Code" tip="Show the text of the scene (Ctrl+E)" pressed={code} words onClick={() => codeOpen.set(!code)} />
      <Button icon="theme" label="Light or dark" onClick={nextTheme} />
      <Button icon="help" label="Help" tip="Keys and gestures (?)" onClick={() => dialog.set({ name: "help" })} />
    </header>
  );
}

function Flat() {
  const on = useSignal(flat);
  return <Button icon="flat" label="Flat" tip="Flat: work in a plane; points are joined by hinges" pressed={on} words onClick={() => setFlat(!on)} />;
}

const tools: [Tool, string, string][] = [
  ["grab", "Grab", "V: pull and select"], ["bar", "Bar", "B: click twice for a bar"], ["connect", "Connect", "C: join two points"],
  ["nail", "Nail", "N: nail a point where it is"], ["motor", "Motor", "M: drive a joint"], ["trace", "Trace", "T: draw the path of a point"], ["cut", "Cut", "K: cut joints with a stroke"],
];

export function Tools() {
  const now = useSignal(tool);
  return (
    <nav class="rail" aria-label="Tools" data-region>
      {tools.map(([t, label, tip]) => (
        <button key={t} aria-label={label} title={tip} aria-pressed={now === t} onClick={() => tool.set(t)}>
          <Icon name={t} /><span aria-hidden="true">{label}</span>
        </button>
      ))}
      <span class="space" />
      <button aria-label="Gallery" title="Scenes to begin with" onClick={() => dialog.set({ name: "gallery" })}><Icon name="gallery" /><span aria-hidden="true">Gallery</span></button>
    </nav>
  );
}
