// The menu of a thing, at the mouse or beside what is selected.
import { useLayoutEffect, useRef } from "preact/hooks";
import { type Menu as Open, menu } from "../state";
import { useSignal } from "../signal";

const width = 230, row = 29;

export function Menu() {
  const m = useSignal(menu), box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (!m) return;
    const away = (e: Event): void => { if (!box.current?.contains(e.target as Node)) menu.set(null); };
    box.current?.querySelector<HTMLElement>("button")?.focus();
    addEventListener("pointerdown", away, true);
    addEventListener("blur", away);
    return () => { removeEventListener("pointerdown", away, true); removeEventListener("blur", away); };
  }, [m]);
  return m && <List m={m} box={box} />;
}

function List({ m, box }: { m: Open; box: { current: HTMLDivElement | null } }) {
  const view = document.querySelector(".view")!, left = Math.max(4, Math.min(m.x, view.clientWidth - width - 4)), top = Math.max(4, Math.min(m.y, view.clientHeight - row * m.entries.length - 12));
  const leave = (): void => {
    menu.set(null);
    document.querySelector<HTMLElement>(".view")?.focus({ preventScroll: true });
  };
  const key = (e: KeyboardEvent): void => {
    const all = [...box.current!.children] as HTMLElement[], at = all.indexOf(document.activeElement as HTMLElement), n = all.length;
    const next = { ArrowDown: at + 1, ArrowUp: at - 1 + n, Home: 0, End: n - 1 }[e.key];
    if (next !== undefined) all[next % n]!.focus();
    else if (e.key === "Tab" || e.key === "Escape") leave();
    else return;
    e.preventDefault();
    e.stopPropagation();
  };
  return (
    <div class="menu" role="menu" aria-label="What to do" ref={box} style={{ left: `${left}px`, top: `${top}px` }} onKeyDown={key} onContextMenu={(e) => e.preventDefault()}>
      {m.entries.map((e) => (
        <button key={e.name} role="menuitem" tabIndex={-1} onClick={() => { leave(); setTimeout(() => void e.act(), 0); }}><span>{e.name}</span>{e.key && <kbd>{e.key}</kbd>}</button>
      ))}
    </div>
  );
}
