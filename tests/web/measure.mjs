// Measures the page in headless Chromium, to be read by people, not a test: time to the first frame, script time per frame
// among many bodies, from the mouse to the moved state. Wall clock: say what else runs on the machine.
//   TENON=build/tenon TENON_NODE=FOLDER_OF_NODE_MODULES node tests/web/measure.mjs [BODIES]
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { openPage, startBrowser, startStudio, state, until } from "./lib.mjs";

const bodies = Number(process.argv[2] ?? 1000), seconds = 10;
const ms = (x) => `${x.toFixed(2)} ms`;
const quantile = (list, q) => list.sort((a, b) => a - b)[Math.min(list.length - 1, Math.floor(q * list.length))];

async function firstFrames(browser, studio) {
  const times = [];
  for (let i = 0; i < 5; i++) {
    const begin = Date.now(), { context } = await openPage(browser, studio.address);
    times.push(Date.now() - begin);
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
  const studio = await startStudio();
  writeFileSync(join(studio.folder, "many.tn"), `gravity 9.81;\nfor i = 1 to ${bodies}: object b[i]: sphere 0.1; position (i%40) (i/40) 0; end end\n`);
  const { page, context } = await openPage(browser, studio.address), cdp = await context.newCDPSession(page);
  await cdp.send("Network.enable");
  await cdp.send("Performance.enable");
  let frames = 0, bytes = 0;
  cdp.on("Network.webSocketFrameReceived", ({ response }) => {
    if (response.opcode !== 2 || !response.payloadData.startsWith("AQ") && !response.payloadData.startsWith("AA")) return;
    frames++;
    bytes = (response.payloadData.length * 3) / 4;
  });
  await page.evaluate((t) => window.tenon.command(t), `for i = 1 to ${bodies}: object b[i]: sphere 0.1; position (mod(i, 40)) 0 (i/40); end end`);
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
}

/** A drag of one body while it runs: from the move of the mouse to the picture that shows it. */
async function inputs(browser) {
  const studio = await startStudio(), { page, context } = await openPage(browser, studio.address);
  await page.evaluate(() => window.tenon.command("sphere 0.2"));
  await until(page, "a ball", (e) => e.objects.length === 1);
  const times = [];
  await page.keyboard.press("f");
  await new Promise((done) => setTimeout(done, 600));
  const at = await page.evaluate(() => window.tenon.screen("sphere1.center"));
  await page.mouse.move(at.x, at.y);
  await page.mouse.down();
  for (let i = 1; i <= 100; i++) {
    const before = JSON.stringify((await state(page)).objects[0].position), x = at.x + 80 * Math.sin(i / 6);
    const passed = page.evaluate((was) => new Promise((done) => {
      let begin = NaN;
      addEventListener("pointermove", () => (begin = performance.now()), { capture: true, once: true });
      const look = () => (JSON.stringify(window.tenon.state().objects[0].position) !== was && begin ? done(performance.now() - begin) : setTimeout(look, 0));
      look();
    }), before);
    await page.mouse.move(x, at.y - 40);
    times.push(await Promise.race([passed, new Promise((done) => setTimeout(() => done(NaN), 2000))]));
  }
  await page.mouse.up();
  const good = times.filter(Number.isFinite);
  console.log(`from the mouse to the moved state, ${good.length} moves: median ${ms(quantile(good, 0.5))}, p95 ${ms(quantile(good, 0.95))}`);
  await context.close();
  await studio.stop();
  studio.clean();
}

const browser = await startBrowser(), studio = await startStudio();
await firstFrames(browser, studio);
await studio.stop();
studio.clean();
await many(browser);
await inputs(browser);
await browser.close();
