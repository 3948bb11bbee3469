// Configuration files by paste, picker and drop.

import assert from "node:assert/strict";
import { test } from "node:test";
import { base, openPage } from "./harness.mjs";
import { dropFile, dropFiles, numbers } from "./page.mjs";

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

test("a paste beyond the limit is refused and leaves the text alone", async (context) => {
  const { page, noted } = await openPage(context, `${base}#v1;view=configuration`, {
    context: { permissions: ["clipboard-read", "clipboard-write"] },
  });
  const area = page.locator("#config-text");
  await area.fill(valid);
  await page.locator("#effect").waitFor();
  await page.evaluate((text) => navigator.clipboard.writeText(text), "# much too long\n".repeat(70_000));
  await area.press("ControlOrMeta+v");
  const problem = page.locator(".source-text .field-error");
  assert.match(await problem.textContent(), /has 1094 kB, the limit is 256 kB/);
  assert.equal(await area.inputValue(), valid);
  await page.evaluate((text) => navigator.clipboard.writeText(text), "# short\n");
  await area.press("ControlOrMeta+v");
  assert.match(await area.inputValue(), /# short/);
  assert.equal(await problem.count(), 0);
  assert.deepEqual(noted.problems, []);
});

test("a text that grows beyond the limit stays as it is, and is judged once it is shorter", async (context) => {
  const { page, noted } = await openPage(context, `${base}#v1;view=configuration`);
  const area = page.locator("#config-text");
  await area.fill(valid);
  await page.locator("#effect").waitFor();
  const long = `${valid}# ${"x".repeat(300 * 1024)}`;
  await area.evaluate((element, text) => {
    element.value = text;
    element.dispatchEvent(new InputEvent("input", { bubbles: true }));
  }, long);
  const problem = page.locator(".source-text .field-error");
  assert.match(await problem.textContent(), /has 301 kB, the limit is 256 kB/);
  assert.equal(await area.inputValue(), long);
  assert.equal(await page.locator("#verdict").count(), 0);
  await page.getByText("The text is too long to be judged.").waitFor();
  await area.fill(valid);
  await page.locator("#effect").waitFor();
  assert.equal(await problem.count(), 0);
  assert.deepEqual(noted.problems, []);
});

test("files are judged beside the page, and not again when nothing changed or is typed over", async (context) => {
  const { page, noted } = await openPage(context, `${base}#v1;view=configuration`, {
    prepare: (page) => page.addInitScript(() => {
      globalThis.asked = [];
      const post = Worker.prototype.postMessage;
      Worker.prototype.postMessage = function (question) {
        asked.push(question);
        return post.call(this, question);
      };
    }),
  });
  // The panel that writes a configuration asks too.
  await page.locator("#snippet pre").waitFor();
  assert.equal(page.workers().length, 1);
  const asked = () => page.evaluate(() => asked.filter((question) => question.includes("kind: KubeletConfiguration")));
  const area = page.locator("#config-text");
  const large = (number) => `${valid}${Array.from({ length: 20_000 }, (_, n) => `f${n}: 1\n`).join("")}last${number}: 1\n`;
  const texts = Array.from({ length: 8 }, (_, number) => large(number));
  await area.evaluate((element, texts) => {
    for (const text of texts) {
      element.value = text;
      element.dispatchEvent(new InputEvent("input", { bubbles: true }));
    }
  }, [...texts, valid]);
  await page.locator("#effect").waitFor();
  const questions = await asked();
  assert.ok(questions.length <= 2, `${questions.length} questions`);
  assert.ok(questions.at(-1).includes(valid) && !questions.at(-1).includes("last"), "the last one is about the last text");
  await page.locator("#release").selectOption({ label: "Kubernetes 1.36" });
  await page.locator("#matrix tr.chosen", { hasText: "1.36" }).waitFor();
  assert.equal((await asked()).length, questions.length);
  assert.deepEqual(noted.problems, []);
});

test("a part that cannot be loaded says why, and is loaded again with what was dropped", async (context) => {
  let missing = true;
  const { page } = await openPage(context, base, {
    prepare: (page) => page.context().route(/configuration_bg\.wasm/, (route) =>
      missing ? route.fulfill({ status: 404, body: "" }) : route.continue()),
  });
  await dropFile(page, "node.yaml", valid);
  const state = page.locator("#configuration-state");
  await state.filter({ hasText: /could not be loaded.*answered 404.*configuration_bg\.wasm/ }).waitFor();
  missing = false;
  await page.getByRole("button", { name: "Try again" }).click();
  await page.locator("#effect", { hasText: "20s" }).waitFor();
  assert.equal(await page.locator("#configuration[aria-busy]").count(), 0);
});

test("a judge that cannot be loaded says why, and is asked again", async (context) => {
  let missing = true;
  const { page } = await openPage(context, `${base}#v1;view=configuration`, {
    context: { serviceWorkers: "block" },
    prepare: (page) => page.context().route(/judge_bg\.wasm/, (route) =>
      missing ? route.fulfill({ status: 404, body: "" }) : route.continue()),
  });
  await page.locator("#config-text").fill(valid);
  const verdict = page.locator("section[aria-labelledby=verdict-heading] .field-error");
  await verdict.filter({ hasText: /could not be loaded.*answered 404.*judge_bg\.wasm/ }).waitFor();
  missing = false;
  await page.locator("#config-text").fill(`${valid}# again`);
  await page.locator("#effect").waitFor();
});

test("a file that is not UTF-8 is refused with its name and the place", async (context) => {
  const { page, noted } = await openPage(context, `${base}#v1;view=configuration`);
  await page.locator("#config-text").fill(valid);
  const file = (name, buffer) => ({ name, mimeType: "text/yaml", buffer });
  await page.locator("#config-file").setInputFiles([
    file("latin.yaml", Buffer.from(`# Gr\u00f6\u00dfe\n${valid}`, "latin1")),
    file("wide.conf", Buffer.from(`\ufeff${valid}`, "utf16le")),
  ]);
  const problems = page.locator(".source-text .field-error");
  await problems.nth(1).waitFor();
  const said = (await problems.allTextContents()).toSorted();
  assert.match(said[0], /^latin\.yaml .* byte 5 is not UTF-8/);
  assert.match(said[1], /^wide\.conf .* UTF-16/);
  assert.equal(await page.locator("#config-text").inputValue(), valid, "the text before stays");
  assert.deepEqual(noted.problems, []);
});

test("of two main files the first is taken, and the other one is named", async (context) => {
  const { page } = await openPage(context);
  await dropFiles(page, { "one.yaml": valid, "two.yaml": valid.replace("20s", "30s") });
  await page.locator("#effect", { hasText: "20s" }).waitFor();
  assert.match(await page.locator(".source-text .field-error").textContent(), /^two\.yaml was not taken.*one\.yaml came first/);
  assert.equal(await page.locator("#config-text").inputValue(), valid);
});

test("drop-ins and gates are applied to the main file, and findings name theirs", async (context) => {
  const { page, noted } = await openPage(context);
  await dropFiles(page, {
    "20-late.conf": "kind: KubeletConfiguration\napiVersion: kubelet.config.k8s.io/v1beta1\ncrashLoopBackOff:\n  maxContainerRestartPeriod: 40s\n",
    "node.yaml": valid,
    "10-early.conf": "kind: KubeletConfiguration\napiVersion: kubelet.config.k8s.io/v1beta1\ncrashLoopBackOff:\n  maxContainerRestartPeriod: 30s\n",
  });
  const effect = page.locator("#effect");
  await effect.filter({ hasText: "up to 40s" }).waitFor();
  assert.equal(await page.locator("#config-text").inputValue(), valid);
  assert.deepEqual(await page.locator("#drop-ins code").allTextContents(), ["10-early.conf", "20-late.conf"]);
  await page.getByRole("button", { name: "Remove 20-late.conf" }).click();
  await effect.filter({ hasText: "up to 30s" }).waitFor();

  await dropFile(page, "30-odd.conf", "kind: KubeletConfiguration\napiVersion: kubelet.config.k8s.io/v1beta1\ncrashLoopBackOff: 5\n");
  await page.locator("#errors").waitFor();
  assert.match(await page.locator("#errors .place").first().textContent(), /^30-odd\.conf, line 3/);
  await page.getByRole("button", { name: "Remove 30-odd.conf" }).click();

  await page.locator("#config-gates").fill("KubeletCrashLoopBackOffMax=false");
  await page.locator("#errors").waitFor();
  assert.equal(await page.locator("#verdict").textContent(), "The kubelet refuses it and does not start");
  await page.getByRole("button", { name: "Clear" }).click();
  assert.equal(await page.locator("#drop-ins").count(), 0);
  assert.equal(await page.locator("#config-gates").inputValue(), "");
  assert.equal(await effect.count(), 0);
  assert.deepEqual(noted.problems, []);
});

test("traps and what an upgrade changes are said in words", async (context) => {
  const { page } = await openPage(context);
  await dropFile(page, "node.yaml", valid);
  await page.locator("#changes").waitFor();
  const changes = await page.locator("#changes").textContent();
  assert.match(changes, /1\.34 does not start with this configuration; one of 1\.35 starts.*stay down/);
  assert.match(await page.locator("#matrix tbody tr", { hasText: "1.34" }).textContent(), /no.*1 trap/);
  await page.locator("#release").selectOption({ label: "Kubernetes 1.34" });
  assert.match(await page.locator("#advice").textContent(), /Upgrade trap/);

  await page.locator("#config-text").fill("kind: KubeletConfiguration\napiVersion: kubelet.config.k8s.io/v1beta1\nfeatureGates: {ReduceDefaultCrashLoopBackOffDecay: true}\n");
  await page.locator("#effect", { hasText: "up to 1m." }).waitFor();
  await page.locator("#release").selectOption({ label: "Kubernetes 1.35" });
  assert.match(await page.locator("#advice").textContent(), /does not give 1s\/60s in 1\.35/);
});

test("the configuration of a policy is written for a platform and copied, or refused with the reason", async (context) => {
  const { page } = await openPage(context, `${base}#v1;p=Short;max=30s;p=Odd;x=3;view=configuration`, {
    context: { permissions: ["clipboard-read", "clipboard-write"] },
  });
  const written = page.locator("#snippet pre");
  assert.match(await written.textContent(), /maxContainerRestartPeriod: "?30s/);
  await page.locator("#snippet-platform").selectOption({ label: "GKE (Terraform)" });
  await written.filter({ hasText: "crash_loop_back_off" }).waitFor();
  await page.locator("#snippet").getByRole("button", { name: "Copy" }).click();
  await page.getByText("Copied.").waitFor();
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), await written.textContent());
  await page.locator("#snippet-platform").selectOption({ label: "AKS" });
  await page.locator("#snippet li", { hasText: "closed list" }).waitFor();
  await page.locator("#snippet-platform").selectOption({ label: "kubeadm" });
  await page.locator("#snippet-policy").selectOption({ label: "Odd" });
  await page.locator("#snippet li", { hasText: "always doubles" }).waitFor();
});
