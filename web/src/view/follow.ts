// The camera follows what is selected, or stops following.
import { stage } from "../app";
import { poseOf, sub, add } from "../model";
import { frame, say, scene, selection } from "../state";

let stop: (() => void) | null = null;

export function toggleFollow(): void {
  if (stop) {
    stop();
    stop = null;
    return say("The camera stands still.");
  }
  const id = [...selection()][0], index = (): number => scene().objects.findIndex((o) => o.id === id), f = frame();
  if (index() < 0 || !f) return say("Select a part to follow.");
  let last = poseOf(f, index()).position;
  stop = frame.watch((now) => {
    const i = index();
    if (!now || i < 0 || !stage) return;
    const at = poseOf(now, i).position;
    stage.rig.target = add(stage.rig.target, sub(at, last));
    last = at;
    stage.rig.apply();
  });
  say("The camera follows.");
}
