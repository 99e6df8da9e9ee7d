// The statement line: one statement of the scene language, as at a prompt.
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { link } from "../app";
import { say, statementOpen } from "../state";
import { useSignal } from "../signal";

const past: string[] = [];

export function Statement() {
  const open = useSignal(statementOpen), field = useRef<HTMLInputElement>(null), [error, setError] = useState(""), [place, setPlace] = useState(0);
  useLayoutEffect(() => {
    if (open) field.current?.focus();
    setError("");
    setPlace(past.length);
  }, [open]);
  if (!open) return null;
  const send = async (): Promise<void> => {
    const text = field.current!.value.trim();
    if (!text) return statementOpen.set(false);
    const r = await link.send("statement", { text });
    if (!r.ok) return setError(r.error ?? "The engine refused this.");
    past.push(text);
    setPlace(past.length);
    setError("");
    field.current!.value = "";
    const made = (r.made as { name: string }[] | undefined)?.map((m) => m.name).join(", ");
    if (made) say(`Made ${made}`);
  };
  const recall = (by: number): void => {
    const next = Math.max(0, Math.min(past.length, place + by));
    setPlace(next);
    field.current!.value = past[next] ?? "";
  };
  return (
    <div class="statement">
      <input ref={field} aria-label="Statement" placeholder="rod 1 0.04   ·   connect rod1.end1 rod2.end2   ·   set mass rod1 3   ·   undo" spellcheck={false} autocomplete="off"
        aria-invalid={error ? true : undefined} onKeyDown={(e) => {
          if (e.key === "Enter") void send();
          else if (e.key === "ArrowUp") recall(-1);
          else if (e.key === "ArrowDown") recall(1);
          else if (e.key === "Escape") {
            statementOpen.set(false);
            document.querySelector<HTMLElement>(".view")?.focus();
          } else return;
          e.preventDefault();
          e.stopPropagation();
        }} />
      {error && <p role="alert">{error}</p>}
    </div>
  );
}
