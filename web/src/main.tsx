import { render } from "preact";
import { newScene } from "./actions";
import { ask, onOpened, ready, screen, state } from "./app";
import { listenKeys } from "./interact/keys";
import { lastCopy } from "./local";
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
  const copy = await lastCopy();
  if (!copy || copy.saved || copy.session === session || !copy.text.trim() || copy.text === doc().text) return;
  dialog.set({
    name: "choice", title: "This browser has unsaved work", text: `“${copy.name || "Untitled"}” was changed here on ${new Date(copy.when).toLocaleString()} and never saved.`,
    choices: [{ key: "server", label: "Leave it; use what the studio shows" }, { key: "mine", label: "Open the copy of this browser" }],
    then: (choice) => { if (choice === "mine") void ask("open", { text: copy.text, name: copy.name || "recovered" }); },
  });
}

const sharedText = location.hash.startsWith("#1.") ? location.hash.slice(1) : null;
let first = true;
onOpened((hello) => {
  if (!first) {
    if (!hello.same) say("Connected again, to another session of the studio.");
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
render(<Page />, document.getElementById("app")!);
