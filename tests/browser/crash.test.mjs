// When the program stops, the page says so and keeps the scenario.

import assert from "node:assert/strict";
import { test } from "node:test";
import { openPage } from "./harness.mjs";
import { fragment, slider } from "./page.mjs";

test("a crash shows what happened and the link", async (context) => {
  const { page } = await openPage(context);
  const crash = page.locator("#crash");
  assert.equal(await crash.isVisible(), false);
  await slider(page, "horizon").press("ArrowRight");
  await fragment(page);
  const before = await page.evaluate(() => location.href);
  assert.match(before, /horizon=45m/);
  // A browser without animation frames is one that the program cannot run in.
  await page.evaluate(() => {
    globalThis.requestAnimationFrame = undefined;
  });
  await slider(page, "workload-0--pods").press("ArrowLeft");
  await crash.waitFor({ state: "visible" });
  const report = await page.locator("#crash-report").inputValue();
  // The address may or may not have the last change when the program stops.
  const after = await page.evaluate(() => location.href);
  assert.match(after, /horizon=45m/);
  assert.ok([before, after].some((link) => report.includes(`${link}\n`)), report);
  assert.match(report, /^CrashLoopBackOff playground stopped\.\s+Error: /);
  await page.getByRole("button", { name: "Load the page again" }).click();
  await page.waitForSelector("#timeline-canvas");
  assert.equal(await page.locator("#horizon").inputValue(), "45m");
});
