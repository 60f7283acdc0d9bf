"use strict";
// The page's loading, its one line of words and its start. Other scripts follow the page by `on`:
// "phase" comes with loading, waiting (for the first press), starting, playing or failed, "state" with what
// the game is now, in the words of the state JSON, whenever that changed.
window.retroPyramid = (() => {
  const RUNTIME = new URL("https://cdn.jsdelivr.net/", document.baseURI);  // the build puts another place here, if it is another
  const PIECES = 8;  // what comes from there before the first press is waited for
  const PATIENCE = 60_000;
  const PULSE = 1000;  // milliseconds: a game that runs has had a frame by then
  const canvas = document.getElementById("canvas");
  const notice = document.getElementById("notice");
  const line = document.getElementById("line");
  const bar = document.getElementById("bar");
  const followers = { phase: [], state: [] };
  const afterwards = [];
  let phase = "loading";
  let state = null;
  let begin = () => {};  // what the first press does
  let barred = "";       // what a security policy has forbidden

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

  // Where everything ends that goes wrong: with the reason, and a button to try again.
  function fail(what, reason) {
    if (phase === "failed") return;
    enter("failed");
    // The browser tells a moment later what a policy has forbidden.
    setTimeout(() => {
      say(`${what}\n\n${barred ? `The security policy of this page's host forbids what it needs: ${barred}.` : reason}\n\n`, true);
      const again = document.createElement("button");
      Object.assign(again, { type: "button", textContent: "Load again", onclick: () => location.reload() });
      line.append(again);
      again.focus();
    }, 100);
  }

  function unreachable(what, error) {
    fail("Pyramid could not be loaded.", `It needs ${what} from the network, and that did not come${error ? ` (${error.message})` : ""}. Please check the connection, and that nothing blocks ${RUNTIME.host}.`);
  }

  // Takes what Pyxel would lay over the picture: a traceback, or an error of any script and its stack.
  function broke(text) {
    console.error(text);
    const reason = text.trim().split("\n").at(text.startsWith("Traceback") ? -1 : 0);
    if (phase === "loading") fail("Pyramid could not be loaded.", reason);
    if (phase === "starting") fail("Pyramid could not be started.", reason);
    if (phase !== "playing") return;
    // Much can go wrong in a page while the game plays on.
    let alive = false;
    afterFrame(() => { alive = true; });
    setTimeout(() => alive || document.hidden || fail("Pyramid has stopped.", `${reason}\n\nThe game is kept, and goes on when the page is loaded again.`), PULSE);
  }

  // Pyodide waits for ever for some of its pieces, and goes on without others: the page sees itself whether all come.
  function watch() {
    const { fetch } = window;
    window.fetch = async (...asked) => {
      try {
        const answer = await fetch(...asked);
        if (!answer.ok) throw new Error(`answer ${answer.status}`);
        return answer;
      } catch (error) {
        if (phase === "loading") unreachable(asked[0].url ?? asked[0], error);
        throw error;
      }
    };
    const real = {};
    for (const name of ["instantiate", "instantiateStreaming"]) {
      real[name] = WebAssembly[name];
      WebAssembly[name] &&= (...asked) => real[name](...asked).catch((error) => {
        broke(`${error}`);
        throw error;
      });
    }
    return () => {
      window.fetch = fetch;
      Object.assign(WebAssembly, real);
    };
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
    canvas.focus({ preventScroll: true });
  }

  // The browser lacks something that no loading brings.
  function lacking() {
    if (typeof WebAssembly !== "object") return "WebAssembly";
    return document.createElement("canvas").getContext("webgl") ? "" : "WebGL";
  }

  // What launchPyxel does without what the page has no use for: pictures that are waited for and never seen, and hooks
  // that ask the server for files and modules and forbid to enlarge the page.
  async function load() {
    const unwatch = watch();
    await _loadScript(PYODIDE_URL);
    const pyodide = await loadPyodide();
    pyodide._api._skip_unwind_fatal_error = true;
    pyodide.canvas.setCanvas2D(canvas);
    await pyodide.loadPackage(_scriptDir() + PYXEL_WHEEL_PATH);
    unwatch();
    if (!pyodide.loadedPackages.pyxel) throw new Error(`${PYXEL_WHEEL_PATH} is damaged`);
    _hookPythonError(pyodide);
    return pyodide;
  }

  async function launch() {
    for (const link of document.querySelectorAll("link[rel=icon]")) {
      if (!link.href.startsWith("data:")) link.remove();
    }
    window._displayErrorOverlay = broke;
    if (phase === "failed") return;
    try {
      pyxelContext.pyodide = await load();
    } catch (error) {
      broke(`${error}`);
    }
    if (phase === "failed") return;
    enter("waiting");
    say("Press a key, click or tap to start");
    await new Promise((resolve) => { begin = resolve; });
    enter("starting");
    say("Starting Pyramid …");
    await new Promise((resolve) => setTimeout(resolve, 1));
    const params = { command: "run", script: document.getElementById("start").textContent };
    Object.assign(pyxelContext, { initialized: true, canvas, params });
    await _executePyxelCommand(pyxelContext.pyodide, params);
    if (phase !== "starting") return;
    enter("playing");
    notice.hidden = true;
    document.body.classList.add("playing");
    focus();
  }

  document.body.classList.add("scripts");
  document.getElementById("pyxel-screen").addEventListener("contextmenu", (event) => event.preventDefault());
  for (const kind of ["click", "touchstart"]) document.body.addEventListener(kind, () => begin());
  window.addEventListener("pointerdown", (event) => event.target.closest?.("dialog, input, textarea, a") || focus(), true);
  window.addEventListener("error", ({ target }) => {
    if (phase === "loading" && target.tagName === "SCRIPT") unreachable(target.src);
  }, true);
  document.addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI, disposition }) => {
    if (disposition === "enforce" && /^(script|connect)-src/.test(effectiveDirective)) barred = `${effectiveDirective} ${blockedURI}`;
  });
  const needed = lacking();
  if (needed) fail(`Pyramid needs ${needed}, which this browser lacks or has switched off.`, "Please switch it on in the browser's settings, or try another browser.");
  new PerformanceObserver(progress).observe({ type: "resource", buffered: true });
  setTimeout(() => {
    if (phase === "loading") say(`Still loading. The connection is slow, or something holds ${RUNTIME.host} back.`);
  }, PATIENCE);
  return {
    on, follow, framed, afterFrame, archive, said, launch, focus,
    begin: () => begin(),
    get phase() { return phase; }, get state() { return state; },
  };
})();
