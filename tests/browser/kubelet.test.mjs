// The model of a kubelet release: what it draws, counts and explains, and the fields that only it has.

import assert from "node:assert/strict";
import { test } from "node:test";
import { backoffObject, changed, fragment, numbers, pictures, settled, slider } from "./page.mjs";
import { base, openPage } from "./harness.mjs";

/** The cells of the table of what the kubelet does, a list for each row. */
function work(page) {
  return page.locator("#work tbody tr").evaluateAll((rows) =>
    rows.map((row) => [...row.cells].map((cell) => cell.textContent.trim())),
  );
}

test("the page opens on it, with figures and numbers of its own", async (context) => {
  const { page, noted } = await openPage(context);
  assert.equal(await fragment(page), "#v1;model=kubelet");
  assert.equal(await page.getByLabel("Kubelet release").isChecked(), true);
  const [today, reduced] = await work(page);
  assert.match(today[0], /Today's default/);
  assert.match(today[4], /s$/, "the longest status lag is a time");
  assert.match(today[8], / %$/, "the steady CPU is a share of a core");
  const number = (text) => Number.parseFloat(text.replaceAll(",", ""));
  for (const column of [1, 6, 8]) {
    assert.ok(number(reduced[column]) > number(today[column]), `column ${column}: ${reduced[column]} after ${today[column]}`);
  }
  const caption = (id) => page.locator(`#${id} figcaption`).textContent();
  assert.match(await caption("cpu"), /modelled/);
  assert.match(await caption("calls"), /container runtime/);
  assert.match(await caption("requests"), /client limit of 50 .*on events have a limit of their own of 50/);

  await page.getByLabel("Back-off object").check();
  await settled(page);
  assert.equal(await page.locator("#work, #calls, #cpu").count(), 0);
  assert.equal(await page.locator("#node-requestsPerRestart").count(), 1);
  assert.deepEqual(noted.problems, []);
});

test("an empty permalink keeps its meaning", async (context) => {
  const { page } = await openPage(context, base + backoffObject);
  assert.equal(await page.getByLabel("Back-off object").isChecked(), true);
});

test("another release gives other restarts, and the reason of a wait in words", async (context) => {
  const { page } = await openPage(context, `${base}#v1;init=1s;max=1s;pods=10;model=kubelet`);
  const young = { pictures: await pictures(page), numbers: await numbers(page) };
  await page.locator("#release").selectOption({ label: "Kubernetes 1.34" });
  const old = { pictures: await pictures(page), numbers: await numbers(page) };
  assert.ok(changed(young.pictures, old.pictures).includes("timeline"));
  // Until 1.34 the pod is looked at again 10 to 15 seconds after a refusal, whatever the delay.
  const inFiveMinutes = (rows) => Number(rows[0][1]);
  assert.ok(inFiveMinutes(old.numbers) < 30 && inFiveMinutes(young.numbers) > 100, JSON.stringify([old.numbers[0], young.numbers[0]]));

  const track = page.getByRole("slider", { name: "Playhead" });
  await track.focus();
  const heard = [];
  for (let stop = 0; stop < 12; stop += 1) {
    await page.keyboard.press("ArrowRight");
    heard.push(await track.getAttribute("aria-valuetext"));
  }
  assert.match(heard.join("\n"), /waits 1s: second crash.*; seen (9|1\d)(\.\d)?s late, the next look at the pod came then/);
});

test("loops of the kubelet are changed and follow the release again", async (context) => {
  const { page, noted } = await openPage(context);
  const before = { numbers: await numbers(page), hash: await fragment(page) };
  await page.getByText("Loops of the kubelet").click();
  const loops = page.locator("#loops");
  assert.equal(await loops.locator(".source").count(), 13, "every value has a source");
  assert.match(await loops.textContent(), /code 1s in 1\.35, from the end of a relist/);
  assert.match(await loops.textContent(), /measured 3ms in 1\.35/);
  const period = page.locator("#node-loops-relistPeriod");
  assert.equal(await period.inputValue(), "1s");
  await period.fill("20s");
  assert.notDeepEqual(await numbers(page), before.numbers);
  assert.match(await fragment(page), /relistperiod=20s/);
  await period.fill("1s");
  assert.deepEqual(await numbers(page), before.numbers);
  assert.equal(await fragment(page), before.hash);
  await period.fill("1ms");
  assert.match(await page.locator("#node-loops-relistPeriod-error").textContent(), /100ms to 5m/);
  assert.deepEqual(await numbers(page), before.numbers);
  assert.deepEqual(noted.problems, []);
});

test("containers beside, probe kills and a restarted kubelet change the numbers and the link", async (context) => {
  const { page, noted } = await openPage(context);
  let before = await numbers(page);
  const differs = async (what) => {
    const now = await numbers(page);
    assert.notDeepEqual(now, before, what);
    before = now;
  };
  await page.locator("#workload-0--run-fixed").fill("20s");
  await differs("run time");
  await page.locator("#ends-0").selectOption({ label: "probe kill" });
  await differs("probe kill");
  await page.getByRole("button", { name: "Add a container to crashing" }).click();
  await page.locator("#role-0-0").selectOption({ label: "init container" });
  await page.locator("#workload-0--beside-0--run-fixed").fill("3s");
  await differs("init container");
  await page.locator("#kubelet-restarts").selectOption({ label: "at a time" });
  await page.locator("#node-kubeletRestartsAt").fill("5m");
  await differs("restarted kubelet");
  await slider(page, "workload-0--createLatency").press("End");
  await differs("create latency of the group");
  const hash = await fragment(page);
  const { page: other } = await openPage(context, base + hash);
  assert.deepEqual(await numbers(other), before);
  assert.equal(await other.locator("#role-0-0").evaluate((select) => select.selectedOptions[0].text), "init container");

  await page.getByLabel("Documented").check();
  const refusal = page.locator("#refusal");
  assert.match(await refusal.textContent(), /workload\[0\]\.ends.*kubeletRelease/s);
  await page.locator("#ends-0").selectOption({ label: "its own exit" });
  await page.getByRole("button", { name: "Remove sidecar 1" }).click();
  await page.locator("#kubelet-restarts").selectOption({ label: "never" });
  await refusal.waitFor({ state: "detached" });
  assert.deepEqual(noted.problems, []);
});

test("the client limits hold requests back", async (context) => {
  const { page } = await openPage(context);
  const before = await work(page);
  await page.locator("#node-eventQps").fill("1");
  const slower = await work(page);
  assert.notEqual(slower[1][2], before[1][2], "requests on events");
  await page.locator("#node-clientQps").fill("1");
  await settled(page);
  const seconds = (text) => /^(?:(\d+)m)?(?:([\d.]+)s)?$/.exec(text);
  const late = seconds((await work(page))[1][4]);
  assert.ok(late && Number(late[1] ?? 0) >= 1, "statuses are minutes late");
});
