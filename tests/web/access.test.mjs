// Names, contrast and keyboard: axe-core finds nothing serious, and a chain is built without the mouse.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { check, openPage, runAll, shot, startBrowser, startStudio, until } from "./lib.mjs";

const require = createRequire(join(process.env.TENON_NODE ?? new URL("../../web", import.meta.url).pathname, "package.json"));
const axe = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");

async function violations(page, where) {
  await page.evaluate(axe);
  const found = await page.evaluate(async () => (await window.axe.run(document, { resultTypes: ["violations"] })).violations
    .filter((v) => v.impact === "serious" || v.impact === "critical").map((v) => `${v.id}: ${v.nodes.slice(0, 3).map((n) => n.html.slice(0, 160)).join(" | ")}`));
  check(!found.length, `${where}: ${found.join("\n")}`);
}

async function within(options, test) {
  const studio = await startStudio(), browser = await startBrowser();
  try {
    const opened = await openPage(browser, studio.address, options);
    await test(opened.page);
    check(!opened.errors.length, `the console is quiet: ${opened.errors.join("; ")}`);
  } finally {
    await browser.close();
    await studio.stop();
    studio.clean();
  }
}

const names = {
  button: ["Play", "Step", "Restart", "Undo", "Redo", "Fit view", "New", "Open", "Save", "Export", "Share"], slider: ["Time", "Speed"],
  region: ["Scene view", "Parts", "Outline", "Inspector", "Timeline", "Plots", "Problems"],
};
const parts = ["Rod", "Box", "Sphere", "Capsule", "Cylinder", "Torus", "Chain link", "Particle", "Floor", "Soft block", "Curve"];

const theNames = () => within({}, async (page) => {
  for (const [role, list] of Object.entries(names)) for (const name of list) check((await page.getByRole(role, { name, exact: true }).count()) === 1, `one ${role} ${name}`);
  for (const name of parts) check((await page.getByRole("region", { name: "Parts" }).getByRole("button", { name, exact: true }).count()) === 1, `part ${name}`);
  check((await page.getByRole("tree").count()) === 1, "a tree");
  await page.keyboard.press("Control+e");
  await page.getByRole("region", { name: "Code" }).locator(".cm-content").waitFor();
  await page.keyboard.press("Control+e");
  await page.getByRole("region", { name: "Scene view" }).focus();
  await page.keyboard.press("/");
  await page.getByRole("textbox", { name: "Statement" }).fill("rod 1 0.04");
  await page.keyboard.press("Enter");
  await until(page, "the statement made a rod", (e) => e.objects.length === 1);
  const reply = await page.evaluate(() => window.tenon.command("sphere 0.1"));
  check(reply.ok === true, "command() answers");
  const wrong = await page.evaluate(() => window.tenon.command("sfere 0.1"));
  check(wrong.ok === false && wrong.error.length > 5, "a wrong statement is refused in words");
});

const axeIn = (scheme) => () => within({ colorScheme: scheme }, async (page) => {
  await violations(page, "empty");
  await page.evaluate(() => window.tenon.command("rod 1 0.04"));
  await page.getByRole("treeitem", { name: "rod1" }).click();
  for (const tab of ["Plots", "Problems", "Expressions"]) {
    await page.getByRole("button", { name: tab, exact: true }).click();
    await violations(page, tab);
  }
  await page.keyboard.press("Control+e");
  await page.locator(".cm-content").waitFor();
  await page.waitForTimeout(300);
  await violations(page, "code");
  await shot(page, `access-${scheme}`);
  for (const dialog of ["Open", "Export", "Share", "Help", "Gallery"]) {
    await page.getByRole("button", { name: dialog, exact: true }).click();
    await page.getByRole("dialog").waitFor();
    await page.waitForTimeout(300);
    await violations(page, dialog);
    await shot(page, `dialog-${dialog}-${scheme}`);
    await page.keyboard.press("Escape");
  }
});

const keyboardChain = () => within({}, async (page) => {
  const rod = page.getByRole("region", { name: "Parts" }).getByRole("button", { name: "Rod", exact: true });
  await rod.focus();
  await page.keyboard.press("Enter");
  await until(page, "one rod", (e) => e.objects.length === 1);
  await rod.focus();
  await page.keyboard.press("Enter");
  await until(page, "two rods", (e) => e.objects.length === 2);
  // Both are selected in the outline, and C joins their nearest ends.
  await page.getByRole("treeitem", { name: "rod1" }).focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Control+Enter");
  await page.keyboard.press("c");
  let s = await until(page, "a joint", (e) => e.constraints.length === 1);
  check((s.constraints[0].deviation ?? 0) < 1e-6, "it is closed");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Control+d");
  await until(page, "three rods", (e) => e.objects.length === 3 && e.constraints.length === 2);
  await page.getByRole("treeitem", { name: "rod1" }).focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("n");
  await until(page, "a nail", (e) => e.constraints.length === 3);
  await page.getByRole("region", { name: "Scene view" }).focus();
  await page.keyboard.press("Space");
  s = await until(page, "it swings", (e) => e.running && e.t > 0.3);
  check(s.constraints.every((c) => (c.deviation ?? 0) < 1e-4), "the joints hold");
});

runAll([["names of the contract", theNames], ["axe, light", axeIn("light")], ["axe, dark", axeIn("dark")], ["a chain by keyboard alone", keyboardChain]]);
