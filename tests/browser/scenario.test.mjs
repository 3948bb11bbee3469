// Every control changes what it names: its field, the pictures, the numbers and the address.

import assert from "node:assert/strict";
import { test } from "node:test";
import { base, openPage } from "./harness.mjs";
import { backoffObject, changed, figures, fragment, numbers, pictures, settled, slider } from "./page.mjs";

const time = ["timeline", "requests", "starts", "restarts"];
const shape = "policies-0--shape-exponential";

// The field, the key that moves its slider, the text that then stands in the field, the figures
// that must change with it, and whether the numbers do.
const sliders = [
  [`${shape}-initial`, "ArrowLeft", "7s", figures, true],
  [`${shape}-multiplier`, "ArrowLeft", "1.7", figures, true],
  [`${shape}-max`, "ArrowLeft", "4m", figures, true],
  ["workload-0--pods", "ArrowLeft", "75", ["requests", "starts"], true],
  ["workload-0--run-fixed", "End", "24h", figures, true],
  ["workload-0--stagger", "End", "1m", ["requests", "starts"], true],
  ["horizon", "ArrowRight", "45m", time, true],
  ["node-maxPods", "ArrowRight", "150", [], false],
  ["node-createLatency", "End", "1m", ["timeline", "restarts"], true],
  ["node-requestsPerRestart", "ArrowRight", "6", ["requests"], true],
  ["node-clientQps", "ArrowRight", "75", ["requests"], false],
];

for (const [id, key, text, redrawn, renumbered] of sliders) {
  test(`slider of ${id}`, async (context) => {
    const { page, noted } = await openPage(context, base + backoffObject);
    const before = { pictures: await pictures(page), numbers: await numbers(page), hash: await fragment(page) };
    await slider(page, id).press(key);
    const after = { pictures: await pictures(page), numbers: await numbers(page), hash: await fragment(page) };
    assert.equal(await page.locator(`#${id}`).inputValue(), text);
    assert.equal(await slider(page, id).getAttribute("aria-valuetext"), text);
    const different = changed(before.pictures, after.pictures);
    assert.deepEqual(redrawn.filter((name) => !different.includes(name)), [], "figures that stayed the same");
    assert.equal(JSON.stringify(before.numbers) !== JSON.stringify(after.numbers), renumbered, "numbers");
    assert.notEqual(before.hash, after.hash);
    assert.deepEqual(noted.problems, []);
  });
}

test("the field drives the slider, and both give the known numbers", async (context) => {
  const { page } = await openPage(context, base + backoffObject);
  const field = page.locator(`#${shape}-initial`);
  await field.fill("1m30s");
  assert.equal(await slider(page, `${shape}-initial`).getAttribute("aria-valuetext"), "1m30s");
  await field.fill("10s");
  await field.blur();
  // client-go's curve with a free first restart: 0, 10, 30, 70 and 150 seconds after the crashes.
  assert.deepEqual((await numbers(page))[0].slice(1, 3), ["5", "10"]);
});

test("unreadable text stays, is explained, and the last value goes on being drawn", async (context) => {
  const { page } = await openPage(context);
  const before = await pictures(page);
  const field = page.locator(`#${shape}-initial`);
  await field.fill("300");
  await field.blur();
  assert.equal(await field.inputValue(), "300");
  assert.equal(await field.getAttribute("aria-invalid"), "true");
  const message = page.locator(`#${await field.getAttribute("aria-describedby")}`);
  assert.match(await message.textContent(), /no unit.*300s/);
  assert.equal(await message.getAttribute("role"), "alert");
  assert.deepEqual(changed(before, await pictures(page)), []);
  await field.fill("7s");
  assert.equal(await field.getAttribute("aria-invalid"), null);
  assert.equal(await message.count(), 0);
});

test("a value beyond its limit is refused at the field, and the last one goes on being drawn", async (context) => {
  const { page } = await openPage(context);
  const before = await pictures(page);
  for (const [id, text, allowed] of [
    ["workload-0--pods", "5000", /1 to 1000/],
    ["horizon", "169h", /1s to 168h/],
    [`${shape}-initial`, "25h", /0s to 24h/],
  ]) {
    await page.locator(`#${id}`).fill(text);
    assert.equal(await page.locator(`#${id}`).getAttribute("aria-invalid"), "true");
    assert.match(await page.locator(`#${id}-error`).textContent(), allowed);
  }
  assert.deepEqual(changed(before, await pictures(page)), []);
  assert.equal(await page.locator("#refusal, .results.stale").count(), 0);
});

test("two fields that do not agree are refused, with the remedy", async (context) => {
  const { page } = await openPage(context);
  const before = await pictures(page);
  await page.locator("#workload-0--pods").fill("300");
  const refusal = page.locator("#refusal");
  assert.match(await refusal.textContent(), /node\.maxPods.*set it to 300 or use fewer pods/);
  assert.equal(await page.locator("#node-maxPods").getAttribute("aria-invalid"), "true");
  assert.deepEqual(changed(before, await pictures(page)), [], "the picture before stays");
  await page.locator("#node-maxPods").fill("300");
  await refusal.waitFor({ state: "detached" });
  assert.notDeepEqual(changed(before, await pictures(page)), []);
});

test("policies are added, copied, removed and compared with another baseline", async (context) => {
  const { page } = await openPage(context);
  await page.getByRole("button", { name: "Add a policy" }).click();
  await page.getByRole("button", { name: "Duplicate Today's default" }).click();
  assert.equal(await page.locator(".card").count(), 4);
  assert.equal(await page.getByRole("button", { name: "Add a policy" }).count(), 0);
  assert.equal((await numbers(page)).length, 7, "four policies and three differences");
  await page.locator("input[name=baseline]").nth(2).check();
  assert.match((await numbers(page))[4][0], /Today's default less Reduced default/);
  for (let left = 4; left > 1; left -= 1) {
    await page.locator(".card").first().getByRole("button", { name: /^Remove/ }).click();
    assert.equal(await page.locator(".card").count(), left - 1);
  }
  assert.equal(await page.locator(".card").getByRole("button", { name: /^Remove/ }).count(), 0);
});

test("a preset is a step that Back undoes", async (context) => {
  const { page } = await openPage(context);
  const first = await fragment(page);
  await page.locator("#preset-0").selectOption({ label: "Rapid" });
  assert.equal(await page.locator(`#${shape}-initial`).inputValue(), "250ms");
  assert.notEqual(await fragment(page), first);
  await page.goBack();
  await settled(page);
  assert.equal(await page.locator(`#${shape}-initial`).inputValue(), "10s");
  assert.equal(await fragment(page), first);
});

test("what no kubelet can do is called what-if and explained", async (context) => {
  const { page } = await openPage(context);
  assert.equal(await page.locator(".card .badge").count(), 0);
  await page.locator(`#${shape}-multiplier`).fill("3");
  await page.locator(".card .badge").first().click();
  assert.match(await page.locator(".what-if").first().textContent(), /1\.35.*always doubles/s);
});

test("a link opens the same state, in the same words", async (context) => {
  const { page } = await openPage(context);
  await page.locator("#release").selectOption({ label: "Kubernetes 1.33" });
  await page.getByLabel("Documented").check();
  await page.locator(`#${shape}-max`).fill("45s");
  await page.locator("#run-0").selectOption({ label: "between two times" });
  await page.locator("#seed").fill("7");
  await page.locator(".card input.name").first().fill("Ünlü; name=1 & more");
  const hash = await fragment(page);
  const expected = { pictures: await pictures(page), numbers: await numbers(page), words: await page.locator(".answer p").first().textContent() };
  const { page: other, noted } = await openPage(context, base + hash);
  assert.deepEqual(changed(expected.pictures, await pictures(other)), []);
  assert.deepEqual(await numbers(other), expected.numbers);
  assert.equal(await other.locator(".answer p").first().textContent(), expected.words);
  assert.equal(await other.locator("#release").inputValue(), "Kubernetes 1.33");
  assert.equal(await other.locator(".card input.name").first().inputValue(), "Ünlü; name=1 & more");
  assert.equal(await fragment(other), hash);
  assert.deepEqual(noted.problems, []);
});

test("a malformed link opens the page and says what was ignored", async (context) => {
  const { page, noted } = await openPage(context, `${base}#v1;init=soon;pods=abc;what=1`);
  const notices = page.locator("#link-notices");
  for (const found of ["init=soon", "pods=abc", "what=1"]) {
    assert.match(await notices.textContent(), new RegExp(found));
  }
  assert.equal((await numbers(page)).length > 0, true);
  await notices.getByRole("button", { name: "Dismiss" }).click();
  assert.equal(await notices.count(), 0);
  assert.deepEqual(noted.problems, []);
});

test("a link of a later version stays in the address until something is changed", async (context) => {
  const { page } = await openPage(context, `${base}#v9;init=1s`);
  await page.locator("#link-notices").waitFor();
  await page.waitForTimeout(700);
  assert.equal(await fragment(page), "#v9;init=1s");
  await page.locator("#seed").fill("7");
  await page.waitForFunction(() => location.hash.includes("seed=7"));
});

test("a link that is followed on the open page replaces the state", async (context) => {
  const { page } = await openPage(context);
  await page.evaluate(() => {
    location.hash = "#v1;init=3s";
  });
  await settled(page);
  assert.equal(await page.locator(`#${shape}-initial`).inputValue(), "3s");
});

test("share shows the link and copies it", async (context) => {
  const { page } = await openPage(context, base, {
    context: { permissions: ["clipboard-read", "clipboard-write"] },
  });
  await page.getByRole("button", { name: "Share" }).click();
  const link = await page.locator("#link").inputValue();
  assert.equal(link, base + (await fragment(page)));
  await page.getByText("The link is copied.").waitFor();
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), link);
  await page.keyboard.press("Escape");
  assert.equal(await page.locator("#link").count(), 0);
});

test("a simulation that takes long shows its progress and can be cancelled", async (context) => {
  const { page, noted } = await openPage(context);
  const before = await pictures(page);
  await page.evaluate(() => {
    location.hash = "#v1;init=1s;max=1s;pods=1000;maxpods=1000;horizon=2h";
  });
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "Simulate it" }).waitFor();
  assert.deepEqual(changed(before, await pictures(page)), [], "the picture before stays");
  await page.getByRole("button", { name: "Simulate it" }).click();
  const cancel = page.getByRole("button", { name: "Cancel" });
  await cancel.waitFor();
  await cancel.waitFor({ state: "detached", timeout: 60_000 });
  assert.notDeepEqual(changed(before, await pictures(page)), []);
  assert.deepEqual(noted.problems, []);
});

test("before the first picture nothing is said about pictures before", async (context) => {
  const { page } = await openPage(context, `${base}#v1;init=1s;max=1s;pods=1000;maxpods=1000;horizon=2h`);
  await page.getByRole("button", { name: "Cancel" }).click();
  const notice = page.locator(".notice", { hasText: "cancelled" });
  assert.match(await notice.textContent(), /There are no pictures yet/);
  await page.evaluate(() => {
    location.hash = "#v1";
  });
  await page.locator("#timeline-canvas").waitFor();
  await page.evaluate(() => {
    location.hash = "#v1;init=1s;max=1s;pods=1000;maxpods=1000;horizon=2h";
  });
  await page.getByRole("button", { name: "Cancel" }).click();
  assert.match(await notice.textContent(), /The pictures show the one before/);
});

test("a full node says where the pods of a new group come from", async (context) => {
  const { page } = await openPage(context);
  const add = page.getByRole("button", { name: "Add a group" });
  const said = page.locator(`#${await add.getAttribute("aria-describedby")}`);
  assert.match(await said.textContent(), /full.*one pod of crashing/);
  await add.click();
  assert.equal(await page.locator("#workload-0--pods").inputValue(), "109");
  await page.locator("#node-maxPods").fill("120");
  await said.waitFor({ state: "detached" });
  await add.click();
  assert.equal(await page.locator("#workload-2--pods").inputValue(), "10");
  await page.evaluate(() => {
    location.hash = "#v1;pods=1;maxpods=1";
  });
  await said.filter({ hasText: "Raise max pods" }).waitFor();
  assert.equal(await add.isDisabled(), true);
});

test("figures are saved as SVG, PNG and CSV", async (context) => {
  const { page } = await openPage(context);
  for (const [kind, start] of [["SVG", "<svg"], ["PNG", "\u0089PNG"], ["CSV", "policy"]]) {
    const download = page.waitForEvent("download");
    await page.locator("#timeline").getByRole("button", { name: kind }).click();
    const saved = await download;
    assert.equal(saved.suggestedFilename(), `crashloop-timeline.${kind.toLowerCase()}`);
    const chunks = [];
    for await (const chunk of await saved.createReadStream()) chunks.push(chunk);
    const text = Buffer.concat(chunks).toString("latin1");
    assert.equal(text.slice(0, start.length).toLowerCase(), start.toLowerCase());
  }
});
