(() => {
  // Once everything has come, a worker keeps it for the time without a network. Where there is none (an address
  // without https, a private window, an embedding page that forbids it), the page works as it is.
  const PATIENCE = 3000;  // milliseconds: who starts at once has the first frame before the worker fetches anything
  let timer = null;

  function register() {
    clearTimeout(timer);
    navigator.serviceWorker?.controller?.postMessage("fill");
    navigator.serviceWorker?.register("worker.js").catch((error) => console.info(`Not kept for offline: ${error.message}`));
  }

  // Another worker takes charge when it has all of a new version. This page plays on as it is: nobody is asked to leave a
  // game for that, but told between two games.
  let first = !navigator.serviceWorker?.controller;
  let newer = false;

  function tell(state) {
    if (!newer || retroPyramid.phase !== "playing" || !state || state.status === "playing") return;
    newer = false;
    retroPyramid.program.say("A new version of this page is there: it comes when you load it again");
  }

  navigator.serviceWorker?.addEventListener("controllerchange", () => {
    newer = !first;
    first = false;
    tell(retroPyramid.state);
  });
  retroPyramid.on("state", tell);

  retroPyramid.on("phase", (phase) => {
    clearTimeout(timer);
    if (phase === "waiting" || phase === "playing") timer = setTimeout(register, PATIENCE);
  });
})();
