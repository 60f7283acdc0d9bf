// Once everything has loaded, a service worker stores it for offline use. Without one (an address without https, a private
// window, an embedding page that forbids it) the page works as it is.
import { bridge } from "./bridge.js";
import { on } from "./game_state.js";

/** A player who starts at once gets the first frame before the worker fetches anything. */
const WORKER_DELAY_MS = 3000;
let timer = null;

function register() {
  clearTimeout(timer);
  navigator.serviceWorker?.controller?.postMessage("fill");
  navigator.serviceWorker?.register("worker.js").catch((error) => console.info(`Not kept for offline: ${error.message}`));
}

// Another worker takes over when it has all of a new version. This page plays on; the player is told between two games.
let isFirstWorker = !navigator.serviceWorker?.controller;
let hasNewVersion = false;

function announceNewVersion(state) {
  if (!hasNewVersion || bridge.phase !== "playing" || !state || state.status === "playing") return;
  hasNewVersion = false;
  bridge.program.notify("A new version of this page is there: it comes when you load it again");
}

navigator.serviceWorker?.addEventListener("controllerchange", () => {
  hasNewVersion = !isFirstWorker;
  isFirstWorker = false;
  announceNewVersion(bridge.state);
});
on("state", announceNewVersion);
on("phase", (phase) => {
  clearTimeout(timer);
  if (phase === "waiting" || phase === "playing") timer = setTimeout(register, WORKER_DELAY_MS);
});
