// axe on every part of the page, in both colour schemes and narrow; pictures for people to look at.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { test } from "node:test";
import { base, openPage, screenshot } from "./harness.mjs";
import { dropFile, dropFiles, settled } from "./page.mjs";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const header = "kind: KubeletConfiguration\napiVersion: kubelet.config.k8s.io/v1beta1\n";

/** A main file and drop-ins with findings, one of them with a long name. */
const configuration = {
  "node.yaml": `${header}crashLoopBackOff:\n  maxContainerRestartPeriod: 60s\nfeatureGates:\n  KubeletCrashLoopBackOffMax: true\n`,
  "10-faster.conf": `${header}crashLoopBackOff:\n  maxContainerRestartPeriod: 20s\n`,
  "20-a-drop-in-with-a-rather-long-name-that-has-to-fit-on-a-narrow-screen-too.conf": `${header}maxPodz: 250\n`,
  "30-odd.conf": `${header}crashLoopBackOff:\n  maxContainerRestartPeriod: 300\nfeatureGates: {NoSuchGate: true}\n`,
};

async function violations(page) {
  await settled(page);
  // evaluate is not subject to the page's Content-Security-Policy; a script element would be.
  await page.evaluate(axe);
  const result = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ["violations"] }));
  return result.violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(" ")).join(", ")}`);
}

for (const colorScheme of ["light", "dark"]) {
  test(`no violations, ${colorScheme}`, async (context) => {
    const { page } = await openPage(context, base, { context: { colorScheme } });
    assert.deepEqual(await violations(page), [], "as opened");

    for (const button of await page.getByRole("button", { name: /^Table/ }).all()) await button.click();
    for (const summary of await page.locator("summary").all()) await summary.click();
    await page.locator("#seeds").fill("20");
    await page.locator("#bands").waitFor();
    assert.deepEqual(await violations(page), [], "tables and disclosures open, bands of 20 seeds");

    await page.locator("#policies-0--shape-exponential-initial").fill("x");
    await page.locator("#workload-0--pods").fill("500");
    assert.deepEqual(await violations(page), [], "tables and disclosures open, errors shown");

    await page.getByRole("button", { name: "Share" }).click();
    assert.deepEqual(await violations(page), [], "link shown");
    await page.keyboard.press("Escape");

    await dropFile(page, "bad.yaml", "kind: KubeletConfiguration\nfeatureGates: {Nope: true}\n");
    await page.locator("#verdict").waitFor();
    assert.deepEqual(await violations(page), [], "configuration refused");
    await page.getByRole("button", { name: "Show an example" }).click();
    await page.locator("#effect").waitFor();
    assert.deepEqual(await violations(page), [], "configuration accepted");
  });
}

test("a table holds what its figure shows, with headers", async (context) => {
  const { page } = await openPage(context);
  await page.getByRole("button", { name: "Table, Delay by restart number" }).click();
  const table = page.getByRole("region", { name: "Delay by restart number" }).locator("table");
  assert.ok((await table.locator("thead th[scope=col]").count()) >= 3);
  const text = await table.textContent();
  for (const delay of ["10s", "20s", "40s", "1m20s"]) assert.ok(text.includes(delay), delay);
});

test("changes are read out once they have stopped", async (context) => {
  const { page } = await openPage(context);
  const summary = page.locator("#summary");
  assert.equal(await summary.textContent(), "");
  await page.locator("#workload-0--pods").fill("50");
  await page.waitForFunction(() => document.getElementById("summary").textContent !== "");
  assert.equal(await summary.textContent(), await page.locator(".answer p").first().textContent());
});

for (const width of [320, 900, 1440]) {
  for (const colorScheme of ["light", "dark"]) {
    test(`${width} pixels wide, ${colorScheme}`, async (context) => {
      const viewport = { width, height: 900 };
      const { page, noted } = await openPage(context, base, { context: { colorScheme, viewport, deviceScaleFactor: 2 } });
      await settled(page);
      await screenshot(page, `page-${width}-${colorScheme}`, { fullPage: true });
      // Nothing may be wider than the window but what scrolls by itself.
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      assert.equal(wide, 0, "the page scrolls sideways");
      const sharp = await page.locator("#timeline-canvas").evaluate((canvas) => canvas.width / canvas.clientWidth);
      assert.ok(Math.abs(sharp - 2) < 0.02, `a canvas has ${sharp} pixels for each CSS pixel`);
      await page.locator("#seeds").fill("20");
      await page.locator("#bands").waitFor();
      await settled(page);
      await screenshot(page, `seeds-${width}-${colorScheme}`, { fullPage: true });
      const banded = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      assert.equal(banded, 0, "the page with bands scrolls sideways");
      await dropFiles(page, configuration);
      await page.locator("#errors").waitFor();
      assert.equal(await page.locator("#drop-ins > li").count(), 3);
      const below = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      assert.equal(below, 0, "the configuration scrolls sideways");
      await screenshot(page, `configuration-${width}-${colorScheme}`, { fullPage: true });
      assert.deepEqual(noted.problems, []);
    });
  }
}

test("zoomed to 200 % everything stays reachable", async (context) => {
  const { page } = await openPage(context, base, { context: { viewport: { width: 640, height: 450 }, deviceScaleFactor: 2 } });
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  assert.equal(wide, 0);
});
