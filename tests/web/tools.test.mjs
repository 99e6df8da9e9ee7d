// Tools without the mouse, the menu of a thing, the start made anew, plots in their three forms, sweeps, and the ways in which a model can move.
import { check, openPage, placeOf, runAll, shot, startBrowser, startStudio, state, until } from "./lib.mjs";

async function within(test) {
  const studio = await startStudio(), browser = await startBrowser();
  try {
    const { page, errors } = await openPage(browser, studio.address);
    await test(page);
    check(!errors.length, `the console is quiet: ${errors.join("; ")}`);
  } finally {
    await browser.close();
    await studio.stop();
    studio.clean();
  }
}
const command = (page, text) => page.evaluate((t) => window.tenon.command(t), text);
const pendulum = async (page) => {
  await command(page, "let L = 1");
  await command(page, "object rod1: rod 1 0.04; position 0.5 0 1; rotation 0 1 0 90deg; end");
  await command(page, "connect rod1.end1 (0, 0, 1)");
  await command(page, "probe height = rod1.end2.z");
  await until(page, "a pendulum", (e) => e.constraints.length === 1);
  await page.getByRole("button", { name: "Fit view" }).click();
};

/** Every tool by keys alone: bar, connect, nail, trace, motor, cut. */
const byKeys = () => within(async (page) => {
  const view = page.getByRole("region", { name: "Scene view" }), press = async (...keys) => { for (const k of keys) await page.keyboard.press(k); };
  await view.focus();
  await press("b", "Enter", "ArrowRight", "ArrowRight", "ArrowRight", "ArrowRight", "ArrowUp", "Enter");
  let s = await until(page, "a bar", (e) => e.objects.length === 1);
  await press("Escape", "Escape");
  await view.focus();
  await press("n");
  s = await until(page, "N nails the upper end of what is selected, or begins the tool", () => true);
  if (!s.constraints.length) await press("Tab", "Enter");
  await until(page, "a nail", (e) => e.constraints.length === 1);
  await page.getByRole("button", { name: "Trace", exact: true }).click();
  await view.focus();
  await press("Tab", "Enter");
  await until(page, "a path", (e) => /\btrace bar1\./.test(e.text));
  await page.getByRole("button", { name: "Motor", exact: true }).click();
  await view.focus();
  await press("Tab", "Enter");
  await until(page, "a motor", (e) => /motor speed/.test(e.text));
  await page.getByRole("button", { name: "Cut", exact: true }).click();
  await view.focus();
  await press("Tab");
  await shot(page, "tools-cursor");
  await press("Enter");
  await until(page, "it is cut, and the nail is gone with it", (e) => e.constraints.length === 0 && !/nail/.test(e.text));
  await command(page, "object far: rod 1 0.04; position 2 0 0; end");
  await until(page, "two parts", (e) => e.objects.length === 2);
  await page.getByRole("button", { name: "Fit view" }).click();
  await placeOf(page, "far.end1");
  await page.getByRole("button", { name: "Connect", exact: true }).click();
  await view.focus();
  await press("Tab", "Enter", "Tab", "Tab", "Enter");
  s = await until(page, "they are joined", (e) => e.constraints.length === 1);
  check(/connect far\.\w+ bar1\.\w+|connect bar1\.\w+ far\.\w+/.test(s.text), `a joint between the two: ${s.text}`);
});

const menus = () => within(async (page) => {
  await pendulum(page);
  const end = await placeOf(page, "rod1.end2");
  await page.mouse.click(end.x, end.y, { button: "right" });
  const menu = page.getByRole("menu", { name: "What to do" });
  await menu.waitFor();
  await shot(page, "tools-menu");
  await menu.getByRole("menuitem", { name: /path of end2/ }).click();
  await until(page, "a path", (e) => /trace rod1\.end2/.test(e.text));
  check((await menu.count()) === 0, "the menu is closed");
  // In the outline the path can be selected, and deleted.
  await page.getByRole("treeitem", { name: "rod1.end2" }).click();
  await shot(page, "tools-path-selected");
  await page.keyboard.press("Delete");
  await until(page, "the path is gone", (e) => !/trace/.test(e.text) && e.objects.length === 1);
  // By keys: Enter opens it, arrows go through it.
  await page.getByRole("treeitem", { name: "rod1", exact: true }).click();
  await page.getByRole("region", { name: "Scene view" }).focus();
  await page.keyboard.press("Enter");
  await menu.waitFor();
  await page.keyboard.press("End");
  await page.keyboard.press("Enter");
  await until(page, "deleted", (e) => e.objects.length === 0);
  await page.keyboard.press("Control+z");
  await until(page, "back", (e) => e.objects.length === 1);
});

const startAnew = () => within(async (page) => {
  await pendulum(page);
  const before = (await state(page)).text.split("\n");
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await until(page, "it has swung", (e) => e.t > 0.2);
  await page.getByRole("button", { name: "Pause", exact: true }).click();
  const there = (await until(page, "paused", (e) => !e.running)).objects[0].position;
  await page.getByRole("button", { name: "Make this the start" }).click();
  await page.locator(".differs .come").first().waitFor();
  await shot(page, "tools-start");
  await page.getByRole("button", { name: "Make it the start" }).click();
  const s = await until(page, "it starts there", (e) => e.t === 0 && e.text !== before.join("\n")), now = s.text.split("\n");
  check(s.objects[0].position.every((x, i) => Math.abs(x - there[i]) < 1e-3), "where it was");
  check(now.length === before.length && now.filter((line, i) => line !== before[i]).length === 1, "one line has changed");
  await page.getByRole("region", { name: "Scene view" }).focus();
  await page.keyboard.press("Control+z");
  await page.keyboard.press("Control+z");
  await until(page, "undone", (e) => e.text === before.join("\n"));
  // The start changes in the text while the motion is elsewhere: the page offers to restart.
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await until(page, "it runs", (e) => e.t > 0.1 && e.running);
  await page.getByRole("treeitem", { name: "rod1", exact: true }).click();
  await page.getByRole("textbox", { name: "velocity" }).fill("0 0 -1");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "See it from the start" }).click();
  await until(page, "with the new start", (e) => /velocity 0 0 -1/.test(e.text));
});

const plots = () => within(async (page) => {
  await pendulum(page);
  await page.getByRole("treeitem", { name: "rod1", exact: true }).click();
  await page.getByText("Plot", { exact: true }).click();
  for (const what of ["angle", "speed"]) await page.getByRole("region", { name: "Inspector" }).getByLabel(what, { exact: true }).check();
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await until(page, "two seconds", (e) => e.t > 2);
  await page.getByRole("button", { name: "Last 10 s" }).click();
  await page.locator(".u-over").waitFor();
  await page.getByRole("combobox", { name: "Across" }).selectOption({ label: "rod1 angle" });
  await page.locator("canvas.plane").waitFor();
  await page.getByRole("button", { name: "Keep curve" }).click();
  await page.getByRole("button", { name: "Restart", exact: true }).click();
  await until(page, "again", (e) => e.t > 0.3 && e.t < 2);
  const inked = await page.evaluate(() => { const c = document.querySelector("canvas.plane"), d = c.getContext("2d").getImageData(0, 0, c.width, c.height).data; let n = 0; for (let i = 3; i < d.length; i += 4) n += d[i] > 0; return n; });
  check(inked > 500, "the plane is drawn");
  await shot(page, "tools-plane");
  await page.getByRole("combobox", { name: "Across" }).selectOption({ label: "time" });
  await page.getByRole("button", { name: "Pause", exact: true }).click();
  const box = await page.getByRole("slider", { name: "Time" }).boundingBox();
  await page.mouse.click(box.x + 0.03 * box.width, box.y + box.height / 2);
  await page.locator(".view.scrubbing").waitFor();
  await shot(page, "tools-plots-past");
});

const sweep = () => within(async (page) => {
  await command(page, "let L = 1");
  await command(page, "object ball: sphere 0.1; position 0 0 L; end");
  await until(page, "a ball", (e) => e.objects.length === 1);
  await page.getByRole("button", { name: "Expressions" }).click();
  await page.getByRole("button", { name: "Sweep L" }).click();
  const at = (e) => Number(/let L = ([-\d.e]+)/.exec(e.text)?.[1]);
  await until(page, "it rises", (e) => at(e) > 1.3);
  await shot(page, "tools-sweep");
  await page.getByRole("button", { name: "Stop L" }).click();
  await page.getByRole("region", { name: "Scene view" }).focus();
  await page.keyboard.press("Control+z");
  await until(page, "one undo takes all of it back", (e) => at(e) === 1);
});

const wiggle = () => within(async (page) => {
  await pendulum(page);
  const still = (await state(page)).objects[0].position;
  await page.getByRole("button", { name: /^DOF/ }).hover();
  await page.getByText("Way 1 of 3: rod1").waitFor();
  await shot(page, "tools-wiggle");
  await page.mouse.move(600, 400);
  const s = await state(page);
  check(s.objects[0].position.every((x, i) => x === still[i]) && s.t === 0, "the model itself stays as it is");
});

runAll([
  ["every tool by keys", byKeys], ["menus", menus], ["the start made anew", startAnew], ["plots", plots], ["sweeps", sweep], ["ways to move", wiggle],
]);
