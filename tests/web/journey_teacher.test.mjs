// The second journey: a teacher opens a pendulum, plots its angle, changes its length, slows it down, keeps a curve and shares it.
import { check, openPage, runAll, shot, startBrowser, startStudio, until } from "./lib.mjs";

async function journey() {
  const studio = await startStudio(), browser = await startBrowser();
  try {
    const { page, errors } = await openPage(browser, studio.address);
    // 1: gallery, pendulum.
    await page.getByRole("button", { name: "Gallery" }).click();
    const dialog = page.getByRole("dialog", { name: "Gallery" });
    await dialog.getByRole("button", { name: "Pendulum", exact: true }).first().waitFor();
    await page.waitForTimeout(500);
    await shot(page, "teacher-1-gallery");
    await dialog.getByRole("button", { name: "Pendulum", exact: true }).first().click();
    let s = await until(page, "the pendulum", (e) => e.objects.some((o) => o.name === "bar"));

    // 2: rod, plot, angle.
    await page.getByRole("treeitem", { name: "bar" }).click();
    const inspector = page.getByRole("region", { name: "Inspector" });
    await inspector.getByText("Plot").click();
    await inspector.getByLabel("angle").check();
    const plots = page.getByRole("region", { name: "Plots" });
    await plots.locator("canvas").waitFor();

    // 3: Space.
    await page.getByRole("region", { name: "Scene view" }).focus();
    await page.keyboard.press("Space");
    s = await until(page, "it swings", (e) => e.running && e.t > 0.5);
    await shot(page, "teacher-3-plot");

    // 4: slider L.
    await page.getByRole("button", { name: "Expressions" }).click();
    const slider = page.getByRole("slider", { name: "L", exact: true });
    await slider.focus();
    for (let i = 0; i < 20; i++) await page.keyboard.press("ArrowRight");
    s = await until(page, "L has changed in the text", (e) => /let L = 1\.[12]/.test(e.text));
    check(s.running, "it goes on swinging");
    check(s.objects.length === 1 && s.constraints.length === 1, "nothing else has changed");
    await shot(page, "teacher-4-slider");

    // 5: a quarter of the speed.
    const speed = page.getByRole("slider", { name: "Speed" });
    await speed.focus();
    await page.keyboard.press("Home");
    await page.keyboard.press("ArrowRight");
    await page.getByText("¼×").waitFor();

    // 6: keep the curve, and again.
    await page.getByRole("button", { name: "Plots" }).click();
    await plots.getByRole("button", { name: "Keep curve" }).click();
    await plots.getByText("(kept)").first().waitFor();
    await page.getByRole("button", { name: "Restart", exact: true }).click();
    await until(page, "back at the start", (e) => e.t < 0.3);
    const play = page.getByRole("button", { name: "Play" });
    if (await play.count()) await play.click();
    await until(page, "the second run", (e) => e.running && e.t > 0.3);
    await page.waitForTimeout(400);
    await shot(page, "teacher-6-kept");

    // 7: share.
    await page.getByRole("button", { name: "Share" }).click();
    const link = page.getByRole("textbox", { name: "Link" });
    await page.waitForFunction((e) => e.value.includes("#1."), await link.elementHandle());
    const url = await link.inputValue(), text = (await until(page, "a text", () => true)).text;
    await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();

    // The link gives the same text back.
    await page.getByRole("button", { name: "Open" }).click();
    await page.getByRole("textbox", { name: "Link or text" }).fill(url);
    await page.getByRole("dialog").getByRole("button", { name: "Open", exact: true }).click();
    await page.getByRole("button", { name: "Go on without saving" }).click({ timeout: 5000 }).catch(() => {});
    await until(page, "the shared scene", (e) => e.text === text && e.undos === 0);
    check(!errors.length, `the console is quiet: ${errors.join("; ")}`);
  } finally {
    await browser.close();
    await studio.stop();
    studio.clean();
  }
}

runAll([["journey Teacher", journey]]);
