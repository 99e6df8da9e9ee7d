// A copy of the text in this browser, in case the engine's process goes away with unsaved work.
import type { DocumentState } from "./state";

const store = "documents";

function database(): Promise<IDBDatabase> {
  return new Promise((done, fail) => {
    const r = indexedDB.open("tenon", 1);
    r.onupgradeneeded = () => r.result.createObjectStore(store);
    r.onsuccess = () => done(r.result);
    r.onerror = () => fail(r.error);
  });
}

export interface Copy { text: string; name: string; file: string; session: string; saved: boolean; when: number }

const key = `last ${location.host}`;
let waiting: Copy | null = null;

/** Keeps the newest text; writes at most twice a second. */
export function keepCopy(d: DocumentState, session: string): void {
  const first = !waiting;
  waiting = { text: d.text, name: d.name, file: d.file, session, saved: d.saved, when: Date.now() };
  if (first) setTimeout(write, 500);
}

async function write(): Promise<void> {
  const copy = waiting;
  waiting = null;
  if (!copy) return;
  try {
    const db = await database();
    db.transaction(store, "readwrite").objectStore(store).put(copy, key);
  } catch {
    // Private windows may have no storage; the engine keeps its own copy.
  }
}

export async function lastCopy(): Promise<Copy | null> {
  try {
    const db = await database();
    return await new Promise((done) => {
      const r = db.transaction(store).objectStore(store).get(key);
      r.onsuccess = () => done((r.result as Copy | undefined) ?? null);
      r.onerror = () => done(null);
    });
  } catch {
    return null;
  }
}
