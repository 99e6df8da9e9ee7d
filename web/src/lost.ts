// When everything that moves has left the view while the world runs, somebody says so and offers to bring it back.
import { ask, fit, stage } from "./app";
import { pointOf } from "./model";
import { frame, run, say, scene, toast } from "./state";

let looked = 0, times = 0, told = false;

/** Has every body that can move left the view? A world of which nothing can be seen at the start does not count. */
function allAway(): boolean {
  const f = frame(), s = scene(), rig = stage?.rig;
  if (!f || !rig || f.rev !== s.rev) return false;
  let away = 0;
  for (const [i, o] of s.objects.entries()) {
    if (o.fixed || o.kind === "plane" || o.kind === "variable") continue;
    const p = rig.project(pointOf(f, i, o.center)), margin = 0.3 * rig.height;
    if (p && p.x > -margin && p.y > -margin && p.x < rig.width + margin && p.y < rig.height + margin) return false;
    away++;
  }
  return away > 0;
}

/** To the start, with the view on it. */
async function bringBack(): Promise<void> {
  if (!(await ask("restart", { play: false })).ok) return;
  const stop = frame.watch((f) => {
    if (f?.t !== 0) return;
    stop();
    fit();
  });
}

/** A new run: what was said of the last one goes away. */
function forget(): void {
  if (told && toast()?.offer?.act === bringBack) say("");
  told = false;
}

/** Looks twice a second; said once a run. */
export function watchLost(): void {
  frame.watch((f) => {
    if (!f || !run().playing || f.t < 0.5) {
      if (f && f.t < 0.5) forget();
      times = 0;
      return;
    }
    if (told || performance.now() - looked < 500) return;
    looked = performance.now();
    times = allAway() ? times + 1 : 0;
    if (times < 2) return;
    told = true;
    const one = scene().objects.filter((o) => !o.fixed).length === 1;
    say(`${one ? "It is" : "All parts are"} out of sight: nothing holds ${one ? "it" : "them"}. N nails a point; a floor stops what falls.`, "info", {
      label: one ? "Bring it back" : "Bring them back", act: bringBack,
    });
  });
}
