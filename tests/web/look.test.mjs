// What is drawn: background, light, title and layers that a scene asks for, bodies while their shapes change, paths in the past.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { check, openPage, placeOf, point, runAll, shot, startBrowser, startStudio, state, until } from "./lib.mjs";

async function onScene(text, test, settings = {}) {
  const folder = mkdtempSync(join(tmpdir(), "tenon-look-"));
  writeFileSync(join(folder, "look.tn"), text);
  const studio = await startStudio(join(folder, "look.tn")), browser = await startBrowser();
  try {
    const { page, errors } = await openPage(browser, studio.address, settings);
    await until(page, "the scene", (e) => e.objects.length > 0);
    await page.waitForTimeout(700);
    await test(page);
    check(!errors.length, `the console is quiet: ${errors.join("; ")}`);
  } finally {
    await browser.close();
    await studio.stop();
    studio.clean();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The colour of a pixel of the page, 0 to 255. */
async function pixel(page, { x, y }) {
  const png = (await page.screenshot({ clip: { x: Math.round(x), y: Math.round(y), width: 1, height: 1 } })).toString("base64");
  return page.evaluate(async (data) => {
    const image = new Image();
    image.src = `data:image/png;base64,${data}`;
    await image.decode();
    const c = document.createElement("canvas").getContext("2d");
    c.drawImage(image, 0, 0);
    return [...c.getImageData(0, 0, 1, 1).data.slice(0, 3)];
  }, png);
}

/** How many pixels the overlay has drawn at that satisfy a condition of their places in the page: the text of a function. */
const inked = (page, where) => page.evaluate((condition) => {
  const canvas = document.querySelector("canvas.over"), box = canvas.getBoundingClientRect(), test = new Function("x", "y", `return ${condition}`);
  const { data, width } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
  let n = 0;
  for (let i = 3; i < data.length; i += 4) {
    const k = i >> 2, x = box.left + ((k % width) * box.width) / width, y = box.top + (Math.floor(k / width) * box.height) / canvas.height;
    if (data[i] > 40 && test(x, y)) n++;
  }
  return n;
}, where);

const far = (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
const arm = "nail hook 0 0 2;\nobject arm: rod 1 0.04; position 0.5 0 2; rotation 0 1 0 90deg; end\npoint tip of arm 0 0 0.3;\nconstraint joint: revolute arm world hook (0, 1, 0); end\n";

async function background() {
  const scene = (look) => `world: gravity 0; end\n${look}object ball: sphere 0.5; position 0 0 1; color 0.8 0.8 0.8; end\n`;
  const corner = { x: 960, y: 60 };
  let plain = null;
  for (const theme of ["light", "dark"])
    await onScene(scene('background "#204060";\n'), async (page) => {
      const c = await pixel(page, corner);
      check(far(c, [32, 64, 96]) < 6, `${theme}: the background is #204060, not ${c}`);
      await shot(page, `look-background-${theme}`);
    }, { colorScheme: theme });
  await onScene(scene(""), async (page) => {
    const c = await pixel(page, corner);
    check(far(c, [247, 248, 250]) < 8, `without one it is light, not ${c}`);
    plain = await pixel(page, await placeOf(page, "ball.center"));
  }, { colorScheme: "light" });
  // The same ball, lit from behind.
  await onScene(scene("light 0 1 -0.2;\n"), async (page) => {
    const c = await pixel(page, await placeOf(page, "ball.center"));
    check(plain[0] + plain[1] + plain[2] > c[0] + c[1] + c[2] + 60, `lit from behind it is darker: ${c}, ${plain}`);
  }, { colorScheme: "light" });
}

/** Each layer draws where it belongs, and nothing of it is there without its word. */
async function layers() {
  const corner = { title: "x > 270 && x < 600 && y < 90", time: "x > 270 && x < 600 && y > 560 && y < 596" }, all = "true";
  const count = async (look, where) => {
    let n = 0;
    await onScene(`world: gravity 0; end\n${look}${arm}`, async (page) => {
      n = await inked(page, where);
      await shot(page, `look-${look.trim().replace(/[^a-z]+/g, "-")}`);
    });
    return n;
  };
  const none = await count("show none;\n", all);
  check((await count("show none;\n", corner.title)) === 0 && (await count("show none;\n", corner.time)) === 0, "the corners are empty");
  check((await count('show none;\ntitle "An arm";\n', corner.title)) > 100, "the title is drawn");
  check((await count("show none time;\n", corner.time)) > 100, "the time is drawn");
  for (const word of ["names", "frames", "points"]) {
    const n = await count(`show none ${word};\n`, all);
    check(n > none + 20, `${word} are drawn: ${n}, not ${none}`);
  }
  const limited = arm.replace("(0, 1, 0);", "(0, 1, 0); min -30deg; max 60deg;");
  await onScene(`world: gravity 0; end\nshow none limits;\n${limited}`, async (page) => {
    const n = await inked(page, all);
    check(n > none + 200, `the range of the hinge is drawn: ${n}, not ${none}`);
    await shot(page, "look-limits");
  });
}

/** A body keeps its old shape until the triangles of the new one have come. */
async function changing() {
  const scene = "world: gravity 0; end\nlet r = 0.5;\nobject ball: sphere r; position 0 0 1; color 0.1 0.6 0.1; end\n";
  await onScene(scene, async (page) => {
    const at = await placeOf(page, "ball.center");
    await page.getByRole("button", { name: "Expressions" }).click();
    const slider = page.getByRole("slider", { name: "r", exact: true });
    await slider.focus();
    for (let i = 0; i < 12; i++) {
      await page.keyboard.press("ArrowRight");
      const c = await pixel(page, (await point(page, "ball.center")) ?? at);
      check(c[1] > c[0] + 20 && c[1] > c[2] + 20, `the ball is there after ${i + 1} changes: ${c}`);
    }
    await until(page, "another radius", (e) => !/let r = 0.5;/.test(e.text));
  }, { colorScheme: "light" });
}

/** The path of a point that goes round stays on its circle: while one looks back, and when it goes on from there. */
async function paths() {
  const scene = "world: gravity 0; end\nobject arm: rod 2 0.02; position 0 0 2; rotation 0 1 0 90deg; spin 0 2 0; end\nconstraint joint: revolute arm world arm.center (0, 1, 0); end\ntrace arm.end2;\nshow none;\n";
  await onScene(scene, async (page) => {
    await page.getByRole("button", { name: "Flat", exact: true }).click();
    await page.waitForTimeout(500);
    const middle = await placeOf(page, "arm.center"), end = await placeOf(page, "arm.end2"), r = Math.hypot(end.x - middle.x, end.y - middle.y);
    const d = `Math.hypot(x - ${middle.x}, y - ${middle.y})`, band = `${d} > ${0.4 * r} && ${d} < ${0.85 * r}`, rim = `${d} > ${0.95 * r} && ${d} < ${1.05 * r}`;
    await page.getByRole("button", { name: "Play" }).click();
    await until(page, "a turn", (e) => e.t > 3);
    await page.getByRole("button", { name: "Pause" }).click();
    check((await inked(page, rim)) > 200, "the path is drawn");
    const slider = page.getByRole("slider", { name: "Time" }), box = await slider.boundingBox(), whole = (await state(page)).t;
    await page.mouse.click(box.x + 8 + (box.width - 16) * 0.1, box.y + box.height / 2);
    await until(page, "an earlier moment", (e) => e.t < 0.6 * whole);
    check((await inked(page, band)) === 0, "looking back, the path is on its circle");
    await page.getByRole("button", { name: "Continue from here" }).click();
    await page.getByRole("button", { name: "Play" }).click();
    await until(page, "it goes on", (e) => e.running && e.t > 0.2);
    await page.waitForTimeout(500);
    await page.getByRole("button", { name: "Pause" }).click();
    await page.waitForTimeout(300);
    await shot(page, "look-path");
    check((await inked(page, band)) === 0, "going on from there, the path is on its circle");
    check((await inked(page, rim)) > 50, "and it is drawn");
  });
}

/** Strain and volume colour soft bodies, bones stand under skins, trails follow all bodies; without the word nothing of it. */
async function inside() {
  const soft = "world: gravity 0; end\nobject jelly: block 3 3 3; size 1 1 1; position 0 0 1; young 5kPa; viscosity 20; density 1000; color 0.8 0.8 0.8; end\nobject mark: sphere 0.01; position 0.1 0 1; end\nlight 0 -1 0.4;\n";
  const colors = {};
  for (const word of ["none", "none strain", "none volume"])
    await onScene(`${soft}show ${word};\n`, async (page) => {
      const at = await placeOf(page, "mark.center");
      check(Math.abs(at.y - 320) < 60, `the block is in the middle of the view: ${at.y}`);
      colors[word] = await pixel(page, await placeOf(page, "mark.center"));
      await shot(page, `look-${word.replace(" ", "-")}`);
    }, { colorScheme: "light" });
  const grey = (c) => Math.max(...c) - Math.min(...c);
  check(grey(colors.none) < 30, `without a layer the block is grey: ${colors.none}`);
  check(colors["none strain"][2] > colors["none strain"][0] + 25, `at rest strain is blue: ${colors["none strain"]}`);
  check(grey(colors["none volume"]) < 30 && far(colors["none volume"], colors.none) > 5, `volume is nearly white: ${colors["none volume"]}`);

  const skin = "world: gravity 0; end\nobject a: sphere 0.2; position 0 0 1; color red; end\nobject b: sphere 0.1; position 2 0 1; color red; end\nskin hide over a b color 0.1 0.2 0.9 margin 0.3;\n";
  for (const [word, red] of [["none", false], ["none bones", true]])
    await onScene(`${skin}show ${word};\n`, async (page) => {
      const c = await pixel(page, await placeOf(page, "a.center"));
      await shot(page, `look-skin-${word.replace(" ", "-")}`);
      check(red ? c[0] > c[2] + 40 : c[2] > c[0] + 40, `show ${word}: the body under the skin is ${c}`);
    }, { colorScheme: "light" });

  const moving = "world: gravity 0; end\nobject ball: sphere 0.1; position -1 0 1; velocity 0.1 0 0; end\nobject still: sphere 0.1; position 0 0 0; kernel fixed; end\n";
  for (const [word, drawn] of [["none", false], ["none trails", true]])
    await onScene(`${moving}show ${word};\n`, async (page) => {
      await page.getByRole("button", { name: "Play" }).click();
      await until(page, "it has moved", (e) => e.t > 2);
      await page.getByRole("button", { name: "Pause" }).click();
      await page.waitForTimeout(400);
      const p = await placeOf(page, "ball.center"), n = await inked(page, `x < ${p.x - 12} && Math.abs(y - ${p.y}) < 40`);
      check(drawn ? n > 60 : n === 0, `show ${word}: ${n} pixels of a trail`);
      await shot(page, `look-${word.replace(" ", "-")}`);
    });
}

runAll([["strain, volume, bones, trails", inside], ["background and light", background], ["layers", layers], ["a body while its shape changes", changing], ["paths in the past", paths]]);
