// Opens the served page in a real Chromium and notes everything that it must not do.
//
// `cargo xtask test --only browser` sets the variables. By hand: `cargo xtask serve` in one
// terminal, `node --test` here in another.

import { mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { after } from "node:test";
import { chromium } from "playwright-core";

/** Where the page is served. It ends with a slash. */
export const base = process.env.PLAYGROUND_URL ?? "http://127.0.0.1:8080/";

/** The same files below a path, as on a host with many projects. */
export const subPath = `${base}some/sub/path/`;

/** The files that the size budget counts, or null when nobody told. */
export const firstLoad = process.env.PLAYGROUND_FIRST_LOAD?.split(",") ?? null;

const artifacts = join(dirname(fileURLToPath(import.meta.url)), "../../artifacts");

const flags = [
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];
// Chromium's sandbox refuses to run as root, which is what a container usually is.
if (process.getuid?.() === 0) flags.push("--no-sandbox");

let running;

/** The browser of this test file. It starts with the first page and ends with the file. */
export function browser() {
  running ??= chromium.launch({
    executablePath: process.env.PLAYGROUND_CHROMIUM ?? "/usr/bin/chromium",
    args: flags,
  });
  return running;
}

after(async () => {
  await (await running)?.close();
});

/**
 * Opens an address in a context of its own, closed when the test ends, and waits until the program
 * has taken the place of the text that stands there before it.
 *
 * `context` are Playwright's options (viewport, colorScheme, deviceScaleFactor, …).
 * `prepare(page)` runs before the address is opened, for routes and init scripts.
 * `started: false` skips the wait.
 */
export async function openPage(test, address = base, { context = {}, prepare, started = true } = {}) {
  const own = await (await browser()).newContext({
    viewport: { width: 1440, height: 900 },
    locale: "en-GB",
    timezoneId: "UTC",
    ...context,
  });
  test.after(() => own.close());
  const page = await own.newPage();
  const noted = watch(page);
  await prepare?.(page);
  await page.goto(address);
  if (started) await page.waitForSelector("#boot-state", { state: "detached" });
  return { page, noted };
}

/** Notes console errors and warnings, exceptions, failed requests and what was asked for. */
function watch(page) {
  const noted = { problems: [], foreign: [], files: [] };
  const origin = new URL(base).origin;
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) {
      noted.problems.push(`console ${message.type()}: ${message.text()}`);
    }
  });
  page.on("pageerror", (error) => noted.problems.push(`exception: ${error.stack ?? error}`));
  page.on("crash", () => noted.problems.push("the page crashed"));
  page.on("response", (response) => {
    if (response.status() >= 400) {
      noted.problems.push(`${response.status()} for ${response.url()}`);
    }
  });
  page.on("request", (request) => {
    const url = new URL(request.url());
    if (["data:", "blob:"].includes(url.protocol)) return;
    if (url.origin === origin) noted.files.push(url.pathname);
    else noted.foreign.push(request.url());
  });
  return noted;
}

/** Keeps a picture in artifacts/ for people to look at. */
export async function screenshot(page, name, options = {}) {
  mkdirSync(artifacts, { recursive: true });
  await page.screenshot({ path: join(artifacts, `${name}.png`), ...options });
}
