// Loads the part of the page about configuration files. `boot.js` imports this when it is needed.

/** Starts the program. `file` gives the address of a file, `explain` says why one failed. */
export async function start(file, explain) {
  globalThis.crashloop.judge = judgeOf(["judging.js", "judge.js", "judge_bg.wasm"].map(file), explain);
  const { default: load, show, take } = await import(file("configuration.js"));
  await load({ module_or_path: file("configuration_bg.wasm") });
  return { show, take };
}

/**
 * Asks the judge of configuration files, a third program, fetched for the first question. It runs in
 * a worker, so that a large file never holds up the page. Answers come in the order of the questions.
 */
function judgeOf(files, explain) {
  let worker;
  const waiting = [];
  const start = () => {
    const started = new Worker(files[0], { type: "module" });
    const failed = async (error) => {
      if (worker !== started) return;
      started.terminate();
      // The next question starts a new one.
      worker = undefined;
      const questions = waiting.splice(0);
      const reason = new Error(await explain(error, files));
      for (const question of questions) question.reject(reason);
    };
    started.addEventListener("message", ({ data }) => {
      if (data.error) failed(data.error);
      else waiting.shift()?.resolve(data.told);
    });
    started.addEventListener("error", (event) => failed(event.message));
    worker = started;
  };
  return (question) =>
    new Promise((resolve, reject) => {
      if (!worker) start();
      waiting.push({ resolve, reject });
      worker.postMessage(question);
    });
}
