// Configuration files by paste, picker and drop.

import assert from "node:assert/strict";
import { test } from "node:test";
import { base, openPage } from "./harness.mjs";
import { dropFile, numbers } from "./page.mjs";

const valid = `apiVersion: kubelet.config.k8s.io/v1beta1
kind: KubeletConfiguration
crashLoopBackOff:
  maxContainerRestartPeriod: 20s
`;

test("a dropped file is judged, used as a policy, and Back returns to it", async (context) => {
  const { page, noted } = await openPage(context);
  await dropFile(page, "node.yaml", valid);
  await page.locator("#verdict").waitFor();
  assert.equal(await page.locator("#verdict").textContent(), "The kubelet starts");
  assert.match(await page.locator("#effect").textContent(), /10s.*20s/);
  assert.equal(await page.locator("#config-text").inputValue(), valid);
  assert.equal(await page.locator("#matrix tbody tr").count(), 10);
  await page.getByRole("button", { name: "Use as policy" }).click();
  assert.equal(await page.locator(".card").count(), 3);
  assert.match((await numbers(page))[2][0], /node\.yaml on 1\.35/);
  await page.goBack();
  await page.locator("#config-text").waitFor();
  assert.equal(await page.locator("#config-text").inputValue(), valid, "what was dropped is still there");
  assert.deepEqual(noted.problems, []);
});

test("an invalid file is refused with the kubelet's words, the place and a hint", async (context) => {
  const { page } = await openPage(context);
  await dropFile(page, "node.yaml", valid.replace("20s", "300"));
  await page.locator("#verdict").waitFor();
  assert.equal(await page.locator("#verdict").textContent(), "The kubelet refuses it and does not start");
  const errors = await page.locator("#errors").textContent();
  assert.match(errors, /line 4, column \d+/);
  assert.match(errors, /300s/);
  assert.equal(await page.getByRole("button", { name: "Use as policy" }).count(), 0);
  await page.locator("#release").selectOption({ label: "Kubernetes 1.28" });
  const row = page.locator("#matrix tr.chosen");
  assert.match(await row.textContent(), /1\.28/);
});

test("pasted text is judged as it is typed and never changed", async (context) => {
  const { page, noted } = await openPage(context, `${base}#v1;view=configuration`);
  const area = page.locator("#config-text");
  const odd = `\ufeff${valid.replace("crashLoopBackOff", "crashloopbackoff")}\t# end\r\n`;
  await area.evaluate((element, text) => {
    element.value = text;
    element.dispatchEvent(new InputEvent("input", { bubbles: true }));
  }, odd);
  assert.match(await page.locator("#warnings").textContent(), /crashLoopBackOff/);
  // A text area itself turns CRLF into LF.
  assert.equal(await area.inputValue(), odd.replaceAll("\r\n", "\n"));
  assert.deepEqual(noted.problems, []);
});

test("a file is picked, and one beyond the limit is not taken", async (context) => {
  const { page } = await openPage(context, `${base}#v1;view=configuration`);
  const picker = page.locator("#config-file");
  await picker.setInputFiles({ name: "good.yaml", mimeType: "text/yaml", buffer: Buffer.from(valid) });
  await page.locator("#effect").waitFor();
  await picker.setInputFiles({ name: "huge.yaml", mimeType: "text/yaml", buffer: Buffer.alloc(300 * 1024, "#") });
  const problem = page.locator(".source-text .field-error");
  await problem.waitFor();
  assert.match(await problem.textContent(), /huge\.yaml has 300 kB, the limit is 256 kB/);
  assert.equal(await page.locator("#config-text").inputValue(), valid, "the text before stays");
});
