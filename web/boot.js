// Starts the program and, when that fails, says why and what helps.

// Trunk writes the hashed names of the glue and the program into these two links.
const glue = document.querySelector('link[rel="modulepreload"]')?.href;
const program = document.querySelector('link[rel="preload"][as="fetch"]')?.href;

// The theme is applied before the first paint, so that the page does not flash.
try {
  const theme = localStorage.getItem("theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
  // Storage is blocked, for example in a sandboxed frame. The page follows the system then.
}

// After a crash the program no longer answers, so its button is served from here.
document.getElementById("crash-reload").addEventListener("click", () => location.reload());

/** Shows that the program stopped, with a report to copy. A panic has written a better one already. */
function stopped(error) {
  const trace = String(error?.stack ?? error);
  // Errors of extensions and of the browser itself are not the program's.
  if (!trace.includes("wasm")) return;
  const report = document.getElementById("crash-report");
  report.value ||= `${document.title} stopped.\n\n${trace}\n\n${location.href}\n\n${navigator.userAgent}\n`;
  document.getElementById("crash").hidden = false;
}

addEventListener("error", (event) => stopped(event.error));
addEventListener("unhandledrejection", (event) => stopped(event.reason));

/** Turns what went wrong with these files into what the reader can do about it. */
async function explain(error, files = [glue, program]) {
  const text = String(error?.message ?? error);
  if (typeof WebAssembly !== "object") {
    return "This browser has no WebAssembly, or it is switched off (some browsers do so in a lockdown or strict security mode). Allow it for this page or use another browser.";
  }
  if (location.protocol === "file:") {
    return "The page was opened as a file. Browsers load WebAssembly only from a server: serve this folder, for example with python3 -m http.server, and open the address it prints.";
  }
  if (/Content Security Policy|unsafe-eval|disallowed by embedder/i.test(text)) {
    return "A Content-Security-Policy blocks WebAssembly. Whoever serves this page must allow 'wasm-unsafe-eval' in script-src.";
  }
  if (files.includes(undefined)) {
    return "The page is incomplete: it does not name its program. Build it again.";
  }
  for (const file of files) {
    let answer;
    try {
      answer = await fetch(file, { cache: "no-store" });
    } catch {
      return navigator.onLine
        ? `The server could not be reached for ${file}. Check the connection, or whether an extension or a proxy blocks it, and load the page again.`
        : "The network is offline. Connect and load the page again.";
    }
    if (!answer.ok) {
      return `The server answered ${answer.status} for ${file}. The page is probably older than the files beside it: load it again without cache, or publish all files of one build.`;
    }
    const type = answer.headers.get("content-type") ?? "none";
    if (new URL(file).pathname.endsWith(".js")) {
      if (!/javascript/.test(type)) return `The server sends ${file} as ${type}. It must be sent as text/javascript.`;
    } else {
      const start = new Uint8Array(await answer.arrayBuffer()).slice(0, 4);
      if (start.join() !== "0,97,115,109") {
        return `${file} is not a WebAssembly program (sent as ${type}). A proxy or a missing file may have replaced it.`;
      }
    }
  }
  return "The files arrived, but the program did not start. The browser may be too old: it needs WebAssembly as of 2023.";
}

async function fail(error) {
  const reason = await explain(error);
  const state = document.getElementById("boot-state");
  if (!state) return;
  state.className = "notice error";
  state.setAttribute("role", "alert");
  state.textContent = `The simulator could not start. ${reason}`;
  const detail = document.createElement("pre");
  detail.textContent = String(error?.stack ?? error);
  state.after(detail);
}

// The part about configuration files is a second program, fetched when it is first shown or the
// first file is dropped. `configuring.js` loads it.
const part = document.getElementById("configuration");
const state = document.getElementById("configuration-state");
const again = document.getElementById("configuration-again");
const loading = state.textContent;
const dropped = [];
let scenario;
let second;
let attempts = 0;

async function load() {
  part.setAttribute("aria-busy", "true");
  state.className = "late";
  state.textContent = loading;
  again.hidden = true;
  // Some browsers remember that an address failed, so every attempt has its own. The names carry no
  // hash: the glue's hashed name keeps the files of two builds apart.
  const build = new URL(glue).pathname.split("/").pop() + (attempts++ ? `&${attempts}` : "");
  const file = (name) => new URL(`${name}?${build}`, glue).href;
  try {
    const { start } = await import(file("configuring.js"));
    return await start(file, explain);
  } catch (error) {
    const reason = await explain(error, ["configuring.js", "configuration.js", "configuration_bg.wasm"].map(file));
    state.className = "notice error";
    state.textContent = `This part of the page could not be loaded. ${reason}`;
    again.hidden = false;
    second = undefined;
  } finally {
    part.removeAttribute("aria-busy");
  }
}

/** Passes the scenario and the dropped files on, as soon as there is somebody to take them. */
async function configure() {
  const program = await (second ??= load());
  if (!program) return;
  if (scenario !== undefined) program.show(scenario);
  for (const files of dropped.splice(0)) program.take(files);
}

again.addEventListener("click", () => {
  part.focus();
  configure();
});

globalThis.crashloop = {
  show(permalink) {
    scenario = permalink;
    part.hidden = permalink === undefined;
    if (permalink !== undefined) configure();
  },
};

// Files may be dropped anywhere on the page.
const drop = document.getElementById("drop");
const over = (event, here) => {
  if (!event.dataTransfer?.types.includes("Files")) return false;
  event.preventDefault();
  drop.hidden = !here;
  return true;
};

addEventListener("dragover", (event) => over(event, true));
addEventListener("dragleave", (event) => {
  // The pointer leaves the window only when it enters nothing else.
  if (!event.relatedTarget) over(event, false);
});
addEventListener("drop", (event) => {
  if (!over(event, false)) return;
  dropped.push([...event.dataTransfer.files]);
  // The page shows the part, if it does not already.
  document.dispatchEvent(new Event("crashloop:files"));
  configure();
});

try {
  const { default: start } = await import(glue);
  await start({ module_or_path: program });
} catch (error) {
  await fail(error);
}
