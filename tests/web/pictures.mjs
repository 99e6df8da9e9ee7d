// Draws the pictures of docs/studio.md into the folder that is given: node tests/web/pictures.mjs docs/studio
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { openPage, placeOf, startBrowser, startStudio, until } from "./lib.mjs";

const folder = process.argv[2] ?? "docs/studio";
mkdirSync(folder, { recursive: true });
const browser = await startBrowser();

async function picture(name, settings, build) {
  const studio = await startStudio(), { page, context } = await openPage(browser, studio.address, settings);
  const command = (text) => page.evaluate((t) => window.tenon.command(t), text);
  const done = await build(page, command);
  await page.screenshot({ path: join(folder, `${name}.png`) });
  if (done) await done();
  await context.close();
  await studio.stop();
  studio.clean();
}

await picture("chain", {}, async (page, command) => {
  for (let i = 1; i <= 4; i++) await command(`object rod${i}: rod 0.5 0.03; position ${1.1 - 0.3536 * (i - 1)} 0 ${2 - 0.3536 * (i - 1)}; rotation 0 1 0 45deg; end`);
  for (let i = 2; i <= 4; i++) await command(`connect rod${i}.end2 rod${i - 1}.end1`);
  await command("connect rod1.end2 (1.27678, 0, 2.17678)");
  await page.getByRole("button", { name: "Fit view" }).click();
  await page.waitForTimeout(800);
  const grip = await placeOf(page, "rod3");
  await page.getByRole("button", { name: "Play" }).click();
  await page.mouse.move(grip.x, grip.y);
  await page.mouse.down();
  for (let i = 1; i < 30; i++) await page.mouse.move(grip.x + i * 5, grip.y + i * 2);
  await page.waitForTimeout(1500);
  return () => page.mouse.up();
});

await picture("four-bar", {}, async (page) => {
  await page.getByRole("button", { name: "Flat", exact: true }).click();
  const view = await page.getByRole("region", { name: "Scene view" }).boundingBox(), at = (x, y) => [view.x + 210 + x * (view.width - 220), view.y + y * view.height];
  await page.getByRole("region", { name: "Scene view" }).focus();
  await page.keyboard.press("b");
  for (const [n, from, to] of [[1, at(0.25, 0.7), at(0.33, 0.5)], [2, "bar1.end2", at(0.72, 0.3)], [3, "bar2.end2", at(0.75, 0.7)]]) {
    const p = typeof from === "string" ? await placeOf(page, from) : { x: from[0], y: from[1] };
    await page.mouse.click(p.x, p.y);
    await page.mouse.click(...to);
    await until(page, `bar ${n}`, (e) => e.objects.length === n);
    await page.waitForTimeout(300);
  }
  await page.keyboard.press("Escape");
  for (const [point, key] of [["bar1.end1", "n"], ["bar3.end2", "n"], ["bar1.end1", "m"], ["bar2.center", "t"], ["bar2.end2", "t"]]) {
    const p = await placeOf(page, point);
    await page.mouse.move(p.x - 3, p.y);
    await page.mouse.move(p.x, p.y);
    await page.keyboard.press(key);
    await page.waitForTimeout(700);
  }
  await page.keyboard.press("Escape");
  await page.getByRole("treeitem", { name: "pin2" }).click();
  const inspector = page.getByRole("region", { name: "Inspector" });
  await inspector.getByText("Plot").click();
  await inspector.getByLabel("force").check();
  await page.getByRole("button", { name: "Play" }).click();
  await until(page, "two turns", (e) => e.t > 6);
  await page.getByRole("button", { name: "Pause" }).click();
  await page.getByRole("button", { name: "Fit view" }).click();
  await page.mouse.move(1100, 20);
  await page.waitForTimeout(5000);
});

await picture("pendulum", {}, async (page) => {
  await page.locator(".thumbs button").first().click();
  await until(page, "the pendulum", (e) => e.objects.length === 1);
  await page.getByRole("button", { name: "Plots" }).click();
  await page.getByRole("checkbox", { name: "angle-now" }).check();
  await page.getByRole("button", { name: "Play" }).click();
  await until(page, "one run", (e) => e.t > 4);
  await page.getByRole("button", { name: "Keep curve" }).click();
  await page.evaluate(() => window.tenon.command("let L = 0.6"));
  await page.getByRole("button", { name: "Restart", exact: true }).click();
  await until(page, "another", (e) => e.t < 3 && e.t > 2);
  await page.getByRole("button", { name: "Pause" }).click();
  await page.waitForTimeout(800);
});

await picture("text", { colorScheme: "dark" }, async (page) => {
  await page.getByRole("button", { name: "Gallery" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Chain between two towers" }).click();
  await until(page, "the towers", (e) => e.objects.length > 10);
  await page.keyboard.press("Control+e");
  await page.locator(".cm-content").waitFor();
  await page.getByRole("button", { name: "Play" }).click();
  await until(page, "it hangs", (e) => e.t > 4);
  await page.getByRole("button", { name: "Pause" }).click();
  await page.getByRole("button", { name: "Fit view" }).click();
  await page.waitForTimeout(1500);
});

await browser.close();
