"use strict";
// The page's loading, its one line of words and its start. Other scripts follow the page by `on`:
// "phase" comes with loading, waiting (for the first press), starting, playing or failed, "state" with what
// the game is now, in the words of the state JSON, whenever that changed.
window.retroPyramid = (() => {
  const RUNTIME = new URL("https://cdn.jsdelivr.net/", document.baseURI);  // the build puts another place here, if it is another
  const PIECES = 11;  // what pyxel.js fetches before it waits for the first press
  const PATIENCE = 60_000;
  const screen = document.getElementById("pyxel-screen");
  const notice = document.getElementById("notice");
  const line = document.getElementById("line");
  const bar = document.getElementById("bar");
  const followers = { phase: [], state: [] };
  const afterwards = [];
  let phase = "loading";
  let state = null;

  function on(what, follower) {
    followers[what].push(follower);
  }

  function enter(next) {
    phase = next;
    for (const follower of followers.phase) follower(phase);
  }

  // Called by the program in every frame that changed it, with the state JSON without targets and text.
  function follow(json) {
    state = JSON.parse(json);
    for (const follower of followers.state) follower(state);
  }

  // Called by the program at the end of every frame.
  function framed() {
    for (const act of afterwards.splice(0)) setTimeout(act);
  }

  // Calls `act` when the game has had a whole frame: it looks once in each what is pressed.
  function afterFrame(act) {
    afterwards.push(act);
  }

  // Called by the start: the archive of the program, as bytes.
  function archive() {
    return Uint8Array.from(atob(document.getElementById("app").textContent), (char) => char.charCodeAt(0));
  }

  function say(text, trouble = false) {
    line.textContent = text;
    bar.textContent = "";
    notice.classList.toggle("trouble", trouble);
    notice.hidden = false;
  }

  function fail(text) {
    if (phase === "failed") return;
    enter("failed");
    say(text, true);
  }

  function unreachable(what) {
    fail(`Pyramid could not be loaded.\n\nIt needs ${what} from the network, and that did not come. Please check the connection, and that nothing blocks ${RUNTIME.host}; then load this page again.`);
  }

  function progress() {
    const done = performance.getEntriesByType("resource").filter((entry) => entry.name.startsWith(RUNTIME.href)).length;
    if (phase === "loading") bar.textContent = "█".repeat(2 * Math.min(done, PIECES)).padEnd(2 * PIECES, "░");
  }

  // Called by the program when it did not start a game: `text` says why, or is what was asked for.
  function said(text, trouble) {
    enter("failed");
    say(text + "\n", trouble);
    const again = document.createElement("a");
    again.href = "?";
    again.textContent = "Start without options";
    line.append("\n", again);
  }

  // An embedding page may have the focus; and the game wants the keys.
  function focus() {
    window.focus();
    document.getElementById("canvas")?.focus({ preventScroll: true });
  }

  // pyxel.js shows its prompt as long as it waits for the first press; ours stands in for it.
  function followPrompt() {
    new MutationObserver(() => {
      const prompt = document.getElementById("pyxel-prompt");
      if (phase === "loading" && prompt) {
        enter("waiting");
        say("Press a key, click or tap to start.");
      } else if (phase === "waiting" && !prompt) {
        enter("starting");
        say("Starting Pyramid …");
      }
    }).observe(screen, { childList: true });
  }

  async function launch() {
    for (const link of document.querySelectorAll("link[rel=icon]")) {
      if (!link.href.startsWith("data:")) link.remove();
    }
    followPrompt();
    try {
      await launchPyxel({ command: "run", gamepad: "disabled", script: document.getElementById("start").textContent });
    } catch (error) {
      console.warn(error);
      unreachable("Pyxel and its Python");
    }
    if (phase !== "starting") return;
    enter("playing");
    notice.hidden = true;
    document.body.classList.add("playing");
    const canvas = document.getElementById("canvas");
    canvas.tabIndex = 0;
    canvas.setAttribute("role", "application");
    canvas.setAttribute("aria-label", "Retro Pyramid");
    focus();
  }

  window.addEventListener("pointerdown", (event) => event.target.closest?.("dialog, input, textarea, a") || focus(), true);
  window.addEventListener("error", (event) => {
    if (phase === "loading" && event.target !== window) unreachable(event.target.src || event.target.href);
  }, true);
  if (typeof WebAssembly !== "object") fail("Pyramid needs WebAssembly, which this browser lacks or has switched off.");
  new PerformanceObserver(progress).observe({ type: "resource", buffered: true });
  setTimeout(() => {
    if (phase === "loading") say(`Still loading. The connection is slow, or something holds ${RUNTIME.host} back.`);
  }, PATIENCE);
  return { on, follow, framed, afterFrame, archive, said, launch, focus, get phase() { return phase; }, get state() { return state; } };
})();
