// Work is not lost and text and world agree: editing in both directions, errors, reload, kill, two pages, save, export.
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { check, drag, openPage, patience, placeOf, runAll, shot, startBrowser, startStudio, state, until } from "./lib.mjs";

async function within(test, ...options) {
  const studio = await startStudio(...options), browser = await startBrowser();
  try {
    await test(studio, browser);
  } finally {
    await browser.close();
    await studio.stop();
    studio.clean();
  }
}
const command = (page, text) => page.evaluate((t) => window.tenon.command(t), text);

const twoWay = () => within(async (studio, browser) => {
  const { page, errors } = await openPage(browser, studio.address);
  await command(page, "rod 1 0.04");
  await page.keyboard.press("Control+e");
  const editor = page.locator(".cm-content");
  await editor.waitFor();
  await page.waitForFunction(() => document.querySelector(".cm-content").textContent.includes("rod1"));
  // Text to world, while it runs.
  await page.getByRole("button", { name: "Play" }).click();
  await until(page, "it runs", (e) => e.running && e.t > 0.05);
  await editor.click();
  await page.keyboard.press("Control+End");
  await page.keyboard.type("\nobject ball: sphere 0.2; position 1 0 1; end");
  let s = await until(page, "the typed ball", (e) => e.objects.some((o) => o.name === "ball"));
  check(s.running, "the motion goes on");
  // A typing error keeps the world running, and is shown.
  await page.keyboard.type("\nobject bad: sfere");
  s = await until(page, "an error", (e) => e.problems.some((p) => p.severity === "error"));
  const t = s.t;
  check(s.objects.length === 2, "the world is as it was");
  await page.locator(".cm-lintRange-error, .cm-lint-marker-error").first().waitFor({ state: "attached" });
  await shot(page, "work-error");
  await until(page, "it runs on", (e) => e.running && e.t > t);
  for (let i = 0; i < 18; i++) await page.keyboard.press("Backspace");
  await until(page, "the error is gone", (e) => !e.problems.some((p) => p.severity === "error"));
  await page.getByRole("button", { name: "Pause" }).click();
  await page.getByRole("button", { name: "Restart", exact: true }).click();
  await until(page, "the start", (e) => e.t === 0);
  // World to text: only the line of what was dragged changes.
  const before = (await state(page)).text.split("\n"), from = await placeOf(page, "ball");
  await drag(page, from, { x: from.x + 60, y: from.y - 40 });
  s = await until(page, "the ball has moved in the text", (e) => e.text !== before.join("\n"));
  const after = s.text.split("\n"), changed = after.filter((line, i) => line !== before[i]);
  check(after.length === before.length && changed.length === 1 && changed[0].includes("ball"), `only its line changes: ${changed.join(" | ")}`);
  await page.waitForFunction((line) => document.querySelector(".cm-content").textContent.includes(line), changed[0]);
  // A mouse edit and undo give the same text back.
  await page.getByRole("region", { name: "Scene view" }).focus();
  await page.keyboard.press("Control+z");
  await until(page, "undone", (e) => e.text === before.join("\n"));
  check(!errors.length, `the console is quiet: ${errors.join("; ")}`);
});

const dropped = () => within(async (studio, browser) => {
  const { page } = await openPage(browser, studio.address);
  await command(page, "object a: rod 1 0.04; position 0 0 1.2; end");
  await command(page, "object b: rod 1 0.04; position 0.9 0 1; end");
  await until(page, "two rods", (e) => e.objects.length === 2);
  await page.getByRole("button", { name: "Fit view" }).click();
  await page.waitForTimeout(500);
  // An existing body is dropped with its end near an end: joined, closed, and one undo later free again.
  const own = await placeOf(page, "b.end2"), centre = await placeOf(page, "b"), other = await placeOf(page, "a.end1");
  await drag(page, centre, { x: centre.x + other.x - own.x + 4, y: centre.y + other.y - own.y - 5 }, { steps: 24 });
  let s = await until(page, "they are joined", (e) => e.constraints.length === 1);
  check((s.constraints[0].deviation ?? 0) < 1e-6, `the joint is closed: ${s.constraints[0].deviation}`);
  await page.getByRole("region", { name: "Scene view" }).focus();
  await page.keyboard.press("Control+z");
  await until(page, "free again", (e) => e.constraints.length === 0);
  // With Shift nothing snaps.
  await page.keyboard.press("Control+z");
  await page.waitForTimeout(400);
  await page.keyboard.down("Shift");
  const c = await placeOf(page, "b"), o = await placeOf(page, "b.end2"), p = await placeOf(page, "a.end1");
  await drag(page, c, { x: c.x + p.x - o.x + 4, y: c.y + p.y - o.y - 5 }, { steps: 24 });
  await page.keyboard.up("Shift");
  await page.waitForTimeout(500);
  s = await state(page);
  check(s.constraints.length === 0, "with Shift nothing is joined");
});

const reload = () => within(async (studio, browser) => {
  const { page } = await openPage(browser, studio.address);
  await command(page, "rod 1 0.04");
  const text = (await until(page, "a rod", (e) => e.objects.length === 1)).text;
  await page.reload();
  await page.evaluate(() => window.tenon.ready);
  await until(page, "it is still there", (e) => e.text === text && e.objects.length === 1);
});

const twoPages = () => within(async (studio, browser) => {
  const one = await openPage(browser, studio.address), two = await openPage(browser, studio.address);
  await command(one.page, "rod 1 0.04");
  await until(two.page, "the other page sees it", (e) => e.objects.length === 1);
  await command(two.page, "sphere 0.2");
  const s = await until(one.page, "both are there", (e) => e.objects.length === 2);
  await until(two.page, "the same text", (e) => e.text === s.text);
  await one.page.getByRole("button", { name: "Play" }).click();
  await until(two.page, "both run", (e) => e.running && e.t > 0);
  await one.context.close();
  const t = (await state(two.page)).t;
  await until(two.page, "it goes on without the first", (e) => e.t > t);
});

/** kill -9: a new program in the same folder offers the work, and the page finds it again. */
const killed = () => within(async (studio, browser) => {
  writeFileSync(join(studio.folder, "arm.tn"), "world: gravity 9.81; end\nobject arm: rod 1 0.04; position 0 0 1; end\n");
  const { page } = await openPage(browser, studio.address);
  await page.getByRole("button", { name: "Open" }).click();
  await page.getByRole("dialog").getByRole("button", { name: /arm\.tn/ }).click();
  await until(page, "the arm", (e) => e.objects.length === 1);
  await command(page, "sphere 0.2");
  const text = (await until(page, "a sphere", (e) => e.objects.length === 2)).text;
  await page.waitForTimeout(1200);
  await studio.stop("SIGKILL");
  await page.getByText("The connection to the engine was lost").waitFor();
  check(!readFileSync(join(studio.folder, "arm.tn"), "utf8").includes("sphere"), "the file itself is as it was");
  const again = await startStudio.call(null, join(studio.folder, "arm.tn"));
  try {
    const back = await openPage(browser, again.address);
    await back.page.getByRole("button", { name: "Bring the changes back" }).click();
    await until(back.page, "the work is back", (e) => e.text === text);
    await back.page.keyboard.press("Control+s");
    await back.page.waitForFunction(() => window.tenon.state().saved);
    check(readFileSync(join(studio.folder, "arm.tn"), "utf8") === text, "saved");
  } finally {
    await again.stop();
    again.clean();
  }
});

const files = () => within(async (studio, browser) => {
  const { page } = await openPage(browser, studio.address);
  await command(page, "rod 1 0.04");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByRole("textbox", { name: "File name" }).fill("first");
  await page.getByRole("dialog").getByRole("button", { name: "Save", exact: true }).click();
  const file = join(studio.folder, "first.tn"), end = Date.now() + patience;
  while (!existsSync(file) && Date.now() < end) await page.waitForTimeout(100);
  check(readFileSync(file, "utf8") === (await state(page)).text, "the file has the text");
  for (const [label, as] of [["Table (CSV)", "csv"], ["Picture (PNG)", "png"]]) {
    await page.getByRole("button", { name: "Export", exact: true }).click();
    await page.getByRole("radio", { name: label }).check();
    await page.getByRole("dialog").getByRole("button", { name: "Export", exact: true }).click();
    await page.getByText("Written:").waitFor();
    check(statSync(join(studio.folder, `first.${as}`)).size > 100, `${as} is written`);
    await shot(page, `work-export-${as}`);
    await page.keyboard.press("Escape");
  }
});

runAll([
  ["text and world, both ways", twoWay], ["dropping a body on a point joins it", dropped], ["reload", reload], ["two pages", twoPages], ["kill -9 and recover", killed], ["save and export", files],
]);
