// What the tests of the page share: the program, a browser, and waiting for conditions of the state.
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, mkdirSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url)), root = join(here, "..", "..");
const require = createRequire(join(process.env.TENON_NODE ?? join(root, "web"), "package.json"));
/** The program under test. */
export const program = process.env.TENON ?? join(root, "build-gcc", "tenon");
const { chromium } = require("playwright-core");

/** A busy machine is slow, not wrong. */
export const patience = Number(process.env.TENON_PATIENCE ?? 90000);

/** Starts `tenon studio` in a folder of its own and gives its address. */
export async function startStudio(...options) {
  const folder = mkdtempSync(join(tmpdir(), "tenon-web-"));
  const env = { ...process.env, XDG_STATE_HOME: join(folder, "state"), HOME: folder };
  const child = spawn(program, ["studio", "--no-open", "--port", "0", ...options], { cwd: folder, env, stdio: ["ignore", "pipe", "pipe"] });
  let said = "";
  const address = await new Promise((done, fail) => {
    const listen = (data) => {
      said += data;
      const found = /http:\/\/127\.0\.0\.1:\d+\/#\S+/.exec(said);
      if (found) done(found[0]);
    };
    child.stdout.on("data", listen);
    child.stderr.on("data", listen);
    child.on("exit", (code) => fail(new Error(`tenon studio ended with ${code}: ${said}`)));
    setTimeout(() => fail(new Error(`tenon studio printed no address: ${said}`)), patience).unref();
  });
  return {
    address, folder, child, said: () => said,
    stop: async (signal = "SIGINT") => {
      if (child.exitCode === null && child.signalCode === null) {
        const gone = new Promise((done) => child.on("exit", done));
        child.kill(signal);
        await gone;
      }
    },
    clean: () => rmSync(folder, { recursive: true, force: true }),
  };
}

export function findChromium() {
  for (const path of [process.env.CHROMIUM, "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"]) if (path && existsSync(path)) return path;
  return null;
}

export async function startBrowser() {
  return chromium.launch({
    executablePath: findChromium(), chromiumSandbox: false,
    args: ["--no-sandbox", "--enable-unsafe-swiftshader", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync", "--mute-audio"],
  });
}

/** A page in a context of its own; what it complains about on the console is kept. */
export async function openPage(browser, address, settings = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 720 }, ...settings });
  context.setDefaultTimeout(patience);
  const page = await context.newPage(), errors = [];
  page.on("pageerror", (e) => errors.push(`${e.message}\n${e.stack ?? ""}`));
  page.on("console", (m) => { if (m.type() === "error" && !/404/.test(m.text())) errors.push(m.text()); });
  if (settings.tour !== true) await context.addInitScript(() => localStorage.setItem("tenon.tour", "3"));
  await page.goto(address);
  await page.evaluate(() => window.tenon.ready);
  return { page, context, errors };
}

export const state = (page) => page.evaluate(() => window.tenon.state());
export const point = (page, reference) => page.evaluate((r) => window.tenon.screen(r), reference);

/** Waits until a condition of the state holds, and gives the state. */
export async function until(page, what, test, limit = patience) {
  const end = Date.now() + limit;
  let last;
  for (;;) {
    last = await state(page);
    if (test(last)) return last;
    if (Date.now() > end) throw new Error(`waited in vain for: ${what}\n${JSON.stringify({ ...last, text: last.text }, null, 1).slice(0, 3000)}`);
    await new Promise((done) => setTimeout(done, 50));
  }
}

/** Presses a button such as Undo until there is nothing left of `what` ("undos", "redos"): each press waits for the answer to the last one. */
export async function pressAll(page, name, what) {
  for (let left = (await state(page))[what]; left > 0; ) {
    await page.getByRole("button", { name, exact: true }).click();
    left = (await until(page, `fewer ${what} than ${left}`, (e) => e[what] < left))[what];
  }
}

/** Waits until a point is drawn, and where it rests. */
export async function placeOf(page, reference) {
  const end = Date.now() + patience;
  for (let last = null; ; ) {
    const now = await point(page, reference);
    if (now && last && Math.hypot(now.x - last.x, now.y - last.y) < 0.5) return now;
    if (Date.now() > end) throw new Error(`${reference} is not drawn`);
    last = now;
    await new Promise((done) => setTimeout(done, 120));
  }
}

/** A drag by the mouse, in small moves as a hand makes them. */
export async function drag(page, from, to, { steps = 12, hold = null } = {}) {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  for (let i = 1; i <= steps; i++) {
    await page.mouse.move(from.x + ((to.x - from.x) * i) / steps, from.y + ((to.y - from.y) * i) / steps);
    await new Promise((done) => setTimeout(done, 16));
  }
  if (hold) await hold();
  await page.mouse.up();
}

export function check(condition, what) {
  if (!condition) throw new Error(`not so: ${what}`);
}

export async function shot(page, name) {
  const folder = process.env.TENON_SHOTS;
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`) });
}

/** Runs tests one after another, or those that TENON_ONLY names, and ends the process with their result. */
export async function runAll(tests) {
  let failed = 0;
  for (const [name, test] of tests) {
    if (!name.includes(process.env.TENON_ONLY ?? "")) continue;
    const begin = Date.now();
    try {
      await test();
      console.log(`ok   ${name} (${((Date.now() - begin) / 1000).toFixed(1)} s)`);
    } catch (e) {
      failed++;
      console.log(`FAIL ${name}: ${e.stack ?? e}`);
    }
  }
  process.exit(failed ? 1 : 0);
}
