(() => {
  // Once everything has come, a worker keeps it for the time without a network. Where there is none (an address
  // without https, a private window, an embedding page that forbids it), the page works as it is.
  const PATIENCE = 3000;  // milliseconds: who starts at once has the first frame before the worker fetches anything
  let timer = null;

  function register() {
    clearTimeout(timer);
    navigator.serviceWorker?.register("worker.js").catch((error) => console.info(`Not kept for offline: ${error.message}`));
  }

  retroPyramid.on("phase", (phase) => {
    if (phase === "waiting") timer = setTimeout(register, PATIENCE);
    else if (phase === "starting") clearTimeout(timer);
    else if (phase === "playing") timer = setTimeout(register, PATIENCE);
  });
})();
