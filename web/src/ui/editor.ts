// The text of the scene in CodeMirror: completion, help on hover, errors in place, and changes in both directions.
import { type Completion, type CompletionContext, type CompletionResult, autocompletion, closeBrackets, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { HighlightStyle, StreamLanguage, bracketMatching, indentUnit, syntaxHighlighting } from "@codemirror/language";
import { type Diagnostic, lintGutter, setDiagnostics } from "@codemirror/lint";
import { Annotation, ChangeSet, EditorState, Transaction } from "@codemirror/state";
import { EditorView, drawSelection, highlightActiveLine, hoverTooltip, keymap, lineNumbers } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { ask, link, onText } from "../app";
import { offerRestart, redo, undo } from "../actions";
import { doc, problems, scene, selection } from "../state";

interface Kind { group: string; name: string; usage: string; help: string; example?: string; parameters?: { word: string; unit?: string; help: string }[] }
let kinds: Kind[] | null = null;

async function loadKinds(): Promise<Kind[]> {
  if (!kinds) {
    const r = await link.send("kinds");
    kinds = r.ok ? (r.kinds as Kind[]) : [];
  }
  return kinds;
}

const blocks = new Set(["world", "object", "constraint", "force", "for", "at", "end", "let", "probe", "path", "surface", "curve", "nail", "point", "variable", "include", "camera", "trace", "show", "skin", "contact", "set", "on", "off", "remove", "to", "from", "over", "of"]);

const language = StreamLanguage.define<{ comment: boolean }>({
  startState: () => ({ comment: false }),
  token(stream, state) {
    if (state.comment) {
      if (stream.skipTo("*/")) { stream.match("*/"); state.comment = false; } else stream.skipToEnd();
      return "comment";
    }
    if (stream.eatSpace()) return null;
    if (stream.match("/*")) { state.comment = true; return "comment"; }
    if (stream.match("//") || stream.match("#")) { stream.skipToEnd(); return "comment"; }
    if (stream.match(/^"[^"\n]*"?/)) return "string";
    if (stream.match(/^\.?\d[\d.]*([eE][+-]?\d+)?[a-zA-Z]*/)) return "number";
    const word = stream.match(/^[A-Za-z_](?:[\w]|-(?=[A-Za-z]))*/) as RegExpMatchArray | null;
    if (word) {
      if (blocks.has(word[0])) return "keyword";
      return kinds?.some((k) => k.name === word[0]) ? "typeName" : "variableName";
    }
    stream.next();
    return null;
  },
  languageData: { commentTokens: { line: "#", block: { open: "/*", close: "*/" } } },
});

const colors = HighlightStyle.define([
  { tag: tags.keyword, color: "var(--code-keyword)", fontWeight: "600" }, { tag: tags.comment, color: "var(--soft)", fontStyle: "italic" },
  { tag: tags.number, color: "var(--code-number)" }, { tag: tags.string, color: "var(--code-string)" }, { tag: tags.typeName, color: "var(--code-kind)" },
]);

const fromEngine = Annotation.define<boolean>();

function complete(context: CompletionContext): CompletionResult | null {
  const word = context.matchBefore(/[\w.-]*/);
  if (!word || (word.from === word.to && !context.explicit) || !kinds) return null;
  const dot = word.text.indexOf(".");
  if (dot > 0) {
    const o = scene().objects.find((e) => e.name === word.text.slice(0, dot));
    return o ? { from: word.from + dot + 1, options: o.points.map((p) => ({ label: p[0], type: "property" })) } : null;
  }
  const options: Completion[] = kinds.map((k) => ({ label: k.name, type: "keyword", detail: k.usage.slice(k.name.length), info: k.help }));
  const seen = new Set<string>(options.map((o) => o.label));
  for (const k of kinds) for (const p of k.parameters ?? []) if (/^[a-z]{3}/.test(p.word) && !seen.has(p.word)) {
    seen.add(p.word);
    options.push({ label: p.word, type: "property", detail: p.unit ?? "", info: p.help, boost: -1 });
  }
  for (const b of blocks) if (!seen.has(b)) options.push({ label: b, type: "keyword" });
  for (const e of [...scene().objects, ...scene().lets, ...scene().nails]) options.push({ label: e.name, type: "variable", boost: 1 });
  // A word that is whole already needs no list: Enter begins the next line.
  if (!context.explicit && options.some((o) => o.label === word.text)) return null;
  return { from: word.from, options };
}

const help = hoverTooltip((view, pos) => {
  const line = view.state.doc.lineAt(pos), words = [...line.text.matchAll(/[A-Za-z_][\w-]*/g)];
  const w = words.find((m) => line.from + m.index! <= pos && pos <= line.from + m.index! + m[0].length);
  const k = w && kinds?.find((e) => e.name === w[0]), p = w && !k ? kinds?.flatMap((e) => e.parameters ?? []).find((e) => e.word === w[0]) : undefined;
  if (!w || (!k && !p)) return null;
  return {
    pos: line.from + w.index!, above: true,
    create: () => {
      const dom = document.createElement("div");
      dom.className = "code-help";
      const head = dom.appendChild(document.createElement("code"));
      head.textContent = k ? k.usage : `${p!.word}${p!.unit ? ` (${p!.unit})` : ""}`;
      dom.appendChild(document.createElement("p")).textContent = k ? k.help : p!.help;
      return { dom };
    },
  };
});

/** The one stretch in which two texts differ. */
function difference(old: string, now: string): { from: number; to: number; insert: string } {
  let a = 0, b = 0;
  while (a < old.length && a < now.length && old[a] === now[a]) a++;
  while (b < old.length - a && b < now.length - a && old[old.length - 1 - b] === now[now.length - 1 - b]) b++;
  return { from: a, to: old.length - b, insert: now.slice(a, now.length - b) };
}

export function edit(host: HTMLElement): () => void {
  let timer = 0, waiting = false, known = doc().text, sending: string | null = null, sent: Promise<void> = Promise.resolve(), ends: (() => void)[] = [];
  const view = new EditorView({
    parent: host,
    state: EditorState.create({
      doc: doc().text,
      extensions: [
        lineNumbers(), drawSelection(), highlightActiveLine(), bracketMatching(), closeBrackets(), history(), indentUnit.of("  "), lintGutter(), language, syntaxHighlighting(colors),
        autocompletion({ override: [complete] }), help, EditorView.lineWrapping, EditorView.contentAttributes.of({ "aria-label": "Scene text" }),
        keymap.of([
          { key: "Mod-Enter", run: () => { flush(true); return true; } },
          { key: "Mod-s", run: () => { flush(false); return false; } },
          { key: "Mod-z", run: (v) => undoHere(v), shift: (v) => redoHere(v) },
          ...completionKeymap, indentWithTab, ...defaultKeymap, ...historyKeymap,
        ]),
        EditorView.updateListener.of((u) => {
          if (!u.docChanged || u.transactions.some((t) => t.annotation(fromEngine))) return;
          clearTimeout(timer);
          waiting = true;
          timer = window.setTimeout(() => flush(false), 300);
        }),
      ],
    }),
  });
  const dirty = (): boolean => view.state.doc.toString() !== doc().text;
  const undoHere = (v: EditorView): boolean => { if (dirty()) return historyKeymap[0]!.run!(v); void undo(); return true; };
  const redoHere = (_: EditorView): boolean => { void redo(); return true; };
  /** Sends what was typed; the world follows if it has no errors. */
  function flush(restart: boolean): void {
    clearTimeout(timer);
    waiting = false;
    sent = sent.then(async () => {
      const now = view.state.doc.toString(), old = doc().text;
      if (now === old) return void (restart && (await ask("restart")));
      const d = difference(old, now);
      sending = now;
      const r = await ask("patch", { rev: doc().rev, changes: [[d.from, d.to, d.insert]], apply: true, restart, label: "typing" });
      sending = null;
      if (r.applied && Number(r.restart) > 0) offerRestart();
    });
  }
  /** What the engine changed is put into the text, around what was typed and not sent yet. */
  const receive = (changes: [number, number, string][] | null): void => {
    const before = known, target = doc().text, now = view.state.doc.toString();
    known = target;
    if (now === target || target === sending) return;
    const remote = changes ? ChangeSet.of(changes.map(([from, to, insert]) => ({ from, to, insert })), before.length) : ChangeSet.of(difference(before, target), before.length);
    const local = ChangeSet.of(difference(before, now), before.length);
    view.dispatch({ changes: remote.map(local), annotations: [fromEngine.of(true), Transaction.addToHistory.of(false)] });
  };
  const stopText = onText(receive);
  const lint = (): void => {
    const size = view.state.doc.length, list: Diagnostic[] = problems().flatMap((p) => {
      if (!p.span && !p.line) return [];
      const line = view.state.doc.line(Math.max(1, Math.min(p.line || 1, view.state.doc.lines)));
      const from = Math.min(p.span?.[0] ?? line.from + Math.max(0, p.column - 1), size), to = Math.min(p.span?.[1] ?? line.to, size);
      return [{ from: Math.min(from, to), to: Math.max(from, to), severity: p.severity === "note" ? "info" : p.severity, message: p.message } as Diagnostic];
    });
    view.dispatch(setDiagnostics(view.state, list));
  };
  const reveal = async (ids: ReadonlySet<string>): Promise<void> => {
    if (ids.size !== 1 || host.contains(document.activeElement)) return;
    const r = await link.send("places"), place = (r.places as [string, number, number][] | undefined)?.find((p) => ids.has(p[0]));
    if (place && place[2] <= view.state.doc.length) view.dispatch({ selection: { anchor: place[1], head: place[2] }, effects: EditorView.scrollIntoView(place[1], { y: "center" }) });
  };
  ends = [stopText, problems.watch(lint), selection.watch((s) => void reveal(s))];
  lint();
  void loadKinds().then(() => view.dispatch({}));
  void reveal(selection());
  return () => {
    if (waiting) flush(false);
    ends.forEach((f) => f());
    view.destroy();
  };
}
