// Several seeds as bands, a kubelet release for each policy, and lanes whose attempts are not kept.

import assert from "node:assert/strict";
import { test } from "node:test";
import { base, openPage } from "./harness.mjs";
import { changed, fragment, numbers, pictures, settled } from "./page.mjs";

/** Two policies for containers whose run time differs from run to run, and with it from seed to seed. */
const chance = "#v1;p=A;init=10s;p=B;init=1s;max=1m;model=kubelet;run=exp:5s;pods=10";

/** The rows of the table of bands: its name and a cell for each policy. */
function bands(page) {
  return page.locator("#bands tbody tr").evaluateAll((rows) =>
    rows.map((row) => [...row.cells].map((cell) => cell.textContent.trim())),
  );
}

/** What a cell says: the median, and the ends of the band. */
function band(cell) {
  const found = /^([\d.,]+)\S*(?: %)? \(([\d.,]+)\S* to ([\d.,]+)\S*(?: %)?\)$/.exec(cell);
  assert.ok(found, cell);
  return found.slice(1).map((text) => Number(text.replaceAll(",", "")));
}

test("several seeds put bands behind the figures and into a table", async (context) => {
  const { page, noted } = await openPage(context, base + chance);
  const before = { pictures: await pictures(page), numbers: await numbers(page) };
  assert.equal(await page.locator("#bands").count(), 0);

  await page.getByLabel("spread over seeds").fill("20");
  await page.getByRole("heading", { name: "Median of 20 seeds, and what nine in ten lie between" }).waitFor();
  const rows = await bands(page);
  const heads = await page.locator("#bands thead th").allTextContents();
  assert.deepEqual(heads.slice(1).map((text) => text.trim()), ["A", "B"]);
  for (const [name, ...cells] of rows) {
    assert.equal(cells.length, 2, name);
    for (const cell of cells) {
      const [median, low, high] = band(cell);
      assert.ok(low <= median && median <= high, `${name}: ${cell}`);
    }
  }
  const wide = rows.filter(([, ...cells]) => cells.some((cell) => band(cell)[1] < band(cell)[2]));
  assert.ok(wide.length >= 3, "chance differs from seed to seed");

  const shown = await pictures(page);
  assert.deepEqual(changed(before.pictures, shown), ["requests", "starts", "restarts"]);
  assert.deepEqual(await numbers(page), before.numbers, "the numbers are those of the scenario's own seed");
  for (const id of ["requests", "starts", "calls", "cpu", "restarts"]) {
    assert.match(await page.locator(`#${id} figcaption`).textContent(), /Nine in ten of 20 seeds lie in the band\.$/, id);
  }
  for (const id of ["timeline", "delays"]) {
    assert.doesNotMatch(await page.locator(`#${id} figcaption`).textContent(), /seeds/, id);
  }
  await page.getByRole("button", { name: "Table, API requests of the node" }).click();
  const columns = page.locator("#requests thead");
  for (const column of ["A, 5 % of seeds", "A, median of seeds", "B, 95 % of seeds"]) {
    assert.ok((await columns.textContent()).includes(column), column);
  }
  assert.match(await fragment(page), /;seeds=20/);

  await page.getByLabel("spread over seeds").fill("1");
  await page.locator("#bands").waitFor({ state: "detached" });
  assert.deepEqual(await pictures(page), before.pictures);
  assert.doesNotMatch(await page.locator("figcaption").allTextContents().then((all) => all.join()), /band\./);
  assert.doesNotMatch(await columns.textContent(), /of seeds/);
  assert.doesNotMatch(await fragment(page), /seeds/);
  assert.deepEqual(noted.problems, []);
});

test("further seeds are simulated beside the picture, and can be cancelled", async (context) => {
  const { page, noted } = await openPage(context, `${base}#v1;p=x;init=1s;max=1s;model=kubelet;horizon=1h`);
  await settled(page);
  const places = () => page.locator(".page > section, .card").evaluateAll((all) => all.map((part) => part.getBoundingClientRect().top));
  const before = await places();
  await page.getByLabel("spread over seeds").fill("100");
  const notice = page.getByRole("status").filter({ hasText: "Further seeds" });
  await notice.waitFor();
  await page.evaluate(() => scrollTo(0, 0));
  assert.deepEqual(await places(), before, "the page moved under the pointer");
  assert.equal(await page.locator("#results[aria-busy]").count(), 0, "the picture is of this scenario");
  await notice.getByRole("button", { name: "Cancel" }).press("Enter");
  await notice.waitFor({ state: "detached" });
  assert.equal(await page.locator("#bands").count(), 0);
  assert.deepEqual(noted.problems, []);
});

test("policies under kubelets of two releases are compared", async (context) => {
  const { page, noted } = await openPage(context, `${base}#v1;p=A;init=1s;max=1s;p=B;init=1s;max=1s;model=kubelet;pods=10`);
  const same = await numbers(page);
  assert.deepEqual(same[0].slice(1), same[1].slice(1));

  const own = (name) => page.getByRole("article", { name }).getByLabel("kubelet", { exact: true });
  await own("A").selectOption({ label: "Kubernetes 1.34" });
  await own("B").selectOption({ label: "Kubernetes 1.35" });
  const [a, b] = await numbers(page);
  assert.ok(Number(a[1]) < 30 && Number(b[1]) > 100, JSON.stringify([a, b]));
  const hash = await fragment(page);
  assert.match(hash, /p=A;[^p]*on=1\.34;p=B;[^p]*on=1\.35/);

  // The release of all is that of none with a release of its own.
  await page.locator("#release").selectOption({ label: "Kubernetes 1.36" });
  assert.deepEqual((await numbers(page)).slice(0, 2), [a, b]);
  const { page: other } = await openPage(context, base + hash);
  assert.deepEqual((await numbers(other)).slice(0, 2), [a, b]);

  await page.locator("#release").selectOption({ label: "Kubernetes 1.35" });
  for (const name of ["A", "B"]) await own(name).selectOption({ index: 0 });
  assert.deepEqual(await numbers(page), same);
  assert.doesNotMatch(await fragment(page), /on=/);

  await page.getByLabel("Back-off object").check();
  assert.equal(await own("A").count(), 0, "a model without releases has no choice of them");
  assert.deepEqual(noted.problems, []);
});

test("a container whose attempts were not kept is simulated again and shown", async (context) => {
  // Nearly two million attempts, of which about half are kept.
  const { page, noted } = await openPage(context, `${base}#v1;p=x;init=1s;max=1s;horizon=20000s`);
  const before = { pictures: await pictures(page), numbers: await numbers(page) };
  const caption = page.locator("#timeline figcaption");
  const restarts = /has ([\d,]+) restarts with x/;
  const first = restarts.exec(await caption.textContent())[1];
  assert.ok(Number(first.replace(",", "")) > 10_000, first);

  await page.evaluate(() => {
    const results = document.getElementById("results");
    new MutationObserver(() => (globalThis.wasBusy = true)).observe(results, { attributeFilter: ["aria-busy"] });
  });
  const container = page.locator("#container");
  await container.press("End");
  await page.getByText("110 of 110").waitFor();
  await settled(page);
  assert.equal(await page.evaluate(() => globalThis.wasBusy), true, "nothing was simulated again");
  assert.match(await caption.textContent(), /^What container 110 was doing/);
  assert.equal(restarts.exec(await caption.textContent())?.[1], first, "all containers do the same");
  assert.deepEqual(await numbers(page), before.numbers);

  const track = page.getByRole("slider", { name: "Playhead" });
  await track.focus();
  await page.keyboard.press("End");
  assert.match(await track.getAttribute("aria-valuetext"), /^At 5h3\dm.*(waits|running|created)/);

  await container.press("Home");
  assert.deepEqual(await pictures(page), before.pictures);
  assert.deepEqual(noted.problems, []);
});
