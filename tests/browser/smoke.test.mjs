// The page loads, starts and keeps to itself, at the root and below a sub-path.

import assert from "node:assert/strict";
import { test } from "node:test";
import { base, firstLoad, openPage, screenshot, subPath } from "./harness.mjs";

for (const [name, address] of [["root", base], ["sub-path", subPath]]) {
  test(`starts at the ${name}`, async (context) => {
    const { page, noted } = await openPage(context, address);
    await page.waitForLoadState("networkidle");
    assert.equal(await page.title(), "CrashLoopBackOff playground");
    assert.equal(await page.locator("h1").count(), 1);
    await screenshot(page, `smoke-${name}`);
    assert.deepEqual(noted.problems, []);
    assert.deepEqual(noted.foreign, []);
    const names = noted.files.map((path) => path.slice(new URL(address).pathname.length) || "index.html");
    assert.deepEqual(names.filter((file) => file.endsWith(".wasm")).length, 1);
    assert.deepEqual(names.toSorted(), [...new Set(names)].toSorted(), "a file is fetched once");
    if (firstLoad) {
      const uncounted = names.filter((file) => !firstLoad.includes(file));
      assert.deepEqual(uncounted, [], "the size budget counts everything that is fetched");
    }
  });
}

test("allows no inline script and no other origin", async (context) => {
  const { page } = await openPage(context);
  const policy = await page
    .locator('meta[http-equiv="Content-Security-Policy"]')
    .getAttribute("content");
  const rules = new Map(
    policy.split(";").map((rule) => {
      const [name, ...sources] = rule.trim().split(/\s+/);
      return [name, sources];
    }),
  );
  assert.deepEqual(rules.get("default-src"), ["'none'"]);
  assert.deepEqual(rules.get("script-src")?.toSorted(), ["'self'", "'wasm-unsafe-eval'"]);
  for (const [name, sources] of rules) {
    for (const source of sources) {
      assert.match(source, /^('none'|'self'|'wasm-unsafe-eval'|data:|blob:)$/, name);
    }
  }
  const inline = await page
    .locator("script:not([src]), style")
    .evaluateAll((found) => found.map((element) => element.outerHTML));
  assert.deepEqual(inline, []);
});

test("says so when the program cannot be fetched", async (context) => {
  const { page } = await openPage(context, base, {
    prepare: (page) => page.route("**/*.wasm", (route) => route.fulfill({ status: 404 })),
    started: false,
  });
  const state = page.locator("#boot-state");
  await state.and(page.locator('[role="alert"]')).waitFor();
  assert.match(await state.textContent(), /could not start.*404/s);
});
