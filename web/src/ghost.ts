// At the start, where the traced points will go: dashed, and drawn anew while a part is dragged or a number is changed.
import { link, stage } from "./app";
import { doc, frame, run, scene } from "./state";

let paths: number[][] = [], asked = { pose: "", rev: -1 }, busy = false, again = 0;

export const ghostPaths = (): readonly number[][] => (atStart() ? paths : []);

const atStart = (): boolean => !run().playing && !!frame()?.paused && frame()!.t === 0 && scene().traces.length > 0;

/** Asks at most eight times a second, and never before the last answer has come. */
function look(): void {
  if (busy || !atStart()) return;
  const f = frame()!, pose = f.pose.length <= 3500 ? f.pose.join() : "", now = { pose, rev: doc().rev };
  if (now.pose === asked.pose && now.rev === asked.rev) return;
  asked = now;
  busy = true;
  void link.send("ghost", { seconds: Math.min(6, scene().until || 6) }).then((r) => {
    paths = r.ok ? (r.paths as number[][]) : [];
    stage?.draw();
    clearTimeout(again);
    again = window.setTimeout(() => {
      busy = false;
      look();
    }, 125);
  });
}

export function watchGhost(): void {
  frame.watch(look);
  run.watch(look);
}
