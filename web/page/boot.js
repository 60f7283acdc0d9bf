// Loads Python, Pyxel and the program, and starts the game.
import { startQuery } from "./address.js";
import { bridge } from "./bridge.js";
import { byId, focusGame } from "./dom.js";
import { answerEval, reportScriptErrors, reportTracebacks } from "./engine.js";
import { setPhase } from "./game_state.js";
import { hasFailed, hideNotice, onError, onMissingFile, requireFeature, showStartButton, showStatus } from "./notice.js";
import { readPreference, writePreference } from "./preferences.js";
import { expectSeconds, secondsSinceStart, showProgress, showStartProgress } from "./progress.js";
import { HOST, loadScript, pythonFiles, take, watchDownloads, WHEEL_ADDRESS } from "./runtime_files.js";
import { loadSnapshot, takeSnapshot } from "./snapshot.js";
import { fetchEngineFiles } from "./wheel.js";

const STARTUP_MODULE = "retro_pyramid.page.browser";
/** Frames of the live picture before the first one is removed. */
const POSTER_FRAMES = 6;
const SLOW_LOAD_MS = 60_000;
/** Work after which the browser gets a turn. */
const YIELD_MS = 50;
const FIRST_PAINT_TIMEOUT_MS = 500;
/** Share of a plain start that is done when Python runs, and when the program's modules are imported. */
const PYTHON_DONE = 0.45;
const MODULES_DONE = 0.85;
const canvas = /** @type {HTMLCanvasElement} */ (byId("canvas"));

bridge.programArchive = () => {
  const text = atob(byId("app").textContent);
  const bytes = new Uint8Array(text.length);
  for (let index = 0; index < text.length; index++) bytes[index] = text.charCodeAt(index);
  return bytes;
};

// Pyodide waits for ever for some files, and goes on without others. So the page itself sees whether all come, and hands
// over those of the run-time. Returns a function that undoes it.
function watchRequests() {
  const { fetch } = window;
  window.fetch = async (...args) => {
    const address = /** @type {any} */ (args[0]).url ?? args[0];
    try {
      return await (take(address) ?? fetch(...args));
    } catch (error) {
      if (bridge.phase === "loading") onMissingFile(address, error);
      throw error;
    }
  };
  const original = {};
  for (const name of ["instantiate", "instantiateStreaming"]) {
    original[name] = WebAssembly[name];
    WebAssembly[name] &&= (...args) => original[name](...args).catch((error) => {
      onError(`${error}`);
      throw error;
    });
  }
  return () => {
    window.fetch = fetch;
    Object.assign(WebAssembly, original);
  };
}

// From here on no text becomes a script, and no further scripts load; what Pyxel asks by `eval` is answered.
function disableEval() {
  const original = window.eval;
  window.eval = (text) => answerEval(text, original);
  const policy = document.createElement("meta");
  Object.assign(policy, { httpEquiv: "Content-Security-Policy", content: "script-src 'wasm-unsafe-eval'; worker-src 'self'" });
  document.head.append(policy);
}

// A message, since a nested timer would wait for four milliseconds.
function yieldToBrowser() {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = resolve;
    port2.postMessage(null);
  });
}

// Does what Pyxel's launchPyxel does, without its unused pictures, its hooks that ask the server for files and modules, and
// its ban on zooming.
async function load(scripts, snapshot) {
  const stopWatching = watchRequests();
  await Promise.all([scripts, pythonFiles()]);
  showStartProgress(0);
  const engineFiles = fetchEngineFiles(WHEEL_ADDRESS);
  engineFiles.catch(() => {});
  if (!snapshot) await nextFrame();
  const pyodide = await loadPyodide(snapshot ? { _loadSnapshot: snapshot } : { _makeSnapshot: true });
  showStartProgress(PYTHON_DONE);
  await yieldToBrowser();
  if (!snapshot) {
    pyodide.runPython(byId("load").textContent);
    await importModules(pyodide, PYTHON_DONE, MODULES_DONE, -1);
    pyodide.runPython("settle()");
    takeSnapshot(() => pyodide.makeMemorySnapshot());
    // Until now Python's `js` was a stand-in, which lacks some members of the window.
    pyodide.registerJsModule("js", window);
  }
  pyodide._api._skip_unwind_fatal_error = true;
  pyodide.canvas.setCanvas2D(canvas);
  const folder = pyodide._api.sitepackages;
  pyodide.FS.mkdirTree(`${folder}/pyxel`);
  for (const [name, bytes] of await engineFiles) pyodide.FS.writeFile(`${folder}/${name}`, bytes, { canOwn: true });
  await pyodide._api.loadDynlib(`${folder}/pyxel/pyxel_wrapper.abi3.so`);
  stopWatching();
  disableEval();
  reportTracebacks(pyodide, onError);
  pyodide.runPython("resume()");
  await importModules(pyodide, MODULES_DONE, 1);
  return pyodide;
}

// Imports the program's modules up to index `end`, from one share of the start to another. After a start from a snapshot
// too: the snapshot may hold the modules of another edition.
async function importModules(pyodide, from, to, end) {
  const { import_order: importOrder } = pyodide.pyimport(STARTUP_MODULE);
  const modules = (importOrder?.(startQuery()).toJs() ?? []).slice(0, end);
  let done = 0;
  let yieldedAt = -YIELD_MS;
  for (const module of modules) {
    showStartProgress(from + (to - from) * ++done / modules.length);
    // A yield costs some milliseconds, more than most of these imports on a second visit.
    if (performance.now() - yieldedAt > YIELD_MS) {
      await yieldToBrowser();
      yieldedAt = performance.now();
    }
    pyodide.pyimport(module).destroy();
  }
}

/** Start the game with the first key press, click or tap. */
export function startGame() {
  if (bridge.phase === "waiting") play();
}

// Removes the first picture after some frames: the first live one may need a while to reach the screen.
function hidePoster(frames) {
  if (frames) requestAnimationFrame(() => hidePoster(frames - 1));
  else byId("poster").hidden = true;
}

function play() {
  setPhase("playing");
  hideNotice();
  document.body.classList.add("playing");
  pyxelContext.pyodide._module.SDL2?.audioContext?.resume();
  hidePoster(POSTER_FRAMES);
  focusGame();
}

// Whether no key press is needed: there was one, the browser allows sound without it, or the sound is off.
function canAutostart() {
  const policy = navigator.getAutoplayPolicy?.("audiocontext");
  const soundAllowed = policy ? policy === "allowed" : pyxelContext.pyodide._module.SDL2?.audioContext?.state === "running";
  return navigator.userActivation?.hasBeenActive || soundAllowed || readPreference("sound") === "off";
}

// Waits until the first picture is on the screen, before the rest keeps the browser busy. A hidden page paints nothing.
function firstPaint() {
  return new Promise((resolve) => {
    new PerformanceObserver(resolve).observe({ type: "paint", buffered: true });
    setTimeout(resolve, FIRST_PAINT_TIMEOUT_MS);
  });
}

// Waits until the page has been drawn once more, which the start would delay by seconds.
function nextFrame() {
  return new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
    setTimeout(resolve, FIRST_PAINT_TIMEOUT_MS);
  });
}

// Starts the program, which draws its first picture and waits.
function startProgram() {
  const params = { command: "run", script: byId("start").textContent };
  Object.assign(pyxelContext, { initialized: true, canvas, params });
  try {
    pyxelContext.pyodide.runPython(params.script);
  } catch (error) {
    onError(error.message);
  }
}

bridge.launch = async () => {
  // Before Pyodide's scripts, which use it as they are read.
  requireFeature("WebAssembly", typeof WebAssembly === "object");
  if (hasFailed()) return;
  // Reading them takes a tenth of a second, mostly while the first picture is painted.
  const pyxel = loadScript("pyxel.js").then(() => { delete document.head.appendChild; });
  const scripts = Promise.all([pyxel, ...["pyodide.js", "pyodide.asm.js"].map(loadScript)]);
  scripts.catch(onMissingFile);
  await firstPaint();
  const snapshot = await loadSnapshot();
  // Whoever has a snapshot has played, so there is WebGL.
  if (!snapshot) requireFeature("WebGL", document.createElement("canvas").getContext("webgl"));
  if (hasFailed()) return;
  expectSeconds(snapshot ? -1 : Number(readPreference("start")));
  try {
    const pyodide = await load(scripts, snapshot);
    pyxelContext.pyodide = pyodide;
  } catch (error) {
    if (!hasFailed()) onError(`${error}`);
  }
  if (hasFailed()) return;
  startProgram();
  if (hasFailed()) return;
  if (!snapshot) writePreference("start", `${secondsSinceStart()}`);
  setPhase("waiting");
  showStartButton();
  await yieldToBrowser();
  if (bridge.phase === "waiting" && canAutostart()) play();
};
bridge.startGame = startGame;
reportScriptErrors(onError);
// Pyxel's script would add a style and an icon that nobody has verified; the page has its own.
document.head.appendChild = (node) => node;
document.body.classList.add("scripts");
byId("pyxel-screen").addEventListener("contextmenu", (event) => event.preventDefault());
document.body.addEventListener("click", startGame);
window.addEventListener("pointerdown", (event) => /** @type {Element} */ (event.target).closest?.("dialog, input, textarea, a") || focusGame(), true);
watchDownloads(showProgress, onMissingFile);
showProgress();
setTimeout(() => {
  if (bridge.phase === "loading") showStatus(`Still loading. The connection is slow, or something holds ${HOST} back.`);
}, SLOW_LOAD_MS);
