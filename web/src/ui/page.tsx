// The layout.
import { useSignal } from "../signal";
import { codeOpen } from "../state";
import { Code } from "./code";
import { Dialogs } from "./dialogs";
import { Dock } from "./dock";
import { Alerts, ToolHint, Tour } from "./float";
import { Inspector } from "./inspector";
import { Outline, Parts } from "./side";
import { Statement } from "./statement";
import { Tools, Top } from "./top";
import { Timeline, Transport } from "./transport";
import { View } from "./view";

export function Page() {
  const code = useSignal(codeOpen);
  return (
    <div class={`page${code ? " with-code" : ""}`}>
      <Top />
      <Tools />
      <main>
        <View />
        <div class="left"><Parts /><Outline /></div>
        <Alerts />
        <ToolHint />
        <Statement />
        <Tour />
      </main>
      <Inspector />
      {code && <Code />}
      <Dock />
      <Transport />
      <Timeline />
      <Dialogs />
    </div>
  );
}
