// What people do by mistake in the middle of a drag: it ends the drag or does nothing, and earlier work stays.
import { check, openPage, placeOf, runAll, startBrowser, startStudio, state, until } from "./lib.mjs";

async function midDrag() {
  const studio = await startStudio(), browser = await startBrowser();
  try {
    const { page, errors } = await openPage(browser, studio.address);
    await page.evaluate(() => window.tenon.command("object ball: sphere 0.2; position 0 0 1; end"));
    const text = (await until(page, "a ball", (e) => e.objects.length === 1)).text;
    await page.getByRole("button", { name: "Fit view" }).click();
    const grab = async () => {
      const at = await placeOf(page, "ball");
      await page.mouse.move(at.x, at.y);
      await page.mouse.down();
      await page.mouse.move(at.x + 30, at.y - 10, { steps: 6 });
    };
    for (const key of ["Delete", "Control+d", "Control+z", "Control+k", "g", "s", "b", "n", "c", "m", "Home", "/", "?", "Tab"]) {
      await grab();
      await page.keyboard.press(key);
      if (key !== "Control+z") await page.keyboard.press("Escape");
      await page.mouse.up();
      await page.waitForTimeout(300);
      const s = await state(page);
      check(s.objects.length === 1 && s.text === text, `${key} in a drag leaves the work as it was: ${s.text}`);
      check(!(await page.getByRole("dialog").count()) && !(await page.locator(".hint").count()), `${key} in a drag opens nothing`);
    }
    // Z: along that axis alone, whatever the mouse does.
    await grab();
    await page.keyboard.press("z");
    const grip = await page.evaluate(() => window.tenon.screen("ball"));
    await page.mouse.move(grip.x + 60, grip.y - 90, { steps: 6 });
    await page.mouse.up();
    const [x, y, z] = (await until(page, "it was lifted", (e) => e.text !== text)).objects[0].position;
    check(Math.abs(x) < 1e-6 && Math.abs(y) < 1e-6 && z > 1.1, `straight up: ${[x, y, z]}`);
    await page.keyboard.press("Control+z");
    await until(page, "it is back", (e) => e.text === text);
    // The space bar lets go and plays.
    await grab();
    await page.keyboard.press("Space");
    const there = (await until(page, "it falls from where it was let go", (e) => e.running && e.t > 0.2)).text;
    await page.mouse.up();
    check(there !== text, "it was moved before");
    await page.keyboard.press("Space");
    await page.keyboard.press("Home");
    await until(page, "at the start", (e) => !e.running && e.t === 0);
    // A full stop leaves a nail, also under a body that nothing held.
    await grab();
    await page.keyboard.press(".");
    await page.mouse.up();
    const s = await until(page, "a nail", (e) => e.constraints.length === 1);
    check((s.constraints[0].deviation ?? 0) < 1e-3, `the nail is where the body is: ${s.constraints[0].deviation}`);
    check(s.text !== text, "it was moved");
    check(!errors.length, `the console is quiet: ${errors.join("; ")}`);
  } finally {
    await browser.close();
    await studio.stop();
    studio.clean();
  }
}

/** A part that is given up with Esc on its way into the view; a click on the list adds one afterwards. */
async function givenUp() {
  const studio = await startStudio(), browser = await startBrowser();
  try {
    const { page, errors } = await openPage(browser, studio.address);
    const box = await page.getByRole("region", { name: "Parts" }).getByRole("button", { name: "Rod", exact: true }).boundingBox(), rod = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    await page.mouse.move(rod.x, rod.y);
    await page.mouse.down();
    await page.mouse.move(700, 300, { steps: 8 });
    await page.keyboard.press("Escape");
    await page.mouse.move(720, 320, { steps: 3 });
    await page.mouse.up();
    await page.waitForTimeout(300);
    check((await state(page)).objects.length === 0, "nothing was added");
    await page.mouse.click(rod.x, rod.y);
    await until(page, "one rod", (e) => e.objects.length === 1);
    check(!errors.length, `the console is quiet: ${errors.join("; ")}`);
  } finally {
    await browser.close();
    await studio.stop();
    studio.clean();
  }
}

runAll([["mistakes in a drag", midDrag], ["a part given up", givenUp]]);
