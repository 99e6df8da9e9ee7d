// What a dropped body snaps to: points before axes, faces, curves and the grid; each with its joint, closed, and its wheel.
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

const middle = (a, b, s = 0.5) => ({ x: a.x + s * (b.x - a.x), y: a.y + s * (b.y - a.y) });

async function build(page, command, ...objects) {
  for (const o of objects) check((await command(o)).ok, o);
  await until(page, "the objects", (e) => e.objects.length === objects.length);
  await page.waitForTimeout(500);
  await page.getByRole("button", { name: "Fit view" }).click();
  await page.waitForTimeout(500);
  await page.mouse.move(640, 300);
  await page.mouse.wheel(0, 60);
  await page.mouse.wheel(0, 60);
  await page.mouse.wheel(0, 60);
  await page.waitForTimeout(200);
}

/** Takes a body at a point, puts its feature at a pixel, and gives the joint that came of it. */
async function dropAt(page, grip, feature, goal, name) {
  const g = await placeOf(page, grip), f = await placeOf(page, feature);
  await drag(page, g, { x: g.x + goal.x - f.x + 3, y: g.y + goal.y - f.y - 3 }, { steps: 20, hold: () => shot(page, `snap-${name}`) });
  const s = await until(page, `a joint: ${name}`, (e) => e.constraints.length === 1);
  await until(page, `it is closed: ${name}`, (e) => (e.constraints[0].deviation ?? 0) < 1e-6);
  return s.constraints[0].kind;
}

/** The wheel of the joint that the chip names: all its slots lead to joints that the engine takes. */
async function wheel(page, labels) {
  await page.locator(".chip").click();
  for (const label of labels) check((await page.getByRole("menuitem", { name: label }).count()) === 1, `the wheel has ${label}`);
  await page.keyboard.press("Escape");
}

const onAxis = () => within(async (page, command) => {
  await build(page, command, "object a: rod 2 0.04; position 0 0 1; rotation 0 1 0 90deg; end", "object b: rod 1 0.03; position 0.4 0 1.9; end");
  const goal = middle(await placeOf(page, "a.end1"), await placeOf(page, "a.end2"), 0.35);
  check((await dropAt(page, "b.center", "b.end1", goal, "axis")) === "on-line", "a point on an axis slides along it");
  await wheel(page, ["On the line", "Slider", "Hinge", "Ball joint", "Weld"]);
});

/** Two rods in one line: who misses the end a little hits the axis, and means the end. */
const nearEnd = () => within(async (page, command) => {
  await build(page, command, "object a: rod 2 0.04; position 0 0 1; rotation 0 1 0 90deg; end", "object b: rod 1 0.03; position 0.4 0 1.9; end");
  const end = await placeOf(page, "a.end1"), other = await placeOf(page, "a.end2"), length = Math.hypot(other.x - end.x, other.y - end.y);
  check((await dropAt(page, "b.center", "b.end1", middle(end, other, 26 / length), "near-end")) === "connect", "the end is meant");
  check(/connect b\.end1 a\.end1|connect a\.end1 b\.end1/.test((await state(page)).text), "end on end");
});

const axle = () => within(async (page, command) => {
  await build(page, command, "object axle: rod 2 0.04; position 0 0 1; rotation 0 1 0 90deg; end", "object wheel: cylinder 0.3 0.1; position 0.3 0.2 2; end");
  const goal = middle(await placeOf(page, "axle.end1"), await placeOf(page, "axle.end2"), 0.3);
  check((await dropAt(page, "wheel.center", "wheel.center", goal, "axes")) === "revolute", "a wheel on an axle turns about it");
  const s = await state(page), w = s.objects.find((o) => o.name === "wheel").orientation;
  const z = 1 - 2 * (w[1] * w[1] + w[2] * w[2]);
  check(Math.abs(z) < 1e-3, `its axis was turned along the axle: ${w}`);
  await wheel(page, ["Hinge", "Slider", "On the line"]);
});

const faces = () => within(async (page, command) => {
  await build(page, command, "object low: box 1 1 0.4; position 0 0 0.2; end", "object high: box 0.4 0.4 0.4; position -0.2 0.3 1.4; end");
  await command("point mark of high 0 0 1");
  const c = await placeOf(page, "high.center"), metre = c.y - (await placeOf(page, "high.mark")).y;
  await command("undo");
  check((await dropAt(page, "high.center", "high.center", { x: c.x, y: c.y + (0.8 * metre) / Math.cos(0.3) ** 2 }, "faces")) === "weld", "face on face is a weld");
  const s = await state(page), h = s.objects.find((o) => o.name === "high").position[2];
  check(Math.abs(h - 0.6) < 1e-6, `it lies flush: ${h}`);
  await wheel(page, ["Weld", "On the plane"]);
});

const floor = () => within(async (page, command) => {
  await build(page, command, "object floor: plane; end", "object leg: rod 1 0.03; position 0 0 1.2; end", "object far: sphere 0.3; position 1 1 2.5; end");
  const c = await placeOf(page, "leg.center"), a = await placeOf(page, "leg.end1"), b = await placeOf(page, "leg.end2"), metre = Math.hypot(a.x - b.x, a.y - b.y);
  check((await dropAt(page, "leg.center", "leg.center", { x: c.x, y: c.y + (0.7 * metre) / Math.cos(0.3) ** 2 }, "floor")) === "on-plane", "an end on the floor stays on it");
});

const ball = () => within(async (page, command) => {
  await build(page, command, "object floor: plane; end", "object ball: sphere 0.3; position 0 0 1; end", "object far: sphere 0.3; position 1 1 2.5; end");
  const c = await placeOf(page, "ball.center");
  await command("point mark of ball 0 0 0.7");
  const metre = (c.y - (await placeOf(page, "ball.mark")).y) / 0.7;
  await command("undo");
  check((await dropAt(page, "ball.center", "ball.center", { x: c.x, y: c.y + (0.7 * metre) / Math.cos(0.3) ** 2 }, "ball")) === "touch", "a ball touches the floor");
  await wheel(page, ["Touch", "Rolling"]);
});

const curve = () => within(async (page, command) => {
  await build(page, command, "object c: circle 0 0 0.5; width 0.03; kernel fixed; end", "object bead: particle 1; position 0 0 1.5; end");
  await page.waitForTimeout(500);
  await shot(page, "snap-curve-0");
  const b = await placeOf(page, "bead.center");
  await command("nail mark 0.5 0 0");
  const goal = await placeOf(page, "mark");
  await command("undo");
  await page.waitForTimeout(300);
  await drag(page, b, { x: goal.x + 3, y: goal.y - 2 }, { steps: 20, hold: () => shot(page, "snap-curve") });
  const s = await until(page, "on the curve", (e) => e.constraints.length === 1);
  check(s.constraints[0].kind === "on-curve", s.constraints[0].kind);
});

const grid = () => within(async (page, command) => {
  await build(page, command, "object b: sphere 0.2; position 0.13 0 0.87; end");
  const from = await placeOf(page, "b.center"), seen = new Set();
  for (const [dx, dy] of [[40, 10], [80, -30], [-60, -70]]) {
    const at = await placeOf(page, "b.center");
    await drag(page, at, { x: from.x + dx, y: from.y + dy }, { steps: 15, hold: () => shot(page, "snap-grid") });
    await page.waitForTimeout(400);
    const line = (await state(page)).text.split("\n").find((l) => l.includes("object b"));
    seen.add(/position ([^;]*);/.exec(line)[1]);
  }
  check((await state(page)).constraints.length === 0, "the grid makes no joints");
  check([...seen].some((p) => p.split(" ").every((x) => x.length <= 5)), `round numbers: ${[...seen].join(" | ")}`);
});

/** Points come before axes: a rod's end near another's end makes a ball joint, though it is on its axis as well. */
const order = () => within(async (page, command) => {
  await build(page, command, "object a: rod 1 0.04; position 0 0 1; rotation 0 1 0 90deg; end", "object b: rod 1 0.03; position 0.2 0 1.9; end");
  check((await dropAt(page, "b.center", "b.end1", await placeOf(page, "a.end1"), "order")) === "connect", "points win");
  // A hinge, and then its other axes by A.
  await page.locator(".chip").click();
  await page.getByRole("menuitem", { name: "Hinge" }).click();
  const first = (await until(page, "a hinge", (e) => e.constraints[0]?.kind === "revolute")).text;
  const at = await placeOf(page, "a.end1");
  await page.mouse.move(at.x + 2, at.y);
  await page.mouse.move(at.x, at.y);
  await page.getByRole("region", { name: "Scene view" }).focus();
  await page.keyboard.press("a");
  await until(page, "another axis", (e) => e.text !== first && e.constraints[0]?.kind === "revolute");
});

runAll([["a point on an axis", onAxis], ["near an end", nearEnd], ["a wheel on an axle", axle], ["face on face", faces], ["an end on the floor", floor], ["a ball on the floor", ball], ["a bead on a curve", curve], ["the grid", grid], ["points before axes, and A", order]]);
