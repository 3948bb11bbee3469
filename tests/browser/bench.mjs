// From slider input to all charts repainted, 110 pods × 30 min, in a real Chromium.
//
// A real pointer drags the slider, so that input events arrive as the browser aligns them with its
// frames. Each sample begins when the event is dispatched to the page and ends when the last chart
// has been drawn. Prints a table and, as its last line, the same as JSON.

import { chromium } from "playwright-core";

const url = process.env.PLAYGROUND_URL ?? "http://127.0.0.1:8080/";
const inputs = 200;

const browser = await chromium.launch({
  executablePath: process.env.PLAYGROUND_CHROMIUM ?? "/usr/bin/chromium",
  args: ["--disable-gpu", "--disable-quic", ...(process.getuid?.() === 0 ? ["--no-sandbox"] : [])],
});
try {
  const page = await browser.newPage({ viewport: { width: 1440, height: 1400 } });
  // The program's memory only grows, so its size at the end of a case is its peak so far.
  await page.addInitScript(() => {
    for (const name of ["instantiate", "instantiateStreaming"]) {
      const original = WebAssembly[name];
      WebAssembly[name] = async (...args) => {
        const result = await original(...args);
        const exported = Object.values((result.instance ?? result).exports);
        globalThis.benchMemory ??= exported.find((value) => value instanceof WebAssembly.Memory);
        return result;
      };
    }
  });
  await page.goto(url);
  await page.waitForSelector("#delays-canvas");
  await page.waitForTimeout(1000);
  await page.evaluate(() => {
    const bench = { samples: [], work: [], longest: 0, began: null };
    globalThis.bench = bench;
    addEventListener("input", () => {
      bench.began ??= performance.now();
    }, { capture: true });
    document.addEventListener("crashloop:painted", () => {
      if (bench.began === null) return;
      bench.samples.push(performance.now() - bench.began);
      bench.began = null;
    });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) bench.longest = Math.max(bench.longest, entry.duration);
    }).observe({ type: "longtask" });
  });

  const slider = await page.locator(".row:has(#policies-0--shape-exponential-initial) input[type=range]").boundingBox();
  const y = slider.y + slider.height / 2;
  await page.mouse.move(slider.x + 10, y);
  await page.mouse.down();
  const samples = () => page.evaluate(() => globalThis.bench.samples.length);
  // Back and forth over the slider; a move that stays on the same stop causes no input.
  for (let step = 0; (await samples()) < inputs && step < 20 * inputs; step += 1) {
    const phase = (step % 80) / 40;
    const share = phase < 1 ? phase : 2 - phase;
    await page.mouse.move(slider.x + 10 + share * (slider.width - 20), y);
    await page.waitForTimeout(20);
  }
  await page.mouse.up();

  const { samples: times, longest } = await page.evaluate(() => globalThis.bench);
  times.sort((a, b) => a - b);
  const at = (share) => times[Math.min(times.length - 1, Math.ceil(times.length * share) - 1)];
  const result = {
    what: "slider input to all charts repainted, 110 pods, 30 min, 2 policies",
    inputs: times.length,
    median_ms: at(0.5),
    p95_ms: at(0.95),
    max_ms: at(1),
    longest_task_ms: longest,
  };
  console.log(result.what);
  for (const [name, value] of Object.entries(result).slice(1)) {
    const shown = name === "longest_task_ms" && value === 0 ? "none over 50" : Math.round(value * 10) / 10;
    console.log(`  ${name.padEnd(16)} ${shown}`);
  }
  console.log(JSON.stringify(result));
  await simulations(page);
} finally {
  await browser.close();
}

/** From opening a link to its pictures, and the most memory that the program has had by then. */
async function simulations(page) {
  const cases = [
    ["110 pods, 30 min, two policies", "v1;model=kubelet;seed=1"],
    ["250 pods, 30 min, two policies", "v1;model=kubelet;pods=250;maxpods=250"],
    ["110 pods, 30 min, 1s cap, 1.36", "v1;model=kubelet;k8s=1.36;init=1s;max=1s"],
    ["110 pods, 24 h, 1s cap, 1.36", "v1;model=kubelet;k8s=1.36;init=1s;max=1s;horizon=24h"],
  ];
  console.log("link opened to all charts painted, model kubelet");
  for (const [name, link] of cases) {
    const ms = await page.evaluate((link) => new Promise((resolve) => {
      const began = performance.now();
      const painted = () => {
        if (document.getElementById("results").hasAttribute("aria-busy")) return;
        document.removeEventListener("crashloop:painted", painted);
        resolve(performance.now() - began);
      };
      document.addEventListener("crashloop:painted", painted);
      location.hash = link;
    }), link);
    const bytes = await page.evaluate(() => globalThis.benchMemory.buffer.byteLength);
    const mib = (bytes / 2 ** 20).toFixed(0);
    console.log(`  ${name.padEnd(32)} ${ms.toFixed(0).padStart(6)} ms  ${mib.padStart(4)} MiB`);
  }
}
