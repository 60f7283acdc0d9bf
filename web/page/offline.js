(() => {
  // Once everything has come, a worker keeps it for the time without a network. Where there is none (an address
  // without https, a private window, an embedding page that forbids it), the page works as it is.
  retroPyramid.on("phase", (phase) => {
    if (phase !== "waiting") return;
    navigator.serviceWorker?.register("worker.js").catch((error) => console.info(`Not kept for offline: ${error.message}`));
  });
})();
