import { render } from "preact";
import { ask, fit, play, ready, screen, selection, state } from "./app";
import { Page } from "./ui/page";

/** For tests, bookmarklets and lessons; it can do no more than the page itself. */
const tenon = { ready, state, screen, command: (statement: string) => ask("statement", { text: statement }) };
declare global {
  interface Window { tenon: typeof tenon }
}
window.tenon = tenon;

addEventListener("keydown", (e) => {
  const key = e.key.toLowerCase(), ctrl = e.ctrlKey || e.metaKey;
  if (ctrl && key === "z") void ask(e.shiftKey ? "redo" : "undo");
  else if (ctrl && key === "s") void ask("save");
  else if (ctrl && key === "d") void ask("duplicate", { things: [...selection()], join: true });
  else if (ctrl || (e.target instanceof Element && e.target.closest("button, input, textarea"))) return;
  else if (key === " ") void play();
  else if (key === "f") fit();
  else if (key === "home") void ask("restart");
  else if (key === "arrowright") void ask("step");
  else if (key === "delete" && selection().size) void ask("remove", { things: [...selection()], users: true });
  else return;
  e.preventDefault();
});

render(<Page />, document.getElementById("app")!);
