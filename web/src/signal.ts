// A value that components and the view can watch.
import { useEffect, useState } from "preact/hooks";

export interface Signal<T> {
  (): T;
  set(value: T): void;
  update(change: (old: T) => T): void;
  watch(listener: (value: T) => void): () => void;
}

export function signal<T>(first: T): Signal<T> {
  let value = first;
  const listeners = new Set<(value: T) => void>();
  const s = (() => value) as Signal<T>;
  s.set = (next) => {
    if (Object.is(next, value)) return;
    value = next;
    for (const f of [...listeners]) f(next);
  };
  s.update = (change) => s.set(change(value));
  s.watch = (f) => {
    listeners.add(f);
    return () => void listeners.delete(f);
  };
  return s;
}

/** The value of a signal inside a component, which is drawn again when it changes. */
export function useSignal<T>(s: Signal<T>): T {
  const [, draw] = useState(0);
  useEffect(() => s.watch(() => draw((n) => n + 1)), [s]);
  return s();
}
