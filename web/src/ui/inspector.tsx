// The inspector: what is selected, made from what the engine says about it.
import { useEffect, useState } from "preact/hooks";
import { addMotor, duplicate, removeSelected, sayKind, setValue, switchThing } from "../actions";
import { ask, fit, link } from "../app";
import { openWheel } from "../interact/pointer";
import { norm } from "../model";
import { plottable, series, toggleSeries } from "../record";
import { clock, codeOpen, doc, frame, panel, run, say, scene, selection, thingOf } from "../state";
import { useSignal } from "../signal";
import { short } from "../parts";
import { Icon } from "./icons";

interface Parameter {
  word: string; unit: string | null; values: (number | null)[] | null; text: string | null; stands: string; let: string | null; shared: boolean; settable: boolean;
  formula: boolean; choices: string[] | null; help: string; low: number | null; high: number | null; standard: string | null;
}
interface Inspected {
  id: string; type: string; name: string; label: string; kind: string; on: boolean; formula?: string; method?: string; line?: number; end_line?: number;
  partners?: { id: string; type: string; name: string }[]; parameters?: Parameter[]; pose?: Record<string, number[] | number>; span?: [number, number];
}

const show = (x: number | null): string => (x === null || !Number.isFinite(x) ? "–" : Math.abs(x) >= 1e6 || (x !== 0 && Math.abs(x) < 1e-6) ? x.toExponential(3) : short(x, Math.max(1e-9, Math.abs(x) * 5e-6)));

/** Rounding is nothing: a force of 1e-15 N is none. */
const settled = (x: number): number => (Math.abs(x) < 1e-9 ? 0 : x);

const unitWords = /(\d)\s+(?=(?:[mck]?m|in|ft|deg|rad|rev|rpm|[um]?s|min|h|[mk]?g|[mkM]?N|Nm|[kMG]?Pa)$)/;
/** As people write numbers: a space before the unit, a formula without parentheses. */
const asWritten = (text: string, one: boolean): string => {
  if (!one) return text.trim();
  const joined = text.trim().replace(unitWords, "$1");
  return /[-+*/^(\s]/.test(joined.slice(1)) && !/^\(.*\)$/.test(joined) && !/^-?[\d.]+(e[-+]?\d+)?\w*$/i.test(joined) ? `(${joined})` : joined;
};

function selectNamed(name: string): void {
  const s = scene(), found = [...s.objects, ...s.constraints, ...s.forces].find((e) => e.name === name);
  if (found) selection.set(new Set([found.id]));
}

function NameField({ thing }: { thing: Inspected }) {
  const [draft, setDraft] = useState<string | null>(null);
  return (
    <label class="name">
      <span class="hidden">Name</span>
      <input aria-label="Name" value={draft ?? thing.name ?? ""} placeholder={thing.label} spellcheck={false} onInput={(e) => setDraft(e.currentTarget.value)} onBlur={async (e) => {
        const name = e.currentTarget.value.trim();
        if (draft !== null && name !== (thing.name ?? "") && (await ask("rename", { thing: thing.id, name })).ok) selectNamed(name);
        setDraft(null);
      }} onKeyDown={(e) => { if (e.key === "Enter") e.currentTarget.blur(); }} />
    </label>
  );
}

function Field({ thing, p, reload }: { thing: Inspected; p: Parameter; reload: () => void }) {
  const now = p.text ?? (p.values ? p.values.map(show).join(" ") : ""), [draft, setDraft] = useState<string | null>(null);
  const commit = async (value: string): Promise<void> => {
    setDraft(null);
    if (value.trim() === now.trim() || !value.trim()) return;
    const one = p.values?.length === 1;
    if (one && /^-?\d*,\d+$/.test(value.trim())) return say(`Decimals are written with a point: ${value.trim().replace(",", ".")}`, "error");
    const numbers = value.trim().split(/[\s,]+/).map(Number), plain = numbers.every(Number.isFinite);
    await setValue(thing.id, p.word, plain ? { values: numbers } : { value: asWritten(value, one) });
    reload();
  };
  const scrub = (e: PointerEvent): void => {
    const first = p.values?.[0];
    if (p.values?.length !== 1 || first === null || first === undefined || e.button !== 0) return;
    const label = e.currentTarget as HTMLElement, x0 = e.clientX, size = Math.abs(first) || 0.5;
    let last = first, sent = false;
    label.setPointerCapture(e.pointerId);
    const move = (m: PointerEvent): void => {
      let next = first + ((m.clientX - x0) / 150) * size;
      if (p.low !== null && p.low !== undefined) next = Math.max(p.low + (p.low === 0 ? 1e-3 * size : 0), next);
      if (p.high !== null && p.high !== undefined) next = Math.min(p.high, next);
      last = Number(next.toPrecision(3));
      sent = true;
      setDraft(String(last));
      void ask("set", { thing: thing.id, word: p.word, values: [last], live: true });
    };
    const up = (): void => {
      label.removeEventListener("pointermove", move);
      setDraft(null);
      if (sent) void setValue(thing.id, p.word, { values: [last] }).then(reload);
    };
    label.addEventListener("pointermove", move);
    label.addEventListener("pointerup", up, { once: true });
  };
  const title = [p.help, p.stands === "let" ? `set by ${p.let}` : p.stands === "expression" ? "a formula" : "", p.standard ? `default ${p.standard}` : ""].filter(Boolean).join("; ");
  const reset = (): void => { if (p.standard) void commit(p.standard); };
  return (
    <div class="field">
      <label title={title} class={p.values?.length === 1 ? "scrub" : ""} onPointerDown={scrub} onDblClick={reset}>{p.word}{p.unit && <span class="soft"> {p.unit}</span>}</label>
      {p.choices?.length && !p.values?.length ? (
        <select aria-label={p.word} value={p.text ?? p.standard ?? ""} onChange={(e) => void commit(e.currentTarget.value)}>
          {!p.text && <option value="">{p.standard ? `${p.standard} (default)` : "default"}</option>}
          {p.choices.map((c) => <option key={c} value={c}>{c}</option>)}
        </select>
      ) : (
        <input aria-label={p.word} class={p.stands === "let" || p.stands === "expression" ? "formula" : ""} value={draft ?? now} spellcheck={false} placeholder={p.standard ?? ""}
          onInput={(e) => setDraft(e.currentTarget.value)} onBlur={(e) => void commit(e.currentTarget.value)}
          onKeyDown={(e) => { if (e.key === "Enter") e.currentTarget.blur(); else if (e.key === "Escape") { setDraft(null); e.stopPropagation(); } }} />
      )}
    </div>
  );
}

function Live({ thing }: { thing: Inspected }) {
  useSignal(frame);
  const s = scene(), f = frame();
  if (!f) return null;
  if (thing.type === "constraint") {
    const i = s.constraints.findIndex((c) => c.id === thing.id), load = f.loads[i], c = s.constraints[i];
    return (
      <dl>
        {load && <><dt>force</dt><dd>{show(settled(norm(load.force)))} N</dd><dt>gap</dt><dd>{show(settled(1000 * load.gap))} mm</dd></>}
        {c?.redundant && <><dt>redundant</dt><dd>other joints fix this already</dd></>}
        {c?.contradictory && <><dt>contradiction</dt><dd>it cannot be met together with others</dd></>}
      </dl>
    );
  }
  const i = s.objects.findIndex((o) => o.id === thing.id), p = f.pose;
  if (i < 0) return null;
  return <dl><dt>now at</dt><dd>{[0, 1, 2].map((k) => p[7 * i + k]?.toFixed(3) ?? "–").join("  ")}</dd></dl>;
}

function PlotMenu({ thing }: { thing: Inspected }) {
  const now = useSignal(series), list = plottable(thing.id, thing.type);
  if (!list.length) return null;
  return (
    <details class="plot-menu">
      <summary><Icon name="plot" /> Plot</summary>
      <div>
        {list.map((e) => (
          <label key={e.key}><input type="checkbox" checked={now.some((s) => s.key === e.key)} onChange={() => { if (toggleSeries(e)) panel.set("plots"); }} />{e.key.split(" ").pop()}</label>
        ))}
      </div>
    </details>
  );
}

export function Inspector() {
  const chosen = useSignal(selection), d = useSignal(doc), s = useSignal(scene), r = useSignal(run), t = useSignal(clock);
  const [thing, setThing] = useState<Inspected | null>(null), [count, setCount] = useState(0), ids = [...chosen], id = ids.length === 1 ? ids[0]! : null;
  useEffect(() => {
    if (!id) return setThing(null);
    let gone = false;
    // Silent: after an edit of the text a thing may be another one, which the next scene tells.
    void link.send("inspect", { thing: id }).then((reply) => { if (!gone) setThing(reply.ok ? (reply.thing as Inspected) : null); });
    return () => { gone = true; };
  }, [id, d.rev, s.rev, count, r.playing, r.playing ? Math.floor(2 * t) : t]); // while it moves twice a second
  const reload = (): void => setCount((n) => n + 1);
  return (
    <section class="inspector" aria-label="Inspector" data-region>
      <h2>Inspector</h2>
      {!ids.length && <p class="soft pad">Select a part or a joint to see and change its numbers.</p>}
      {ids.length > 1 && (
        <div class="pad">
          <p>{ids.length} things are selected.</p>
          <ul class="plain">{ids.slice(0, 12).map((e) => <li key={e}>{thingOf(e)?.name}</li>)}</ul>
        </div>
      )}
      {thing && id === thing.id && (
        <div class="pad">
          {thing.type === "look" || thing.type === "event" ? <p><b>{thingOf(thing.id)?.name}</b></p> : <NameField key={thing.id} thing={thing} />}
          <p class="kind">{thing.type === "object" ? thing.kind : sayKind(thing.kind)}
            {thing.line ? <button class="link" onClick={() => codeOpen.set(true)}>line {thing.line}</button> : null}</p>
          {thing.formula && thing.type !== "object" && <p class="formula-line"><code>{thing.formula}</code></p>}
          {thing.partners?.length ? <p class="soft">{thing.partners.map((p) => <button key={p.id} class="link" onClick={() => selection.set(new Set([p.id]))}>{p.name}</button>)}</p> : null}
          <Live thing={thing} />
          <PlotMenu thing={thing} />
          <div class="fields">{thing.parameters?.filter((p) => p.values?.length || p.text || p.choices?.length).map((p) => <Field key={p.word} thing={thing} p={p} reload={reload} />)}</div>
          <More thing={thing} reload={reload} />
        </div>
      )}
      {ids.length > 0 && (
        <div class="actions">
          <button title="Zoom to the selection" disabled={ids.length === 1 && (!thing || /^(look|event|probe)$/.test(thing.type))} onClick={() => fit(true, chosen)}><Icon name="fit" /> Show</button>
          {thing?.type === "object" && <button title="Ctrl+D" onClick={() => void duplicate()}><Icon name="copy" /> Duplicate</button>}
          {thing?.type === "constraint" && <button title="W" onClick={() => openWheel(thing.id)}><Icon name="connect" /> Kind</button>}
          {thing?.type === "constraint" && <button title="M" onClick={() => void addMotor(thing.id)}><Icon name="motor" /> Motor</button>}
          {(thing?.type === "constraint" || thing?.type === "force") && (
            <button onClick={() => void switchThing(thing.id, !thing.on).then(reload)}>{thing.on ? "Switch off" : "Switch on"}</button>
          )}
          <button title="Del" onClick={() => void removeSelected()}><Icon name="trash" /> Delete</button>
        </div>
      )}
    </section>
  );
}

/** Numbers that are not given in the text, folded away. */
function More({ thing, reload }: { thing: Inspected; reload: () => void }) {
  const rest = thing.parameters?.filter((p) => p.settable && !(p.values?.length || p.text || p.choices?.length)) ?? [];
  if (!rest.length) return null;
  return (
    <details class="more">
      <summary>More settings</summary>
      <div class="fields">{rest.map((p) => <Field key={p.word} thing={thing} p={p} reload={reload} />)}</div>
    </details>
  );
}
