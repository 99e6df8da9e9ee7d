// The third journey: a designer draws a four-bar linkage in the plane, drives it, traces the coupler and reads a joint force.
import { check, openPage, placeOf, point, runAll, shot, startBrowser, startStudio, until } from "./lib.mjs";

async function journey() {
  const studio = await startStudio(), browser = await startBrowser();
  try {
    const { page, errors } = await openPage(browser, studio.address);
    const view = await page.getByRole("region", { name: "Scene view" }).boundingBox();
    const at = (x, y) => ({ x: view.x + 210 + x * (view.width - 220), y: view.y + y * view.height });
    // 1: flat.
    await page.getByRole("button", { name: "Flat", exact: true }).click();
    await page.getByRole("region", { name: "Scene view" }).focus();

    // 2–4: three bars, click by click; their ends meet.
    const a = at(0.25, 0.7), b = at(0.33, 0.5), c = at(0.72, 0.3), d = at(0.75, 0.7), tap = async (p) => page.mouse.click(p.x, p.y);
    await page.keyboard.press("b");
    await tap(a);
    await tap(b);
    await until(page, "one bar", (e) => e.objects.length === 1);
    await page.waitForTimeout(300);
    await tap(await placeOf(page, "bar1.end2"));
    await tap(c);
    await until(page, "two bars", (e) => e.objects.length === 2 && e.constraints.length === 1);
    await tap(await placeOf(page, "bar2.end2"));
    await tap(d);
    let s = await until(page, "three bars", (e) => e.objects.length === 3 && e.constraints.length === 2);
    check(s.constraints.every((j) => j.kind === "revolute"), "they are joined by hinges");
    await page.keyboard.press("Escape");

    // 5–6: the two free ends are nailed.
    for (const [name, n] of [["bar1.end1", 3], ["bar3.end2", 4]]) {
      const p = await placeOf(page, name);
      await page.mouse.move(p.x - 4, p.y);
      await page.mouse.move(p.x, p.y);
      await page.keyboard.press("n");
      await until(page, `${name} is nailed`, (e) => e.constraints.length === n);
    }
    // 7: a motor on the crank.
    const pin = await placeOf(page, "bar1.end1");
    await page.mouse.move(pin.x - 3, pin.y);
    await page.mouse.move(pin.x, pin.y);
    await page.keyboard.press("m");
    s = await until(page, "a motor", (e) => /motor speed 2 limit \d+/.test(e.text));
    await page.waitForTimeout(500);
    check(!(await page.locator(".alert").count()), "nobody is told of an error");

    // 8: trace on the coupler: its middle, and a place between by a click.
    const tip = await placeOf(page, "bar2.center"), side = await placeOf(page, "bar2.end2");
    await page.mouse.move(tip.x - 3, tip.y);
    await page.mouse.move(tip.x, tip.y);
    await page.keyboard.press("t");
    await until(page, "a trace", (e) => /trace bar2.center;/.test(e.text));
    await page.getByRole("button", { name: "Trace", exact: true }).click();
    await tap({ x: tip.x + 0.5 * (side.x - tip.x), y: tip.y + 0.5 * (side.y - tip.y) });
    await until(page, "another trace", (e) => /trace bar2.at\(.*\);/.test(e.text));
    await shot(page, "designer-8-built");

    // 9: run.
    const before = await point(page, "bar1.end2");
    await page.keyboard.press("Space");
    s = await until(page, "it turns", (e) => e.running && e.t > 1.5);
    const after = await point(page, "bar1.end2");
    check(Math.hypot(after.x - before.x, after.y - before.y) > 10, "the crank has turned");
    check(s.constraints.every((j) => (j.deviation ?? 0) < 1e-4), "the hinges hold");
    check(s.objects.every((o) => Math.abs(o.position[1]) < 1e-6), "it stays in its plane");

    // 10: pin, plot force.
    await page.getByRole("region", { name: "Outline" }).getByRole("treeitem").filter({ hasText: "pin" }).first().click();
    const inspector = page.getByRole("region", { name: "Inspector" });
    await inspector.getByText("Plot").click();
    await inspector.getByLabel("force").check();
    await page.getByRole("region", { name: "Plots" }).locator("canvas").waitFor();
    await page.waitForTimeout(800);
    await shot(page, "designer-10-force");

    // 11: back in time, and on from there.
    await page.getByRole("region", { name: "Scene view" }).focus();
    await page.keyboard.press("Space");
    s = await until(page, "paused", (e) => !e.running);
    const slider = page.getByRole("slider", { name: "Time" }), box = await slider.boundingBox(), end = s.t;
    await page.mouse.click(box.x + 8 + (box.width - 16) * 0.05, box.y + box.height / 2);
    s = await until(page, "an earlier moment", (e) => e.t < 0.8 * end);
    await page.getByRole("button", { name: "Continue from here" }).click();
    await page.getByRole("button", { name: "Play" }).click();
    await until(page, "it goes on from there", (e) => e.running && e.t > s.t + 0.2);
    await page.getByRole("button", { name: "Pause" }).click();
    await shot(page, "designer-11-branch");
    check(!errors.length, `the console is quiet: ${errors.join("; ")}`);
  } finally {
    await browser.close();
    await studio.stop();
    studio.clean();
  }
}

runAll([["journey Designer", journey]]);
