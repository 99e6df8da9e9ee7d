// The first journey: somebody who has read nothing builds a swinging chain of rods and pulls it.
import { check, drag, openPage, placeOf, pressAll, runAll, shot, startBrowser, startStudio, state, until } from "./lib.mjs";

const distance = (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);

async function journey() {
  const studio = await startStudio(), browser = await startBrowser();
  try {
    const { page, errors } = await openPage(browser, studio.address);
    const view = await page.getByRole("region", { name: "Scene view" }).boundingBox();
    const rod = await page.getByRole("region", { name: "Parts" }).getByRole("button", { name: "Rod", exact: true }).boundingBox();
    const button = { x: rod.x + rod.width / 2, y: rod.y + rod.height / 2 }, middle = { x: view.x + 0.72 * view.width, y: view.y + 0.3 * view.height };
    await shot(page, "new-0-empty");

    // 1: a rod is pulled in.
    await drag(page, button, middle);
    let s = await until(page, "one rod", (e) => e.objects.length === 1);
    check(s.objects[0].name === "rod1" && !s.running, "it is rod1, and nothing runs");
    await page.waitForTimeout(600);

    // 2: a second one, its upper end near the lower end of the first: they are joined.
    const lower = await placeOf(page, "rod1.end1"), upper = await placeOf(page, "rod1.end2");
    const centre = { x: lower.x - (upper.x - lower.x) / 2 + 5, y: lower.y - (upper.y - lower.y) / 2 + 4 };
    await drag(page, button, centre);
    s = await until(page, "two rods, joined", (e) => e.objects.length === 2 && e.constraints.length === 1);
    check(s.constraints[0].kind === "connect", "a ball joint");
    check((s.constraints[0].deviation ?? 0) < 1e-6, `it is closed, not ${s.constraints[0].deviation} m apart`);
    await shot(page, "new-2-joined");

    // 3: duplicated twice, each time joined again.
    await page.keyboard.press("Control+d");
    await until(page, "three rods", (e) => e.objects.length === 3 && e.constraints.length === 2);
    await page.keyboard.press("Control+d");
    s = await until(page, "four rods", (e) => e.objects.length === 4 && e.constraints.length === 3);
    check(s.constraints.every((c) => (c.deviation ?? 0) < 1e-6), "all joints are closed");

    // 4: N on the top end.
    await page.keyboard.press("f");
    await page.waitForTimeout(500);
    const top = await placeOf(page, "rod1.end2");
    await page.mouse.move(top.x, top.y);
    await page.mouse.move(top.x + 1, top.y);
    await page.keyboard.press("n");
    s = await until(page, "a nail", (e) => e.constraints.length === 4);
    await shot(page, "new-4-chain");

    // 5: Space: it swings, the nail holds, the joints stay closed.
    const start = s.objects.map((o) => o.position);
    await page.keyboard.press("Space");
    await until(page, "it runs", (e) => e.running && e.t > 0.3);
    s = await until(page, "it has moved", (e) => e.objects.every((o, i) => distance(o.position, start[i]) > 0.01));
    check(s.constraints.every((c) => (c.deviation ?? 0) < 1e-4), "the joints hold while it swings");

    // 6: it is pulled while it runs: the lowest rod goes where the mouse goes.
    await page.keyboard.press("f");
    await page.waitForTimeout(600);
    const before = await state(page);
    const grip = await page.evaluate(() => window.tenon.screen("rod2.center"));
    const goal = { x: view.x + 0.8 * view.width, y: view.y + 0.5 * view.height };
    await drag(page, grip, goal, { steps: 20, hold: () => page.waitForTimeout(1500) });
    await shot(page, "new-6-pulled");
    check((await state(page)).t > before.t, "it goes on while it is pulled");
    await page.keyboard.press("Space");
    s = await until(page, "paused", (e) => !e.running);
    check(s.problems.every((p) => p.severity !== "error"), "no errors");

    // Everything can be undone and redone, and deleted.
    const text = s.text;
    await pressAll(page, "Undo", "undos");
    await until(page, "all undone", (e) => e.objects.length === 0);
    await pressAll(page, "Redo", "redos");
    await until(page, "all done again", (e) => e.objects.length === 4 && e.text === text);
    await page.getByRole("treeitem", { name: "rod4" }).click();
    await page.keyboard.press("Delete");
    await until(page, "rod4 is gone", (e) => e.objects.length === 3 && !e.text.includes("rod4"));
    check(!errors.length, `the console is quiet: ${errors.join("; ")}`);
  } finally {
    await browser.close();
    await studio.stop();
    studio.clean();
  }
}

runAll([["journey New", journey]]);
