// The box over the picture: what the page says while it loads, and every failure.
import { bridge } from "./bridge.js";
import { byId, makeButton, makeElement } from "./dom.js";
import { setPhase } from "./game_state.js";
import { afterFrame } from "./loop.js";
import { cspViolation, HOST } from "./runtime_files.js";
import { exportAll } from "./zip_export.js";

/** A game that still runs has had a frame by then. */
const HEARTBEAT_MS = 1000;
const notice = byId("notice");
const line = byId("line");
const bar = byId("bar");

/**
 * Show a text in place of the progress bar.
 * @param {string} text
 * @param {boolean} [isError]
 */
export function showStatus(text, isError = false) {
  line.textContent = text;
  bar.textContent = "";
  bar.classList.remove("working");
  notice.removeAttribute("aria-live");
  notice.classList.toggle("trouble", isError);
  notice.hidden = false;
}

export function hasFailed() {
  return bridge.phase === "failed";
}

/**
 * Stop with a reason, a button that loads the page again, and one that saves the player's files. Every failure ends here.
 * @param {string} problem
 * @param {string} reason
 */
export function fail(problem, reason) {
  if (hasFailed()) return;
  setPhase("failed");
  // The browser reports a moment later what a policy has blocked.
  setTimeout(() => {
    const blocked = cspViolation();
    showStatus(`${problem}\n\n${blocked ? `The security policy of this page's host forbids what it needs: ${blocked}.` : reason}\n\n`, true);
    const buttons = { "Load again": () => location.reload(), "Save my files": exportAll() };
    for (const [textContent, onclick] of Object.entries(buttons)) {
      if (onclick) line.append(makeButton({ textContent, onclick }));
    }
    line.querySelector("button").focus();
  }, 100);
}

/**
 * @param {string} address
 * @param {Error} [error]
 */
export function onMissingFile(address, error) {
  fail("Pyramid could not be loaded.", `It needs ${address} from the network, and that did not come${error ? ` (${error.message})` : ""}. Please check the connection, and that nothing blocks ${HOST}.`);
}

/**
 * Handle a traceback, or the message and stack of a script error.
 * @param {string} text
 */
export function onError(text) {
  console.error(text);
  const reason = text.trim().split("\n").at(text.startsWith("Traceback") ? -1 : 0);
  if (bridge.phase === "loading") fail("Pyramid could not be loaded.", reason);
  if (bridge.phase === "waiting") fail("Pyramid could not be started.", reason);
  if (bridge.phase !== "playing") return;
  // Many errors in a page do not stop the game.
  let alive = false;
  afterFrame(() => { alive = true; });
  setTimeout(() => alive || document.hidden || fail("Pyramid has stopped.", `${reason}\n\nThe game is kept, and goes on when the page is loaded again.`), HEARTBEAT_MS);
}

/**
 * Stop if the browser lacks a feature that no loading can bring.
 * @param {string} name
 * @param {unknown} feature
 */
export function requireFeature(name, feature) {
  if (!feature) fail(`Pyramid needs ${name}, which this browser lacks or has switched off.`, "Please switch it on in the browser's settings, or try another browser.");
}

/** Ask for the first key press, click or tap. */
export function showStartButton() {
  showStatus("");
  // A button, so that a screen reader is on it and reads it out; the live region must not read it a second time.
  notice.setAttribute("aria-live", "off");
  const button = makeButton({ id: "begin", textContent: "Press a key, click or tap to start" });
  line.append(button);
  button.focus({ preventScroll: true });
}

export function hideNotice() {
  notice.hidden = true;
}

bridge.onExit = (text, isError) => {
  setPhase("failed");
  showStatus(text + "\n", isError);
  line.append("\n", makeElement("a", { href: "?", textContent: "Start without options" }));
};
