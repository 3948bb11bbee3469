// Runs the judge of configuration files beside the page. `boot.js` starts this as a worker.

const build = location.search;

async function start() {
  const { default: load, judge } = await import(`./judge.js${build}`);
  await load({ module_or_path: new URL(`./judge_bg.wasm${build}`, location.href) });
  return judge;
}

const judge = start();

addEventListener("message", async ({ data }) => {
  try {
    postMessage({ told: (await judge)(data) });
  } catch (error) {
    postMessage({ error: String(error?.stack ?? error) });
  }
});
