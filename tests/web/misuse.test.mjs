// What people do by mistake in the middle of a drag: it ends the drag or does nothing, and earlier work stays.
import { check, drag, openPage, placeOf, runAll, startBrowser, startStudio, state, until } from "./lib.mjs";

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

/** Numbers as people write them, and names that cannot be; a message of an error goes when it went well. */
async function writtenNumbers() {
  const studio = await startStudio(), browser = await startBrowser();
  try {
    const { page, errors } = await openPage(browser, studio.address), inspector = page.getByRole("region", { name: "Inspector" });
    await page.evaluate(() => window.tenon.command("sphere 0.2"));
    await until(page, "a ball", (e) => e.objects.length === 1);
    await page.getByRole("region", { name: "Outline" }).getByRole("treeitem").filter({ hasText: "sphere1" }).click();
    const write = async (label, value) => {
      const field = inspector.getByRole("textbox", { name: label, exact: true });
      await field.fill(value);
      await field.press("Enter");
    };
    const accepted = async (list) => {
      for (const [value, text] of list) {
        await write("mass", value);
        await until(page, `mass ${value}`, (e) => text.test(e.text));
      }
    };
    await accepted([["1e1", /mass 10;/], ["2 kg", /mass 2kg;/], ["500 g", /mass 500g;/]]);
    const before = (await state(page)).text, alert = page.locator("[role=alert]");
    for (const [label, value, says] of [["mass", "1,5", /1\.5/], ["mass", "abc", /unknown name/], ["mass", "-1", /greater than zero/], ["Name", "end", /word of the language/], ["Name", "a b", /not a name/]]) {
      await write(label, value);
      await alert.filter({ hasText: says }).waitFor();
      check((await state(page)).text === before, `${label} ${value} changes nothing`);
    }
    // While the world runs the inspector follows it, and what is being typed stays.
    await page.getByRole("button", { name: "Play" }).click();
    const name = inspector.getByRole("textbox", { name: "Name", exact: true });
    await name.fill("ball");
    await page.waitForTimeout(1500);
    check((await name.inputValue()) === "ball", "what is being typed stays");
    await name.press("Enter");
    await until(page, "another name", (e) => e.objects[0].name === "ball");
    await page.getByRole("button", { name: "Pause" }).click();
    await alert.filter({ hasText: /./ }).waitFor({ state: "detached" });
    await accepted([["1/3", /mass \(1\/3\);/], ["(2 + 1)*2", /mass \(\(2 \+ 1\)\*2\);/]]);
    check(!errors.length, `the console is quiet: ${errors.join("; ")}`);
  } finally {
    await browser.close();
    await studio.stop();
    studio.clean();
  }
}

/** Two points of one body cannot be joined. */
async function oneBody() {
  const studio = await startStudio(), browser = await startBrowser();
  try {
    const { page, errors } = await openPage(browser, studio.address);
    await page.evaluate(() => window.tenon.command("rod 1 0.04"));
    await until(page, "a rod", (e) => e.objects.length === 1);
    await page.getByRole("region", { name: "Scene view" }).focus();
    await page.keyboard.press("f");
    const a = await placeOf(page, "rod1.end1"), b = await placeOf(page, "rod1.end2");
    await page.keyboard.press("c");
    await page.mouse.click(a.x, a.y);
    await page.mouse.click(b.x, b.y);
    await page.getByText("Both points are of one part").waitFor();
    check((await state(page)).constraints.length === 0, "nothing was joined");
    check(!errors.length, `the console is quiet: ${errors.join("; ")}`);
  } finally {
    await browser.close();
    await studio.stop();
    studio.clean();
  }
}

/** An end that is let go beside another one, too far away to be joined, is told of; and a bubble of the first run hides no end. */
async function nearMiss() {
  const studio = await startStudio(), browser = await startBrowser();
  try {
    const { page, errors } = await openPage(browser, studio.address, { tour: true });
    const box = await page.getByRole("region", { name: "Parts" }).getByRole("button", { name: "Rod", exact: true }).boundingBox(), rod = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    await drag(page, rod, { x: 640, y: 230 });
    await until(page, "a rod", (e) => e.objects.length === 1);
    await page.getByText("Nail it").waitFor();
    const low = await placeOf(page, "rod1.end1"), high = await placeOf(page, "rod1.end2"), bubble = await page.locator(".bubble").boundingBox();
    check(high.x < bubble.x || high.y < bubble.y || high.y > bubble.y + bubble.height, "the end that is to be nailed can be clicked");
    await drag(page, rod, { x: low.x - (high.x - low.x) / 2 + 16, y: low.y - (high.y - low.y) / 2 + 14 });
    await until(page, "two rods", (e) => e.objects.length === 2);
    await page.getByText("rod2.end2 is near rod1.end1 but not joined").waitFor();
    check((await state(page)).constraints.length === 0, "they are not joined");
    check(!errors.length, `the console is quiet: ${errors.join("; ")}`);
  } finally {
    await browser.close();
    await studio.stop();
    studio.clean();
  }
}

/** Bars may be drawn by drags; a motor where nothing can move says so. */
async function stiffFrame() {
  const studio = await startStudio(), browser = await startBrowser();
  try {
    const { page, errors } = await openPage(browser, studio.address), tap = (p) => page.mouse.click(p.x + 3, p.y + 2);
    await page.getByRole("button", { name: "Flat", exact: true }).click();
    await page.getByRole("button", { name: "Bar", exact: true }).click();
    await drag(page, { x: 450, y: 450 }, { x: 520, y: 330 });
    await until(page, "a bar", (e) => e.objects.length === 1);
    await drag(page, await placeOf(page, "bar1.end2"), { x: 750, y: 300 });
    await until(page, "two bars, hinged", (e) => e.objects.length === 2 && e.constraints.length === 1 && e.constraints[0].kind === "revolute");
    await page.keyboard.press("Escape");
    for (const [end, count] of [["bar1.end1", 2], ["bar2.end2", 3]]) {
      await page.getByRole("button", { name: "Nail", exact: true }).click();
      await tap(await placeOf(page, end));
      await until(page, `${end} is nailed`, (e) => e.constraints.length === count);
    }
    await until(page, "nothing can move", (e) => e.dof === 0);
    await page.getByRole("button", { name: "Motor", exact: true }).click();
    await tap(await placeOf(page, "bar1.end1"));
    await page.getByText("nothing can move: DOF is 0").waitFor();
    check(!errors.length, `the console is quiet: ${errors.join("; ")}`);
  } finally {
    await browser.close();
    await studio.stop();
    studio.clean();
  }
}

/** Who types at once types into what has just been opened, and not commands for the view. */
async function atOnce() {
  const studio = await startStudio(), browser = await startBrowser();
  try {
    const { page, errors } = await openPage(browser, studio.address);
    for (let i = 1; i <= 4; i++) {
      await page.getByRole("region", { name: "Scene view" }).focus();
      await page.keyboard.press("/");
      await page.keyboard.type("sphere 0.2");
      await page.keyboard.press("Enter");
      await until(page, `${i} balls`, (e) => e.objects.length === i);
      await page.keyboard.press("Escape");
    }
    check(!errors.length, `the console is quiet: ${errors.join("; ")}`);
  } finally {
    await browser.close();
    await studio.stop();
    studio.clean();
  }
}

runAll([["typing at once", atOnce], ["a stiff frame", stiffFrame], ["an end beside another", nearMiss], ["mistakes in a drag", midDrag], ["a part given up", givenUp], ["numbers as people write them", writtenNumbers], ["both ends of one rod", oneBody]]);
