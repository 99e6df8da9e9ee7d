// Measures the page in headless Chromium, to be read by people, not a test: time to the first frame, script time per frame
// among many bodies. Wall clock: say what else runs on the machine.
//   TENON=build/tenon TENON_NODE=FOLDER_OF_NODE_MODULES node tests/web/measure.mjs [BODIES]
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openPage, startBrowser, startStudio, state, until } from "./lib.mjs";

const bodies = Number(process.argv[2] ?? 1000), seconds = 10;
const ms = (x) => `${x.toFixed(2)} ms`;

async function firstFrames(browser, studio) {
  const times = [];
  for (let i = 0; i < 5; i++) {
    const { page, context } = await openPage(browser, studio.address);
    times.push(Math.round(await page.evaluate(() => performance.now())));
    await context.close();
  }
  console.log(`first frame of an empty scene: ${times.join(", ")} ms (address opened to frame shown)`);
}

/** What the browser counts, in seconds. */
async function metrics(cdp) {
  const { metrics } = await cdp.send("Performance.getMetrics"), of = (name) => metrics.find((m) => m.name === name).value;
  return { script: of("ScriptDuration"), layout: of("LayoutDuration") + of("RecalcStyleDuration"), task: of("TaskDuration") };
}

async function many(browser) {
  const folder = mkdtempSync(join(tmpdir(), "tenon-measure-")), scene = join(folder, "many.tn");
  writeFileSync(scene, `world: gravity 9.81; until 60; end\nfor i = 1 to ${bodies / 40}: for k = 1 to 40: object b[40*i+k]: sphere 0.1; position (0.3*i) 0 (0.3*k); end end end\n`);
  const studio = await startStudio(scene);
  const { page, context } = await openPage(browser, studio.address), cdp = await context.newCDPSession(page);
  await cdp.send("Network.enable");
  await cdp.send("Performance.enable");
  let frames = 0, bytes = 0;
  cdp.on("Network.webSocketFrameReceived", ({ response }) => {
    if (response.opcode !== 2 || !response.payloadData.startsWith("AQ") && !response.payloadData.startsWith("AA")) return;
    frames++;
    bytes = (response.payloadData.length * 3) / 4;
  });
  await until(page, "all bodies", (e) => e.objects.length === bodies);
  await page.keyboard.press("f");
  await page.keyboard.press("Space");
  await until(page, "it runs", (e) => e.running && e.t > 0.2);
  await new Promise((done) => setTimeout(done, 1500));
  const from = await metrics(cdp), count = frames, t = (await state(page)).t;
  await new Promise((done) => setTimeout(done, 1000 * seconds));
  const to = await metrics(cdp), n = frames - count;
  console.log(`${bodies} bodies, ${seconds} s: ${n} frames of ${Math.round(bytes)} bytes (${(n / seconds).toFixed(1)} a second), simulated ${((await state(page)).t - t).toFixed(2)} s`);
  console.log(`  script per frame ${ms((1000 * (to.script - from.script)) / n)}, layout and style ${ms((1000 * (to.layout - from.layout)) / n)}, all tasks of the page's thread ${ms((1000 * (to.task - from.task)) / n)}`);
  await context.close();
  await studio.stop();
  studio.clean();
  rmSync(folder, { recursive: true, force: true });
}

const browser = await startBrowser(), studio = await startStudio();
await firstFrames(browser, studio);
await studio.stop();
studio.clean();
await many(browser);
await browser.close();
