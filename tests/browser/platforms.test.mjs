// Files as other tools write them, dropped on the page: each has to come out as the kubelet crate's
// own table says.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { openPage } from "./harness.mjs";
import { dropFile } from "./page.mjs";

const folder = new URL("../configs/", import.meta.url);
const expected = readFileSync(new URL("expected.jsonl", folder), "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line));

for (const file of ["kubeadm.yaml", "kind.yaml", "kind-wrong.yaml", "gke.yaml", "gke-wrong.yaml", "configz.json"]) {
  test(`${file} is recognised and judged`, async (context) => {
    const row = expected.find((row) => row.file === file && row.release === "1.35");
    const { page, noted } = await openPage(context);
    await dropFile(page, file, readFileSync(new URL(file, folder), "utf8"));
    await page.locator("#verdict").waitFor();
    const starts = row.stage === "ok";
    assert.equal(
      await page.locator("#verdict").textContent(),
      starts ? "The kubelet starts" : "The kubelet refuses it and does not start",
    );
    await page.getByText(row.recognised).waitFor();
    if (starts) {
      const effect = await page.locator("#effect").textContent();
      assert.ok(effect.includes(row.initial) && effect.includes(row.max), effect);
    } else {
      const [line, column, message] = row.errors[0];
      const errors = await page.locator("#errors").textContent();
      assert.ok(errors.includes(`line ${line}, column ${column}`), errors);
      assert.ok(errors.includes(message.split(" (")[0]), errors);
    }
    assert.deepEqual(noted.problems, []);
  });
}
