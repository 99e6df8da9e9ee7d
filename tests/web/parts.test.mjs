// Every part can be added, falls, and is undone; joints change their kind, are cut and pinned; things are renamed and changed by numbers.
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
const names = ["Rod", "Box", "Sphere", "Capsule", "Cylinder", "Torus", "Chain link", "Particle", "Floor", "Soft block", "Curve"];

const everyPart = () => within(async (page) => {
  let n = 0;
  for (const name of names) {
    await page.getByRole("region", { name: "Parts" }).getByRole("button", { name, exact: true }).click();
    n++;
    const s = await until(page, `${name} is there`, (e) => e.objects.length === n);
    check(s.problems.every((p) => p.severity !== "error"), `${name} makes no errors`);
  }
  await page.keyboard.press("f");
  await page.waitForTimeout(600);
  await shot(page, "parts-all");
  const start = (await state(page)).objects;
  await view(page).focus();
  await page.keyboard.press("Space");
  const s = await until(page, "things fall", (e) => e.t > 0.3);
  const rod = s.objects.find((o) => o.name === "rod1");
  check(rod.position[2] < start.find((o) => o.name === "rod1").position[2] - 0.01, "the rod falls");
  await page.keyboard.press("Space");
  await shot(page, "parts-fallen");
  for (let i = 0; i < 40 && (await state(page)).undos; i++) await page.keyboard.press("Control+z");
  await until(page, "all undone", (e) => e.objects.length === 0);
});

/** A ball that is dropped over a soft block meets it, whichever of them came first. */
const softly = () => within(async (page, command) => {
  const part = (name) => page.getByRole("region", { name: "Parts" }).getByRole("button", { name, exact: true }).click();
  await part("Floor");
  await part("Soft block");
  await until(page, "a block on a floor", (e) => e.objects.length === 2);
  await part("Sphere");
  await until(page, "a ball", (e) => e.objects.length === 3 && /outside soft1 sphere1/.test(e.text));
  await command("set position soft1 0 0 0.2");
  await command("set position sphere1 0 0 0.7");
  await until(page, "one over the other", (e) => Math.abs(e.objects[2].position[2] - 0.7) < 1e-6);
  await view(page).focus();
  await page.keyboard.press("Space");
  const s = await until(page, "the ball has come down", (e) => e.t > 0.5);
  check(s.objects[2].position[2] > 0.4, `it lies on the block: ${s.objects[2].position[2]}`);
  await page.keyboard.press("Space");
  await part("Box");
  await part("Soft block");
  await until(page, "the second block meets all", (e) => /outside soft2 box1/.test(e.text) && /outside soft2 floor1/.test(e.text) && /outside soft1 box1/.test(e.text));
});

const kinds = () => within(async (page, command) => {
  await command("object a: rod 1 0.04; position 0 0 1; rotation 0 1 0 90deg; end");
  await command("object b: rod 1 0.04; position 1 0 1; rotation 0 1 0 90deg; end");
  await command("connect a.end2 b.end1");
  await until(page, "a joint", (e) => e.constraints.length === 1);
  await page.getByRole("button", { name: "Fit view" }).click();
  await page.waitForTimeout(500);
  for (const [label, kind] of [["Hinge", "revolute"], ["Weld", "weld"], ["Ball joint", "connect"], ["Universal", "universal"], ["Slider", "slider"], ["On a plane", "on-plane"]]) {
    const at = await placeOf(page, "a.end2");
    await page.mouse.move(at.x - 3, at.y);
    await page.mouse.move(at.x, at.y);
    await view(page).focus();
    await page.keyboard.press("w");
    if (label === "Hinge") await shot(page, "parts-wheel");
    await page.getByRole("menuitem", { name: label }).click();
    await until(page, `it is a ${kind}`, (e) => e.constraints.length === 1 && e.constraints[0].kind === kind);
  }
  // A stroke cuts it.
  const at = await placeOf(page, "a.end2");
  await view(page).focus();
  await page.keyboard.press("k");
  await drag(page, { x: at.x - 30, y: at.y - 30 }, { x: at.x + 30, y: at.y + 30 });
  await until(page, "it is cut", (e) => e.constraints.length === 0);
});

const numbers = () => within(async (page, command) => {
  await command("box 0.4 0.4 0.4");
  await page.getByRole("treeitem", { name: "box1" }).click();
  const inspector = page.getByRole("region", { name: "Inspector" });
  await inspector.getByRole("textbox", { name: "Name" }).fill("crate");
  await page.keyboard.press("Enter");
  await until(page, "renamed", (e) => e.objects[0].name === "crate" && e.text.includes("crate"));
  const density = inspector.getByRole("textbox", { name: "density" });
  await density.fill("500");
  await page.keyboard.press("Enter");
  await until(page, "density in the text", (e) => /density 500/.test(e.text));
  // G X 1: one metre along x.
  const before = (await state(page)).objects[0].position;
  await view(page).focus();
  await page.keyboard.press("g");
  await page.keyboard.press("x");
  await page.keyboard.press("1");
  await page.keyboard.press("Enter");
  await until(page, "one metre on", (e) => Math.abs(e.objects[0].position[0] - before[0] - 1) < 1e-3);
  // R Y 90: a quarter turn.
  await page.keyboard.press("r");
  await page.keyboard.press("y");
  await page.keyboard.type("90");
  await page.keyboard.press("Enter");
  await until(page, "a quarter turn", (e) => Math.abs(Math.abs(e.objects[0].orientation[2]) - Math.SQRT1_2) < 1e-3);
  // Unsaved work is not thrown away without a question.
  await page.getByRole("button", { name: "New", exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
  check((await state(page)).objects.length === 1, "still there");
  await page.getByRole("button", { name: "New", exact: true }).click();
  await page.getByRole("button", { name: "Go on without saving" }).click();
  await until(page, "a new scene", (e) => e.objects.length === 0);
});

const tour = () => within(async (page) => {
  await page.getByText("Pull a part into the view").waitFor();
  await page.getByRole("region", { name: "Parts" }).getByRole("button", { name: "Sphere" }).click();
  await page.getByText("Nail it").waitFor();
  await shot(page, "parts-tour");
  const at = await placeOf(page, "sphere1");
  await page.getByRole("button", { name: "Nail", exact: true }).click();
  await page.mouse.click(at.x, at.y);
  await page.getByText("Let it move").waitFor();
  await page.getByRole("button", { name: "Play" }).click();
  await until(page, "it runs", (e) => e.running && e.t > 0.1);
  await drag(page, at, { x: at.x + 40, y: at.y });
  await page.getByText("Let it move").waitFor({ state: "detached" });
}, { tour: true });

/** What nothing holds falls out of sight: somebody says so, and brings it back. */
const fallen = () => within(async (page) => {
  await page.getByRole("region", { name: "Parts" }).getByRole("button", { name: "Rod" }).click();
  await until(page, "a rod", (e) => e.objects.length === 1);
  await page.getByRole("button", { name: "Play" }).click();
  await page.getByText("out of sight").waitFor();
  await shot(page, "parts-fallen-away");
  await page.getByRole("button", { name: "Bring it back" }).click();
  await until(page, "it is back, and stands still", (e) => !e.running && e.t === 0);
  // On a floor it stays in sight, and nobody says anything.
  await page.getByRole("region", { name: "Parts" }).getByRole("button", { name: "Floor" }).click();
  await until(page, "a floor", (e) => e.objects.length === 2);
  await page.getByRole("button", { name: "Play" }).click();
  await until(page, "it lies there", (e) => e.t > 3);
  check(!(await page.getByText("out of sight").count()), "it can be seen");
});

runAll([["every part", everyPart], ["a ball on a soft block", softly], ["kinds of joints", kinds], ["numbers and names", numbers], ["first steps", tour], ["out of sight", fallen]]);
