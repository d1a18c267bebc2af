// Chromium, told what to do by lines of JSON: {"script": "...", "given": {...}, "on": "..."}; `on` is whose page it is, where
// there are several.
// A script has `page`, `browser`, `given` and `seen`; each is answered by a line with its value, or with the error.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { createInterface } from "node:readline";

const [, , folder, chromium] = process.argv;
const require = createRequire(join(folder, "node_modules", "x.js"));
const { chromium: program } = require("playwright-core");
const axe = readFileSync(require.resolve("axe-core/axe.min.js"), "utf-8");
// What Chromium would otherwise ask other hosts for, and what root and machines without a screen need.
const switches = [
  "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
  "--disable-background-networking", "--disable-component-update", "--disable-sync",
];
const browser = await program.launch({ executablePath: chromium, args: switches });
// A page as each test finds it: nothing remembered, a clock that the test may move.
const pages = new Map();
let page;
const seen = { requests: [], errors: [] };

async function open({ path, on = "", width = 1280, height = 800, scheme = "light", at = null, init = "", scripts = true }) {
  for (const name of on ? [on] : [...pages.keys()]) {
    await pages.get(name)?.context().close();
    pages.delete(name);
  }
  const context = await browser.newContext({ viewport: { width, height }, colorScheme: scheme, javaScriptEnabled: scripts });
  page = await context.newPage();
  pages.set(on, page);
  page.setDefaultTimeout(10_000);
  if (!on) seen.requests.length = seen.errors.length = 0;
  page.on("request", (request) => seen.requests.push(request.url()));
  page.on("pageerror", (error) => seen.errors.push(error.message));
  page.on("console", (message) => message.type() === "error" && seen.errors.push(message.text()));
  await page.addInitScript(() => {
    const drawn = () => (window.drawnView = location.hash);
    drawn();
    addEventListener("hashchange", drawn);
  });
  if (init) await page.addInitScript(init);
  if (at) await page.clock.install({ time: at });
  await page.goto(path);
  if (at) await page.clock.pauseAt(new Date(Date.parse(at) + 60_000));
}

/** Click, and wait until the view to which this leads is drawn: the address changes before the page is told of it. */
async function click(selector) {
  await page.click(selector);
  await page.evaluate(() => {
    if (location.hash === window.drawnView) return null;
    return new Promise((drawn) => addEventListener("hashchange", () => drawn(null), { once: true }));
  });
}

/** What the accessibility checker finds. */
async function faults() {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(`${axe}; 0`);
  const { violations } = await page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).slice(0, 3).join(" ")}`);
}

const Script = Object.getPrototypeOf(async () => {}).constructor;
for await (const line of createInterface({ input: process.stdin })) {
  const { script, given, on = "" } = JSON.parse(line);
  page = pages.get(on);
  let answer, late;
  try {
    const run = new Script("open", "page", "given", "seen", "click", "faults", script);
    const tooLong = new Promise((_, reject) => {
      late = setTimeout(() => reject(new Error("this takes more than two minutes")), 120_000);
    });
    answer = { value: await Promise.race([run(open, page, given, seen, click, faults), tooLong]) };
  } catch (error) {
    answer = { error: error.message };
  }
  clearTimeout(late);
  process.stdout.write(JSON.stringify(answer) + "\n");
}
await browser.close();
