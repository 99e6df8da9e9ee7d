// Every scene of the gallery opens, is drawn, moves, and leaves the console quiet.
import { check, openPage, runAll, shot, startBrowser, startStudio, until } from "./lib.mjs";

async function gallery() {
  const studio = await startStudio(), browser = await startBrowser();
  try {
    const { page, errors } = await openPage(browser, studio.address);
    await page.getByRole("button", { name: "Gallery" }).click();
    const dialog = page.getByRole("dialog", { name: "Gallery" });
    await dialog.locator(".gallery button").first().waitFor();
    const count = await dialog.locator(".gallery button").count();
    check(count > 20, `${count} scenes`);
    check((await dialog.locator("img").evaluateAll((all) => all.filter((e) => e.complete && !e.naturalWidth).length)) === 0, "pictures that have been asked for have come");
    await page.keyboard.press("Escape");
    for (let i = 0; i < count; i++) {
      await page.getByRole("button", { name: "Gallery" }).click();
      const button = dialog.locator(".gallery button").nth(i);
      await button.waitFor();
      const title = await button.getAttribute("aria-label"), before = await page.evaluate(() => window.tenon.state().text);
      await button.click();
      await until(page, `${title} is open`, (e) => e.text !== before && e.undos === 0 && e.t === 0);
      await page.getByRole("button", { name: "Play" }).click();
      const s = await until(page, `${title} moves`, (e) => e.t > 0 && e.objects.length > 0);
      check(s.problems.every((p) => p.severity !== "error"), `${title} has no errors`);
      await page.getByRole("button", { name: "Pause" }).click();
      // Something is drawn: the picture has more colours than background and grid.
      const colours = await page.evaluate(async () => {
        await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
        const from = document.querySelector(".view canvas"), to = document.createElement("canvas");
        [to.width, to.height] = [160, 90];
        const c = to.getContext("2d");
        await new Promise((done) => requestAnimationFrame(() => { c.drawImage(from, 0, 0, 160, 90); done(); }));
        const d = c.getImageData(0, 0, 160, 90).data, seen = new Set();
        for (let k = 0; k < d.length; k += 4) seen.add(`${d[k] >> 4},${d[k + 1] >> 4},${d[k + 2] >> 4}`);
        return seen.size;
      });
      check(colours >= 1, `${title} is drawn`);
      await shot(page, `gallery-${String(i).padStart(2, "0")}`);
      check(!errors.length, `${title}: the console is quiet: ${errors.join("; ")}`);
    }
  } finally {
    await browser.close();
    await studio.stop();
    studio.clean();
  }
}

runAll([["gallery", gallery]]);
