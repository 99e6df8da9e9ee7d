// Dialogs: open, save, export, share, gallery, help, choices.
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { guard } from "../actions";
import { ask, link, stage, token } from "../app";
import { type Copy, copies } from "../local";
import { applyChanges } from "../net/scene";
import { packText, unpackText } from "../share";
import { dialog, doc, progress, say, scene } from "../state";
import { useSignal } from "../signal";
import { Commands } from "./commands";
import { Icon } from "./icons";
import { isDark } from "./view";

function Frame({ title, children, wide }: { title: string; children: preact.ComponentChildren; wide?: boolean }) {
  const box = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const before = document.activeElement as HTMLElement | null, d = box.current!;
    d.showModal();
    d.querySelector<HTMLElement>("[data-first]")?.focus();
    return () => {
      d.close();
      if (before?.isConnected) before.focus();
    };
  }, []);
  return (
    <dialog ref={box} class={wide ? "wide" : ""} aria-label={title} onCancel={(e) => { e.preventDefault(); dialog.set(null); }} onMouseDown={(e) => { if (e.target === box.current) dialog.set(null); }}>
      <div class="dialog-box">
        <header><h2>{title}</h2><button class="square" aria-label="Close" onClick={() => dialog.set(null)}><Icon name="close" /></button></header>
        {children}
      </div>
    </dialog>
  );
}

const close = (): void => dialog.set(null);

function openThis(members: Record<string, unknown>): void {
  close();
  guard(() => void ask("open", members).then((r) => {
    if (r.ok && r.recovered) dialog.set({ name: "recover" });
  }));
}

function Open() {
  const [files, setFiles] = useState<{ file: string; bytes: number }[] | null>(null), [pasted, setPasted] = useState("");
  const [kept, setKept] = useState<Copy[]>([]);
  useEffect(() => void copies().then((all) => setKept(all.filter((c) => c.text !== doc().text).slice(0, 10))), []);
  useEffect(() => void ask("files").then((r) => setFiles((r.files as { file: string; bytes: number }[] | undefined) ?? [])), []);
  const read = async (f: File | undefined): Promise<void> => { if (f) openThis({ text: await f.text(), name: f.name.replace(/\.tn$/, "") }); };
  const paste = async (): Promise<void> => {
    const at = pasted.indexOf("#1.");
    try {
      openThis({ text: at >= 0 ? await unpackText(pasted.slice(at + 1).trim()) : pasted, name: "pasted" });
    } catch {
      say("This link is damaged or incomplete.", "error");
    }
  };
  return (
    <Frame title="Open">
      <h3>In this folder</h3>
      {files === null ? <p class="soft">Looking…</p> : !files.length ? <p class="soft">There are no scenes (.tn) in this folder.</p> : (
        <ul class="files">{files.map((f) => <li key={f.file}><button onClick={() => openThis({ file: f.file })}>{f.file}<span class="soft">{(f.bytes / 1000).toFixed(1)} kB</span></button></li>)}</ul>
      )}
      {kept.length > 0 && (
        <>
          <h3>Not saved, kept by this browser</h3>
          <ul class="files">{kept.map((c) => <li key={c.when}><button onClick={() => openThis({ text: c.text, name: c.name || "recovered" })}>{c.name || "untitled"}<span class="soft">{new Date(c.when).toLocaleString()}</span></button></li>)}</ul>
        </>
      )}
      <h3>From this computer</h3>
      <input type="file" accept=".tn,text/plain" aria-label="Scene file" onChange={(e) => void read(e.currentTarget.files?.[0])} />
      <h3>A shared link, or the text of a scene</h3>
      <textarea rows={3} aria-label="Link or text" value={pasted} onInput={(e) => setPasted(e.currentTarget.value)} />
      <div class="dialog-actions"><button onClick={() => dialog.set({ name: "gallery" })}>Gallery…</button><span class="space" /><button class="primary" disabled={!pasted.trim()} onClick={() => void paste()}>Open</button></div>
    </Frame>
  );
}

function Save() {
  const [name, setName] = useState(doc().file || `${doc().name || "scene"}.tn`), [there, setThere] = useState(false);
  const go = async (): Promise<void> => {
    const file = name.endsWith(".tn") ? name : `${name}.tn`, r = await link.send("save", { file, replace: there });
    if (r.code === "exists") return setThere(true);
    if (!r.ok) return say(r.error ?? "It could not be saved.", "error");
    say(`Saved ${String(r.file)}`);
    close();
  };
  return (
    <Frame title="Save">
      <form onSubmit={(e) => { e.preventDefault(); void go(); }}>
        <label class="line">File name<input aria-label="File name" data-first value={name} spellcheck={false} onInput={(e) => { setName(e.currentTarget.value); setThere(false); }} /></label>
        {there && <p class="bad" role="alert">A file of this name is there already. Save again to replace it.</p>}
        <p class="soft">It is written into the folder in which the studio was started.</p>
        <div class="dialog-actions"><button type="button" onClick={() => download(`${name.replace(/\.tn$/, "")}.tn`, new Blob([doc().text]))}>Download</button><span class="space" /><button type="submit" class="primary">Save</button></div>
      </form>
    </Frame>
  );
}

function download(name: string, what: Blob | string): void {
  const a = document.createElement("a"), url = typeof what === "string" ? what : URL.createObjectURL(what);
  a.href = url;
  a.download = name;
  a.click();
  if (typeof what !== "string") setTimeout(() => URL.revokeObjectURL(url), 10000);
}

const kinds: [string, string, string][] = [
  ["png", "Picture (PNG)", "what the view shows now"], ["mp4", "Movie (MP4)", "the motion from the start"],
  ["glb", "Model with motion (glTF)", "for Blender and other programs"], ["csv", "Table (CSV)", "one row per frame: probes and poses"],
];

function Export() {
  const [as, setAs] = useState("png"), [until, setUntil] = useState(String(scene().until || 10)), job = useSignal(progress), [mine, setMine] = useState(-1);
  const base = (doc().file || doc().name || "scene").replace(/\.tn$/, "").split("/").pop()!, now = job && job.job === mine ? job : null;
  const go = async (): Promise<void> => {
    progress.set(null);
    const rig = stage!.rig, c = stage!.canvas;
    const r = await ask("export", {
      as, file: `${base}.${as}`, until: as === "png" ? undefined : Number(until) || scene().until, dark: isDark(),
      size: [Math.min(1920, 2 * Math.round(c.clientWidth)), Math.min(1200, 2 * Math.round(c.clientHeight))].map((n) => n - (n % 2)), camera: { from: rig.eye(), to: rig.target },
    });
    if (r.ok) setMine(Number(r.job));
  };
  return (
    <Frame title="Export">
      <div role="radiogroup" aria-label="Format" class="choices">
        {kinds.map(([key, label, text]) => (
          <label key={key}><input type="radio" name="as" checked={as === key} onChange={() => setAs(key)} /><b>{label}</b><span class="soft">{text}</span></label>
        ))}
      </div>
      {as !== "png" && <label class="line">Until<input aria-label="Until" value={until} onInput={(e) => setUntil(e.currentTarget.value)} /> s</label>}
      {now && (
        <div class="progress" role="status">
          {!now.done && <progress aria-label="Export" value={now.part} max={1} />}
          {now.done && (now.error ? <p class="bad">{now.error}</p> : now.cancelled ? <p>Cancelled.</p> : (
            <p>Written: <b>{now.file}</b> {now.url && <a class="link" download={now.file.split("/").pop()} href={`${now.url}?token=${encodeURIComponent(token)}`}>Download</a>}</p>
          ))}
        </div>
      )}
      <div class="dialog-actions">
        {now && !now.done && <button onClick={() => void ask("cancel", { job: mine })}>Cancel</button>}
        <span class="space" /><button class="primary" disabled={!!now && !now.done} onClick={() => void go()}>Export</button>
      </div>
    </Frame>
  );
}

function Share() {
  const [url, setUrl] = useState("");
  useEffect(() => void packText(doc().text).then((p) => setUrl(`${location.origin}${location.pathname}#${p}`)), []);
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(url);
    say("The link is copied.");
  };
  return (
    <Frame title="Share">
      <p>The link holds the whole scene. Whoever has Tenon studio opens it by Open ▸ shared link.</p>
      <textarea class="share" rows={5} readOnly aria-label="Link" value={url} onFocus={(e) => e.currentTarget.select()} />
      {url.length > 8000 && <p class="soft">This scene is long; a file travels better than a link.</p>}
      <div class="dialog-actions"><button onClick={() => download(`${doc().name || "scene"}.tn`, new Blob([doc().text]))}>Download file</button><span class="space" /><button class="primary" disabled={!url} onClick={() => void copy()}>Copy link</button></div>
    </Frame>
  );
}

interface Folder { name: string; title: string; text: string; scenes: { name: string; title: string; text: string; picture?: string | null }[] }

function Gallery() {
  const [folders, setFolders] = useState<Folder[] | null>(null);
  useEffect(() => void ask("gallery").then((r) => setFolders((r.folders as Folder[] | undefined) ?? [])), []);
  return (
    <Frame title="Gallery" wide>
      {folders === null && <p class="soft">Looking…</p>}
      {folders && !folders.length && <p class="soft">The gallery is not installed with this program.</p>}
      {folders?.map((f) => (
        <section key={f.name} aria-label={f.title}>
          <h3>{f.title}</h3>
          <div class="gallery">
            {f.scenes.map((s) => {
              const path = s.name.includes("/") ? s.name : `${f.name}/${s.name}`;
              return (
                <button key={path} aria-label={s.title} title={s.text} onClick={() => openThis({ gallery: path })}>
                  <img src={`gallery/${s.picture ?? `${path}.jpg`}`} alt="" loading="lazy" onError={(e) => (e.currentTarget.style.visibility = "hidden")} />
                  <b>{s.title}</b><span class="soft">{s.text}</span>
                </button>
              );
            })}
          </div>
        </section>
      ))}
    </Frame>
  );
}

const keys: [string, [string, string][]][] = [
  ["Motion", [["Space", "play or pause"], ["→ / ←", "one frame on or back"], ["Shift+→ / ←", "one second"], ["Home", "restart"], ["End", "newest moment"], ["− / =", "slower, faster"]]],
  ["Build", [["B", "bar: click twice"], ["C", "connect two points"], ["N", "nail the point under the mouse"], ["M", "motor on a joint"], ["T", "trace a point"], ["K", "cut joints"], ["W", "change the kind of a joint"], ["A", "next axis of a joint"]]],
  ["Edit", [["G, R, S", "move, turn, size; then X, Y, Z or a number"], ["Shift+drag", "select what is in a rectangle"], ["Ctrl+K", "all commands"], ["Ctrl+Z", "undo"], ["Ctrl+Shift+Z", "redo"], ["Ctrl+D", "duplicate and join again"], ["Del", "delete"], ["F2", "rename"], ["Ctrl+A", "select all"], ["Ctrl+S", "save"]]],
  ["Text", [["/", "type a statement"], ["Ctrl+E", "text of the scene"], ["Ctrl+Enter", "apply the text and restart"]]],
  ["View", [["Drag empty space", "orbit (Flat: move)"], ["Right button", "move the view"], ["Wheel", "zoom"], ["Right click", "menu"], ["Double click", "look at it"], ["F", "fit"], ["Shift+F", "follow the selection"]]],
  ["Drag a part", [["Ctrl", "exactly to the mouse"], ["Shift", "without snapping"], [".", "leave a nail there"], ["Esc", "cancel"]]],
  ["Keyboard", [["F6", "next region"], ["Tab", "next part, in the view"], ["Arrows", "move the selected part"], ["Enter", "menu of the selected part"], ["Tab, arrows, Enter", "use a tool in the view"], ["?", "this overlay"]]],
];

function Help() {
  return (
    <Frame title="Keys and gestures" wide>
      <div class="keys">
        {keys.map(([title, list]) => (
          <section key={title}><h3>{title}</h3><dl>{list.map(([k, text]) => <div key={k}><dt><kbd>{k}</kbd></dt><dd>{text}</dd></div>)}</dl></section>
        ))}
      </div>
      <div class="dialog-actions"><button onClick={() => { localStorage.removeItem("tenon.tour"); location.reload(); }}>Show the first steps again</button></div>
    </Frame>
  );
}

function Choice() {
  const d = dialog()!;
  return (
    <Frame title={d.title ?? "Choose"}>
      {d.text && <p>{d.text}</p>}
      <div class="stack">{d.choices?.map((c, i) => <button key={c.key} class={i === 0 ? "primary" : ""} onClick={() => { close(); d.then?.(c.key); }}>{c.label}</button>)}<button onClick={close}>Cancel</button></div>
    </Frame>
  );
}

function Recover() {
  const take = (yes: boolean): void => { close(); void ask("recover", { take: yes }); };
  return (
    <Frame title="Unsaved work was found">
      <p>The program ended before your last changes were saved. They are still here.</p>
      <div class="stack"><button class="primary" onClick={() => take(true)}>Bring the changes back</button><button onClick={() => take(false)}>Use the saved file</button></div>
    </Frame>
  );
}

/** Lines of two texts, those that differ marked; by the longest common sequence of lines. */
function differences(old: string, now: string): { mark: "-" | "+" | " "; text: string }[] {
  const a = old.split("\n"), b = now.split("\n"), n = Math.min(a.length, 1500), m = Math.min(b.length, 1500);
  const common = Array.from({ length: n + 1 }, () => new Uint16Array(m + 1)), out: { mark: "-" | "+" | " "; text: string }[] = [];
  for (let i = n - 1; i >= 0; i--) for (let k = m - 1; k >= 0; k--) common[i]![k] = a[i] === b[k] ? common[i + 1]![k + 1]! + 1 : Math.max(common[i + 1]![k]!, common[i]![k + 1]!);
  let i = 0, k = 0;
  while (i < n || k < m) {
    if (i < n && k < m && a[i] === b[k]) out.push({ mark: " ", text: a[i++]! }), k++;
    else if (i < n && (k === m || common[i + 1]![k]! >= common[i]![k + 1]!)) out.push({ mark: "-", text: a[i++]! });
    else out.push({ mark: "+", text: b[k++]! });
  }
  return out.filter((l, at) => l.mark !== " " || [-2, -1, 1, 2].some((d) => (out[at + d]?.mark ?? " ") !== " "));
}

type Lines = ReturnType<typeof differences>;

function Differences({ lines }: { lines: Lines }) {
  return <pre class="differs" tabIndex={0} aria-label="Differences">{lines.length ? lines.map((l) => <span class={l.mark === "-" ? "gone" : l.mark === "+" ? "come" : ""}>{`${l.mark} ${l.text}\n`}</span>) : "The texts are the same."}</pre>;
}

/** What the text would be if the present poses were the start, before it is changed. */
function Start() {
  const [lines, setLines] = useState<Lines | null>(null), [left, setLeft] = useState<string[]>([]);
  useEffect(() => void ask("start", { preview: true }).then((r) => {
    if (!r.ok) return close();
    setLeft((r.left as string[] | undefined) ?? []);
    // Each change is one of the text that the changes before it have left.
    setLines(differences(doc().text, (r.patch as [number, number, string][]).reduce((text, change) => applyChanges(text, [change]), doc().text)));
  }), []);
  const go = (): void => {
    close();
    void ask("start").then((r) => { if (r.ok) say("The model starts from here now."); });
  };
  return (
    <Frame title="Make this the start" wide>
      <p>The places that the parts have now become those at the start, and the motion begins anew.</p>
      {lines ? <Differences lines={lines} /> : <p class="soft">Looking…</p>}
      {left.length > 0 && <p class="soft">{left.join(", ")}: a formula or a loop says where {left.length > 1 ? "they start" : "it starts"}; that stays.</p>}
      <div class="dialog-actions"><button onClick={close}>Cancel</button><span class="space" /><button class="primary" disabled={!lines?.length} onClick={go}>Make it the start</button></div>
    </Frame>
  );
}

function Disk() {
  const file = dialog()?.text ?? "", [lines, setLines] = useState<Lines | null>(null);
  const differ = async (): Promise<void> => {
    const r = await ask("text", { disk: true });
    if (r.ok) setLines(differences(doc().text, String(r.text)));
  };
  return (
    <Frame title="The file has changed" wide={!!lines}>
      <p>{file} was changed by another program.</p>
      {lines && <Differences lines={lines} />}
      <div class="stack"><button class="primary" onClick={() => { close(); void ask("open", { file }); }}>Reload it</button><button onClick={close}>Keep what is here</button>{!lines && <button onClick={() => void differ()}>What differs</button>}</div>
    </Frame>
  );
}

const CommandLine = () => <Frame title="Commands"><Commands /></Frame>;

export function Dialogs() {
  const d = useSignal(dialog);
  if (!d) return null;
  const all = { open: Open, save: Save, export: Export, share: Share, gallery: Gallery, help: Help, choice: Choice, recover: Recover, disk: Disk, commands: CommandLine, start: Start };
  const Shown = all[d.name];
  return <Shown key={d.name + (d.title ?? "")} />;
}
