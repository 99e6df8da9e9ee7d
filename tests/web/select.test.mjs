// Choosing and changing several things: rectangle, handles, G R S, commands, and an outline of a thousand rows.
import { check, drag, openPage, placeOf, runAll, shot, startBrowser, startStudio, state, until } from "./lib.mjs";

async function within(test, settings = {}) {
  const studio = await startStudio(), browser = await startBrowser();
  try {
    const { page, errors } = await openPage(browser, studio.address, settings);
    await test(page, (text) => page.evaluate((t) => window.tenon.command(t), text));
    check(!errors.length, `the console is quiet: ${errors.join("; ")}`);
  } finally {
    await browser.close();
    await studio.stop();
    studio.clean();
  }
}
const view = (page) => page.getByRole("region", { name: "Scene view" });

const rectangle = () => within(async (page, command) => {
  for (const [name, x] of [["a", 0], ["b", 0.6], ["c", 2]]) await command(`object ${name}: sphere 0.15; position ${x} 0 1; end`);
  await until(page, "three balls", (e) => e.objects.length === 3);
  await page.waitForTimeout(500);
  await page.getByRole("button", { name: "Fit view" }).click();
  const a = await placeOf(page, "a"), b = await placeOf(page, "b");
  await page.keyboard.down("Shift");
  await drag(page, { x: a.x - 60, y: a.y - 70 }, { x: b.x + 40, y: b.y + 60 }, { hold: () => shot(page, "select-rectangle") });
  await page.keyboard.up("Shift");
  let s = await until(page, "two are chosen", (e) => e.selection.length === 2);
  // One of the handles moves both along an axis, and nothing else.
  await shot(page, "select-handles");
  const before = s.objects.map((o) => o.position), c = { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
  await view(page).focus();
  await page.mouse.move(c.x, c.y - 30);
  await page.waitForTimeout(100);
  const grips = [];
  for (let dy = -75; dy < -40 && !grips.length; dy += 3)
    for (let dx = -12; dx <= 12 && !grips.length; dx += 4) {
      await page.mouse.move(c.x + dx, c.y + dy);
      if ((await page.evaluate(() => document.querySelector(".view canvas").style.cursor)) === "move") grips.push({ x: c.x + dx, y: c.y + dy });
    }
  check(grips.length === 1, "there is a handle above the middle");
  await drag(page, grips[0], { x: grips[0].x + 5, y: grips[0].y - 50 });
  s = await until(page, "they have moved up", (e) => e.objects[0].position[2] > before[0][2] + 0.05);
  check(Math.abs(s.objects[0].position[0] - before[0][0]) < 1e-3 && Math.abs(s.objects[1].position[2] - s.objects[0].position[2]) < 1e-3 && s.objects[2].position[2] === before[2][2], "along one axis, both, and no other");
});

const sizes = () => within(async (page, command) => {
  for (const [text, check1] of [["object r: rod 1 0.04; position 0 0 1; end", /rod 2 0\.08;/], ["object b: box 0.4 0.2 0.6; position 1 0 1; end", /box 0\.8 0\.4 1\.2;/], ["object s: sphere 0.2; position 2 0 1; end", /sphere 0\.4;/]]) {
    await command(text);
    const name = /object (\w)/.exec(text)[1];
    await page.getByRole("treeitem", { name, exact: true }).click();
    await view(page).focus();
    await page.keyboard.press("s");
    await page.keyboard.press("2");
    await page.keyboard.press("Enter");
    await until(page, `twice the size: ${text}`, (e) => check1.test(e.text));
  }
  // All of it in one step, and with the mouse in small steps near the middle.
  const before = await state(page);
  await page.keyboard.press("Control+a");
  await page.keyboard.press("s");
  await page.keyboard.press("3");
  await page.keyboard.press("Enter");
  await until(page, "all are larger", (e) => /rod 6 0\.24;/.test(e.text) && /sphere 1\.2;/.test(e.text) && e.objects[2].position[0] > 2.5);
  await page.waitForTimeout(300);
  await page.keyboard.press("Control+z");
  await until(page, "one undo takes it back", (e) => e.text === before.text);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Fit view" }).click();
  const at = await placeOf(page, "b");
  await page.mouse.move(at.x, at.y);
  await page.mouse.click(at.x, at.y);
  await page.keyboard.press("s");
  await page.mouse.move(at.x + 60, at.y, { steps: 6 });
  await shot(page, "select-sizing");
  await page.mouse.click(at.x + 60, at.y);
  const s = await until(page, "by the mouse", (e) => e.text !== before.text), size = /box ([\d.]+)/.exec(s.text)[1];
  check(size > 1.2 && size < 2.4, `about twice as large: ${size}`);
});

const commands = () => within(async (page) => {
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Command" }).waitFor();
  await page.keyboard.type("add sph"); // without a click: it has the focus
  await shot(page, "select-commands");
  await page.keyboard.press("Enter");
  await until(page, "a sphere", (e) => e.objects.length === 1 && e.objects[0].kind === "sphere");
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Command" }).fill("keys");
  await page.keyboard.press("Enter");
  await page.getByRole("dialog", { name: "Keys and gestures" }).waitFor();
});

const manyRows = () => within(async (page, command) => {
  await command("for i = 1 to 1500: object p[i]: particle 1; position (0.1*i) 0 1; end end");
  await until(page, "many", (e) => e.objects.length === 1500);
  const fold = page.getByRole("treeitem", { name: "p[…]" });
  await fold.focus();
  await page.keyboard.press("ArrowRight");
  await page.waitForTimeout(300);
  const shown = await page.getByRole("treeitem").count();
  check(shown < 150, `only the rows in sight are in the page: ${shown}`);
  await page.keyboard.press("End");
  await page.keyboard.press("ArrowUp");
  await page.waitForTimeout(300);
  await page.getByRole("tree").evaluate((t) => (t.scrollTop = 700 * 23));
  await page.getByRole("treeitem", { name: "p[700]", exact: true }).click();
  const s = await until(page, "it is chosen", (e) => e.selection.length === 1);
  check(s.selection.length === 1, "one");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await shot(page, "select-rows");
  check((await page.getByRole("treeitem", { name: "p[701]", exact: true }).getAttribute("aria-selected")) === "true", "the next one");
});

runAll([["a rectangle, and the handles", rectangle], ["sizes by S", sizes], ["commands", commands], ["an outline of many rows", manyRows]]);
