// The code panel; the editor itself is loaded when it is first opened.
import { useEffect, useRef, useState } from "preact/hooks";
import { codeOpen, doc } from "../state";
import { useSignal } from "../signal";
import { Icon } from "./icons";

export function Code() {
  const host = useRef<HTMLDivElement>(null), d = useSignal(doc), [loading, setLoading] = useState(true);
  useEffect(() => {
    let end: (() => void) | null = null, gone = false;
    void import("./editor").then((m) => {
      if (gone || !host.current) return;
      setLoading(false);
      end = m.edit(host.current);
    });
    return () => {
      gone = true;
      end?.();
    };
  }, []);
  return (
    <section class="code" aria-label="Code" data-region>
      <header>
        <h2>{d.name || "Untitled"}.tn</h2>
        <span class="soft">{d.ahead ? "text ahead of world" : ""}</span>
        <span class="space" />
        <button class="square" aria-label="Close editor" title="Close (Ctrl+E)" onClick={() => codeOpen.set(false)}><Icon name="close" /></button>
      </header>
      {loading && <p class="soft pad">Loading the editor…</p>}
      <div class="editor" ref={host} />
    </section>
  );
}
