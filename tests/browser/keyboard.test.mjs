// The page with a keyboard alone: reach everything, see where the focus is, read the timeline.

import assert from "node:assert/strict";
import { test } from "node:test";
import { openPage } from "./harness.mjs";
import { numbers } from "./page.mjs";

/** What has the focus: its identifier or its text, and whether that can be seen. */
function focused(page) {
  return page.evaluate(() => {
    const element = document.activeElement;
    const style = getComputedStyle(element);
    const radio = element.matches(".segment input") ? getComputedStyle(element.nextElementSibling) : style;
    const thumb = element.matches("input[type=range]") && getComputedStyle(element, "::-webkit-slider-thumb");
    return {
      name: element.id || element.getAttribute("aria-label") || element.textContent.trim(),
      outlined: radio.outlineStyle !== "none" || (thumb && thumb.outlineStyle !== "none") || element.matches(".slider:focus-visible"),
      tag: element.tagName,
    };
  });
}

test("a journey without a pointer", async (context) => {
  const { page, noted } = await openPage(context);
  await page.keyboard.press("Tab");
  assert.equal((await focused(page)).name, "Skip to the results");
  await page.keyboard.press("Enter");
  assert.equal((await focused(page)).name, "results");
  await page.locator("h1").click();

  // Every stop on the way through the page can be seen, and none is a trap.
  const seen = [];
  for (let stop = 0; stop < 120; stop += 1) {
    await page.keyboard.press("Tab");
    const now = await focused(page);
    if (now.tag === "BODY") break;
    assert.equal(now.outlined, true, `focus on ${now.name} cannot be seen`);
    seen.push(now.name);
  }
  for (const wanted of ["release", "theme", "policies-0--shape-exponential-initial", "workload-0--pods", "horizon", "seed", "Playhead"]) {
    assert.ok(seen.includes(wanted), `${wanted} was not reached: ${seen.join(" | ")}`);
  }

  // A slider by arrow keys, a field by typing.
  const before = await numbers(page);
  await page.locator("#policies-0--shape-exponential-max").focus();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("10s");
  assert.notDeepEqual(await numbers(page), before);
  assert.deepEqual(noted.problems, []);
});

test("the timeline is read by arrow keys", async (context) => {
  const { page } = await openPage(context);
  const track = page.getByRole("slider", { name: "Playhead" });
  await track.focus();
  const said = async (key) => {
    await page.keyboard.press(key);
    return track.getAttribute("aria-valuetext");
  };
  assert.match(await said("ArrowRight"), /^At 0s\. Today's default, not started yet/);
  const heard = [];
  for (let stop = 0; stop < 8; stop += 1) heard.push(await said("ArrowRight"));
  assert.match(heard.join("\n"), /Today's default, is being created/);
  assert.match(heard.join("\n"), /Today's default, waits 10s: second crash, the initial delay; seen \d+(\.\d)?s late/);
  assert.match(await page.locator("#readout").textContent(), /Today's default/);
  assert.equal(await page.locator(".playhead:not([hidden])").count(), 6, "one on each figure over time");
  assert.match(await said("ArrowLeft"), /^At \d+m?s?/);
  assert.match(await said("End"), /^At 2\dm/);
  assert.match(await said("Escape"), /arrow keys/);
  assert.equal(await page.locator(".playhead:not([hidden])").count(), 0);
});

test("one lane per container is paged and explained", async (context) => {
  const { page } = await openPage(context);
  await page.locator("#lanes").selectOption({ index: 2 });
  await page.getByText("1 to 10 of 110").waitFor();
  await page.getByRole("button", { name: "Next containers" }).click();
  await page.getByText("11 to 20 of 110").waitFor();
  const track = page.getByRole("slider", { name: "Playhead" });
  await track.focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowDown");
  assert.match(await track.getAttribute("aria-valuetext"), /Container 12, /);
});
