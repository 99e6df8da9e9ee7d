// Copies of texts in this browser, one for each document, in case the engine's process goes away with unsaved work.
import { type DocumentState, say } from "./state";

const store = "documents", most = 30, longest = 30 * 86400e3;

function database(): Promise<IDBDatabase> {
  return new Promise((done, fail) => {
    const r = indexedDB.open("tenon", 1);
    r.onupgradeneeded = () => r.result.createObjectStore(store);
    r.onsuccess = () => done(r.result);
    r.onerror = () => fail(r.error);
  });
}

const answer = <T>(r: IDBRequest<T>): Promise<T> => new Promise((done, fail) => {
  r.onsuccess = () => done(r.result);
  r.onerror = () => fail(r.error);
});

export interface Copy { text: string; name: string; file: string; session: string; saved: boolean; when: number }

/** A scene with a file is known by the file, one without by the session that began it. */
const keyOf = (d: { file: string; session: string }): string => `${location.hostname} ${d.file ? `file ${d.file}` : `session ${d.session}`}`;

const waiting = new Map<string, Copy>();
let failed = false;

/** Keeps the newest text of this document; writes at most twice a second. */
export function keepCopy(d: DocumentState, session: string): void {
  const copy = { text: d.text, name: d.name, file: d.file, session, saved: d.saved, when: Date.now() }, first = !waiting.size;
  waiting.set(keyOf(copy), copy);
  if (first) setTimeout(() => void writeAll(), 500);
}

async function writeAll(): Promise<void> {
  const all = [...waiting];
  waiting.clear();
  // One tab at a time: each document has a place of its own, and what is there is read back.
  const write = async (): Promise<void> => { for (const [key, copy] of all) await writeCopy(key, copy); };
  try {
    if (navigator.locks) await navigator.locks.request("tenon copies", write);
    else await write();
  } catch {
    // Private windows may have no storage, and storage may be full; the engine keeps its own copy.
    if (!failed) say("This browser keeps no copy of your work; save it, or leave the program running.");
    failed = true;
  }
}

async function writeCopy(key: string, copy: Copy): Promise<void> {
  const db = await database();
  try {
    const old = (await answer(db.transaction(store).objectStore(store).get(key))) as Copy | undefined;
    if (old && old.when > copy.when) return;
    const t = db.transaction(store, "readwrite").objectStore(store);
    if (copy.saved) await answer(t.delete(key));
    else await answer(t.put(copy, key));
    const kept = (await answer(db.transaction(store).objectStore(store).get(key))) as Copy | undefined;
    if (!copy.saved && kept?.text !== copy.text) throw new Error("the copy is not what was written");
    await forgetOld(db);
  } finally {
    db.close();
  }
}

async function forgetOld(db: IDBDatabase): Promise<void> {
  const s = db.transaction(store, "readwrite").objectStore(store), keys = await answer(s.getAllKeys()), all = (await answer(s.getAll())) as Copy[];
  const byAge = keys.map((key, i) => ({ key, when: all[i]!.when })).sort((a, b) => b.when - a.when);
  for (const [i, e] of byAge.entries()) if (i >= most || e.when < Date.now() - longest) s.delete(e.key);
}

/** Unsaved texts that this browser keeps, the newest first. */
export async function copies(): Promise<Copy[]> {
  try {
    const db = await database(), all = (await answer(db.transaction(store).objectStore(store).getAll())) as Copy[];
    db.close();
    return all.filter((c) => !c.saved && c.text.trim()).sort((a, b) => b.when - a.when);
  } catch {
    return [];
  }
}

/** The newest unsaved text of what is open now that another session left; null if there is none. */
export async function lastCopy(file: string, session: string, text: string): Promise<Copy | null> {
  return (await copies()).find((c) => c.file === file && c.session !== session && c.text !== text) ?? null;
}

/** A copy that was dealt with is not offered again. */
export async function forgetCopy(c: Copy): Promise<void> {
  try {
    const db = await database();
    await answer(db.transaction(store, "readwrite").objectStore(store).delete(keyOf(c)));
    db.close();
  } catch {
    // It stays, and is offered again.
  }
}
