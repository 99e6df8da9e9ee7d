// What this browser keeps: one copy for each document; a page that outlives its program; a hidden page; a file that changes on disk.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { check, openPage, runAll, shot, startBrowser, startStudio, state, until } from "./lib.mjs";

const command = (page, text) => page.evaluate((t) => window.tenon.command(t), text);

/** Two programs, two tabs, one browser: each finds its own work again. */
const perDocument = async () => {
  const one = await startStudio(), two = await startStudio(), browser = await startBrowser(), context = await browser.newContext({ viewport: { width: 1280, height: 720 } });
  try {
    await context.addInitScript(() => localStorage.setItem("tenon.tour", "3"));
    const open = async (address) => {
      const page = await context.newPage();
      await page.goto(address);
      await page.evaluate(() => window.tenon.ready);
      return page;
    };
    const a = await open(one.address), b = await open(two.address);
    await command(a, "object first: sphere 0.2; end");
    await command(b, "object second: box 0.2 0.2 0.2; end");
    await until(a, "the first", (e) => e.objects.length === 1);
    await until(b, "the second", (e) => e.objects.length === 1);
    await a.waitForTimeout(1500);
    const kept = (page) => page.evaluate(() => new Promise((done) => {
      const r = indexedDB.open("tenon", 1);
      r.onsuccess = () => { const g = r.result.transaction("documents").objectStore("documents").getAll(); g.onsuccess = () => done(g.result.map((c) => c.text)); };
    }));
    // Storage belongs to an origin, and each program has its port: the copies of one origin are looked at.
    check((await kept(a)).some((t) => t.includes("first")), "the first is kept");
    await a.getByRole("button", { name: "New", exact: true }).click();
    await a.getByRole("button", { name: "Go on without saving" }).click();
    await until(a, "a new scene", (e) => e.objects.length === 0);
    await command(a, "object third: sphere 0.3; end");
    await a.waitForTimeout(1500);
    check((await kept(b)).every((t) => !t.includes("third")), "the other is as it was");
  } finally {
    await browser.close();
    for (const s of [one, two]) { await s.stop(); s.clean(); }
  }
};

/** kill -9, the same port again: the page that stayed offers what it has. */
const outlives = async () => {
  const studio = await startStudio(), browser = await startBrowser(), port = new URL(studio.address).port;
  let again = null;
  try {
    const { page } = await openPage(browser, studio.address);
    await command(page, "object mine: sphere 0.2; end");
    const text = (await until(page, "mine", (e) => e.objects.length === 1)).text;
    await studio.stop("SIGKILL");
    await page.getByText("The connection to the engine was lost").waitFor();
    await shot(page, "local-lost");
    again = await startStudio("--port", port);
    check(new URL(again.address).port === port, "the same port");
    // The new program has a new token: the address that it prints is opened in the same tab, as people do.
    await page.goto(again.address);
    await page.reload();
    await page.evaluate(() => window.tenon.ready);
    await page.getByRole("button", { name: "Open the copy of this browser" }).click();
    await until(page, "it is back", (e) => e.text === text && e.objects.length === 1);
    await page.keyboard.press("Control+z");
    await until(page, "and that can be undone", (e) => e.objects.length === 0);
  } finally {
    await browser.close();
    await studio.stop();
    studio.clean();
    if (again) { await again.stop(); again.clean(); }
  }
};

const disk = async () => {
  const studio = await startStudio(), browser = await startBrowser();
  try {
    const file = join(studio.folder, "arm.tn");
    writeFileSync(file, "object arm: rod 1 0.04; end\n");
    const { page } = await openPage(browser, studio.address);
    await page.getByRole("button", { name: "Open", exact: true }).click();
    await page.getByRole("dialog").getByRole("button", { name: /arm\.tn/ }).click();
    await until(page, "the arm", (e) => e.objects.length === 1);
    await page.waitForTimeout(1500);
    writeFileSync(file, "object arm: rod 1 0.04; end\nobject ball: sphere 0.1; position 1 0 0; end\n");
    await page.getByRole("dialog", { name: "The file has changed" }).waitFor();
    await shot(page, "local-disk");
    await page.getByRole("button", { name: "What differs" }).click();
    await page.getByText("object ball").first().waitFor();
    await shot(page, "local-differs");
    await page.getByRole("button", { name: "Reload it" }).click();
    await until(page, "the ball", (e) => e.objects.length === 2);
    check(readFileSync(file, "utf8") === (await state(page)).text, "text and file agree");
  } finally {
    await browser.close();
    await studio.stop();
    studio.clean();
  }
};

runAll([["one copy for each document", perDocument], ["a page outlives its program", outlives], ["a file changes on disk", disk]]);
