import { render } from "preact";
import { newScene } from "./actions";
import { ask, onOpened, onText, ready, screen, state } from "./app";
import { watchGhost } from "./ghost";
import { listenKeys } from "./interact/keys";
import { forgetCopy, lastCopy } from "./local";
import { watchLost } from "./lost";
import { unpackText } from "./share";
import { dialog, doc, history, run, say } from "./state";
import { Page } from "./ui/page";

/** For tests, bookmarklets and lessons; it can do no more than the page itself. */
const tenon = { ready, state, screen, command: (statement: string) => ask("statement", { text: statement }) };
declare global {
  interface Window { tenon: typeof tenon }
}
window.tenon = tenon;

/** Work that only this browser still has is offered, never pushed. */
async function offerCopy(session: string): Promise<void> {
  const copy = await lastCopy(doc().file, session, doc().text);
  if (!copy) return;
  dialog.set({
    name: "choice", title: "This browser has unsaved work", text: `“${copy.name || "Untitled"}” was changed here on ${new Date(copy.when).toLocaleString()} and never saved.`,
    choices: [{ key: "server", label: "Leave it; use what the studio shows" }, { key: "mine", label: "Open the copy of this browser" }],
    then: (choice) => {
      void forgetCopy(copy);
      if (choice === "mine") void putText(copy.text);
    },
  });
}

/** The whole text in the place of what is there, as a step that can be undone. */
async function putText(text: string): Promise<void> {
  if (run().recovered) await ask("recover", { take: false });
  await ask("patch", { rev: doc().rev, changes: [[0, doc().text.length, text]], restart: true, label: "the copy of this browser" });
}

/** The program was started anew while the page stayed: what the page still has may be newer. */
function offerOwn(mine: string): void {
  dialog.set({
    name: "choice", title: "The studio was started anew", text: "This page still has the text as it was before, with changes that are not in the studio now.",
    choices: [{ key: "mine", label: "Go on with the text of this page" }, { key: "server", label: "Use what the studio shows" }],
    then: (choice) => { if (choice === "mine") void putText(mine); },
  });
}

const sharedText = location.hash.startsWith("#1.") ? location.hash.slice(1) : null;
let first = true;
onOpened((hello) => {
  if (!first) {
    if (hello.same) return;
    const mine = doc().text, unsaved = !doc().saved && history().undos > 0;
    // The text of the new session follows this reply.
    const stop = onText(() => {
      stop();
      if (unsaved && doc().text !== mine) offerOwn(mine);
      else say("Connected again, to another session of the studio.");
    });
    return;
  }
  first = false;
  void ready.then(async () => {
    if (run().recovered) return dialog.set({ name: "recover" });
    if (sharedText) {
      try {
        void ask("open", { text: await unpackText(sharedText), name: "shared" });
      } catch {
        say("The shared link is damaged or incomplete.", "error");
      }
      return;
    }
    if (!doc().text.trim() && !doc().file && !history().undos) await newScene();
    await offerCopy(String(hello.session));
  });
});

listenKeys();
watchGhost();
watchLost();
render(<Page />, document.getElementById("app")!);
