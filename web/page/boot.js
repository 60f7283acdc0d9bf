"use strict";
// The page's loading, its one line of words and its start. Other scripts follow the page by `on`:
// "phase" comes with loading, waiting (for the first press), playing or failed,
// "state" with what the game is now, in the words of the state JSON, whenever that changed.
window.retroPyramid = (() => {
  const BAR = 24;    // characters
  const FRAMES = 6;  // of the live picture before the first one goes
  const PATIENCE = 60_000;
  const STEP = 50;  // milliseconds of work after which the browser has a turn
  const UNPAINTED = 500;  // milliseconds that are waited for the first paint
  const NAP = 100;  // milliseconds without a frame
  const HAPPENINGS = ["keydown", "keyup", "pointerdown", "pointermove", "pointerup", "click", "wheel", "drop", "focus", "resize", "storage", "gamepadconnected"];
  const PYTHON = 0.45;  // of a plain start is over when Python is there,
  const MODULES = 0.85;  // and this much when our modules are
  const PULSE = 1000;  // milliseconds: a game that runs has had a frame by then
  const canvas = document.getElementById("canvas");
  const poster = document.getElementById("poster");
  const notice = document.getElementById("notice");
  const line = document.getElementById("line");
  const bar = document.getElementById("bar");
  const followers = { phase: [], state: [] };
  const afterwards = [];
  let phase = "loading";
  let state = null;
  let began = 0;  // when Python's start did: all that it needs has come
  let took = 0;  // seconds, last time, where that is known; from a snapshot they are not worth telling: then less
  let reached = 0;  // the share of the start that is done
  let asleep = 0;  // the timer that ends it

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
    wake();
  }

  // Called by the program when its picture has stood still for a while: the next frame comes when something happens, or after
  // a moment. What a gamepad does happens without a word.
  function rest() {
    if (asleep || navigator.getGamepads?.().some(Boolean)) return;
    pyxelContext.pyodide._module.pauseMainLoop();
    asleep = setTimeout(wake, NAP);
  }

  function wake() {
    if (!asleep) return;
    clearTimeout(asleep);
    asleep = 0;
    pyxelContext.pyodide._module.resumeMainLoop();
  }

  // Called by the load: the archive of the program, as bytes.
  function archive() {
    const text = atob(document.getElementById("app").textContent);
    const bytes = new Uint8Array(text.length);
    for (let at = 0; at < text.length; at++) bytes[at] = text.charCodeAt(at);
    return bytes;
  }

  function say(text, trouble = false) {
    line.textContent = text;
    bar.textContent = "";
    bar.classList.remove("working");
    notice.removeAttribute("aria-live");
    notice.classList.toggle("trouble", trouble);
    notice.hidden = false;
  }

  // Where everything ends that goes wrong: with the reason, a button to try again, and one that saves the player's files.
  function fail(what, reason) {
    if (phase === "failed") return;
    enter("failed");
    // The browser tells a moment later what a policy has forbidden.
    setTimeout(() => {
      say(`${what}\n\n${pieces.barred ? `The security policy of this page's host forbids what it needs: ${pieces.barred}.` : reason}\n\n`, true);
      const ways = { "Load again": () => location.reload(), "Save my files": retroPyramid.rescue() };
      for (const [textContent, onclick] of Object.entries(ways)) {
        if (onclick) line.append(Object.assign(document.createElement("button"), { type: "button", textContent, onclick }));
      }
      line.querySelector("button").focus();
    }, 100);
  }

  function unreachable(what, error) {
    fail("Pyramid could not be loaded.", `It needs ${what} from the network, and that did not come${error ? ` (${error.message})` : ""}. Please check the connection, and that nothing blocks ${pieces.host}.`);
  }

  // Takes what Pyxel would lay over the picture: a traceback, or an error of any script and its stack.
  function broke(text) {
    console.error(text);
    const reason = text.trim().split("\n").at(text.startsWith("Traceback") ? -1 : 0);
    if (phase === "loading") fail("Pyramid could not be loaded.", reason);
    if (phase === "waiting") fail("Pyramid could not be started.", reason);
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
        return await (pieces.take(asked[0].url ?? asked[0]) ?? fetch(...asked));
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

  // From here on nothing makes scripts of text, and no more of them come: what Pyxel asks by one is answered.
  function forbidText() {
    const real = window.eval;
    window.eval = (text) => engine.answer(text, real);
    const policy = document.createElement("meta");
    Object.assign(policy, { httpEquiv: "Content-Security-Policy", content: "script-src 'wasm-unsafe-eval'; worker-src 'self'" });
    document.head.append(policy);
  }

  function show(share, words) {
    bar.textContent = `${"█".repeat(Math.floor(BAR * share)).padEnd(BAR, "░")}\n${words}`;
  }

  function time(left) {
    if (left <= 0) return "";
    if (left > 90) return `${Math.ceil(left / 60)} min`;
    const step = left > 10 ? 5 : 1;
    return `${Math.ceil(left / step) * step} s`;
  }

  // How long Python's start takes is known from the last visit; before, the time is that of the bytes alone.
  function progress() {
    if (phase !== "loading") return;
    if (began) return stage(reached);
    const { share, left } = pieces;
    const words = left === null ? "" : time(left + Math.max(took, 0));
    show(share, [`${Math.floor(100 * share)} %`, words && words + (took ? " left" : " to load")].filter(Boolean).join(", "));
  }

  // What comes after the network: `share` of it is done, which on a first visit tells how long the rest takes. A mark in the
  // style moves while a step takes its time.
  function stage(share) {
    // Steps go on for a while after one of them has failed; the words of the failure stay.
    if (phase !== "loading") return;
    if (!began) line.textContent = "Starting Pyramid …";
    began ||= performance.now();
    const passed = (performance.now() - began) / 1000;
    reached = share;
    // Pyxel's part may take longer than that to come.
    const words = time(Math.max((took || (share && passed / share)) - passed, pieces.left ?? 0));
    show(share, words && `${words} left`);
  }

  // A timer that others have led to would wait for four milliseconds.
  function turn() {
    return new Promise((resolve) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = resolve;
      port2.postMessage(null);
    });
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

  // What launchPyxel does without what the page has no use for: pictures that are waited for and never seen, and hooks
  // that ask the server for files and modules and forbid to enlarge the page.
  async function load(scripts, snapshot) {
    const unwatch = watch();
    await Promise.all([scripts, pieces.first]);
    stage(0);
    const wheel = unpacked(pieces.wheel);
    wheel.catch(() => {});
    if (!snapshot) await drawn();
    const pyodide = await loadPyodide(snapshot ? { _loadSnapshot: snapshot } : { _makeSnapshot: true });
    stage(PYTHON);
    await turn();
    if (!snapshot) {
      pyodide.runPython(document.getElementById("load").textContent);
      await imported(pyodide, PYTHON, MODULES, -1);
      pyodide.runPython("settle()");
      retroPyramid.keep(() => pyodide.makeMemorySnapshot());
      // Up to here Python had but a stand-in, of which not all can be asked.
      pyodide.registerJsModule("js", window);
    }
    pyodide._api._skip_unwind_fatal_error = true;
    pyodide.canvas.setCanvas2D(canvas);
    const site = pyodide._api.sitepackages;
    pyodide.FS.mkdirTree(`${site}/pyxel`);
    for (const [name, bytes] of await wheel) pyodide.FS.writeFile(`${site}/${name}`, bytes, { canOwn: true });
    await pyodide._api.loadDynlib(`${site}/pyxel/pyxel_wrapper.abi3.so`);
    unwatch();
    forbidText();
    engine.listenTo(pyodide, broke);
    pyodide.runPython("resume()");
    await imported(pyodide, MODULES, 1);
    return pyodide;
  }

  // The engine in Pyxel's wheel. The browser unpacks it while Python starts; Python itself would take as long as it does to go
  // on from a snapshot.
  async function unpacked(address) {
    const bytes = await (await fetch(address)).arrayBuffer();
    const view = new DataView(bytes);
    const files = [];
    // Each file stands behind a header of its own.
    for (let at = 0; view.getUint32(at, true) === 0x04034b50;) {
      const packed = view.getUint16(at + 8, true);
      const named = at + 30 + view.getUint16(at + 26, true);
      const name = new TextDecoder().decode(bytes.slice(at + 30, named));
      const start = named + view.getUint16(at + 28, true);
      at = start + view.getUint32(at + 18, true);
      if (!/^pyxel\/\w+\.(py|abi3\.so)$/.test(name)) continue;
      const stored = new Blob([bytes.slice(start, at)]).stream();
      const stream = packed ? stored.pipeThrough(new DecompressionStream("deflate-raw")) : stored;
      files.push([name, new Uint8Array(await new Response(stream).arrayBuffer())]);
    }
    return files;
  }

  // Imports the program's modules up to `end`, from one share of the start to another: again after a snapshot, which may be
  // of another program.
  async function imported(pyodide, from, to, end) {
    const { steps } = pyodide.pyimport("retro_pyramid.page.browser");
    const modules = (steps?.(retroPyramid.query()).toJs() ?? []).slice(0, end);
    let done = 0;
    let turned = -STEP;
    for (const module of modules) {
      stage(from + (to - from) * ++done / modules.length);
      // A turn costs some milliseconds, more than most of these modules do on a second visit.
      if (performance.now() - turned > STEP) {
        await turn();
        turned = performance.now();
      }
      pyodide.pyimport(module).destroy();
    }
  }

  // The prompt is a button, so that a screen reader stands on it: this reads it out, and not the news that it is there.
  function ask() {
    say("");
    notice.setAttribute("aria-live", "off");
    line.append(Object.assign(document.createElement("button"), { type: "button", id: "begin", textContent: "Press a key, click or tap to start" }));
    line.firstChild.focus({ preventScroll: true });
  }

  // What the first press does.
  function begin() {
    if (phase === "waiting") play();
  }

  // Takes the first picture away after some frames: the first of them may be on its way to the screen for a while.
  function uncover(frames) {
    if (frames) requestAnimationFrame(() => uncover(frames - 1));
    else poster.hidden = true;
  }

  function play() {
    enter("playing");
    notice.hidden = true;
    document.body.classList.add("playing");
    pyxelContext.pyodide._module.SDL2?.audioContext?.resume();
    uncover(FRAMES);
    focus();
  }

  // Whether a press is asked for by nobody: there has been one, or the browser lets a page sound without, or nobody is to hear it.
  function free() {
    const policy = navigator.getAutoplayPolicy?.("audiocontext");
    const sounds = policy ? policy === "allowed" : pyxelContext.pyodide._module.SDL2?.audioContext?.state === "running";
    return navigator.userActivation?.hasBeenActive || sounds || retroPyramid.recall("sound") === "off";
  }

  // The first picture is to be seen before what comes next keeps the browser busy. Who looks elsewhere has nothing painted.
  function painted() {
    return new Promise((resolve) => {
      new PerformanceObserver(resolve).observe({ type: "paint", buffered: true });
      setTimeout(resolve, UNPAINTED);
    });
  }

  // Resolves when the page has been drawn as it is, which a start of some seconds would hold up.
  function drawn() {
    return new Promise((resolve) => {
      requestAnimationFrame(() => setTimeout(resolve));
      setTimeout(resolve, UNPAINTED);
    });
  }

  // Tells what the browser lacks that no loading brings.
  function need(what, there) {
    if (!there) fail(`Pyramid needs ${what}, which this browser lacks or has switched off.`, "Please switch it on in the browser's settings, or try another browser.");
  }

  // Starts the program, which draws its first picture and stands there.
  function start() {
    const params = { command: "run", script: document.getElementById("start").textContent };
    Object.assign(pyxelContext, { initialized: true, canvas, params });
    try {
      pyxelContext.pyodide.runPython(params.script);
    } catch (error) {
      broke(error.message);
    }
  }

  async function launch() {
    // Before the scripts that use it as they are read.
    need("WebAssembly", typeof WebAssembly === "object");
    if (phase === "failed") return;
    // To read them takes a tenth of a second, mostly beside what paints; they do next to nothing before they are called.
    const pyxel = pieces.script("pyxel.js").then(() => { delete document.head.appendChild; });
    const scripts = Promise.all([pyxel, ...["pyodide.js", "pyodide.asm.js"].map(pieces.script)]);
    scripts.catch(unreachable);
    await painted();
    const snapshot = await retroPyramid.snapshot();
    // Who has one has played.
    if (!snapshot) need("WebGL", document.createElement("canvas").getContext("webgl"));
    if (phase === "failed") return;
    took = snapshot ? -1 : Number(retroPyramid.recall("start"));
    try {
      const pyodide = await load(scripts, snapshot);
      pyxelContext.pyodide = pyodide;
    } catch (error) {
      if (phase !== "failed") broke(`${error}`);
    }
    if (phase === "failed") return;
    start();
    if (phase === "failed") return;
    if (!snapshot) retroPyramid.remember("start", (performance.now() - began) / 1000);
    enter("waiting");
    ask();
    await turn();
    if (phase === "waiting" && free()) play();
  }

  engine.listen(broke);
  // Pyxel's script would add a style and an icon that nobody has checked, and the page has its own.
  document.head.appendChild = (link) => link;
  document.body.classList.add("scripts");
  document.getElementById("pyxel-screen").addEventListener("contextmenu", (event) => event.preventDefault());
  document.body.addEventListener("click", begin);
  window.addEventListener("pointerdown", (event) => event.target.closest?.("dialog, input, textarea, a") || focus(), true);
  for (const happening of HAPPENINGS) window.addEventListener(happening, wake, true);
  pieces.follow(progress, unreachable);
  progress();
  setTimeout(() => {
    if (phase === "loading") say(`Still loading. The connection is slow, or something holds ${pieces.host} back.`);
  }, PATIENCE);
  return {
    on, follow, framed, rest, wake, afterFrame, archive, said, launch, focus, begin,
    // Asked by the program: whether its first picture stands still.
    get held() { return phase !== "playing"; },
    get phase() { return phase; }, get state() { return state; },
  };
})();
