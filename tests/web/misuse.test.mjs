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
    for (const key of ["Delete", "Control+d", "Control+z"]) {
      await grab();
      await page.keyboard.press(key);
      if (key !== "Control+z") await page.keyboard.press("Escape");
      await page.mouse.up();
      await page.waitForTimeout(300);
      const s = await state(page);
      check(s.objects.length === 1 && s.text === text, `${key} in a drag leaves the work as it was: ${s.text}`);
    }
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

runAll([["mistakes in a drag", midDrag]]);
