// The first picture: the title of the requested edition, before anything else of the page is there. A plain script of its
// own, since the pictures follow it one by one.
window.showPoster = (() => {
  // The program reads links in the same way: software that passes links on may escape & and leave punctuation at the end.
  const query = new URLSearchParams(location.search.replace(/&(amp;)+/g, "&"));
  const value = (name) => query.get(name)?.match(/\w+/)?.[0];
  const requested = value("edition") ?? value("--edition") ?? value("watch");
  const image = /** @type {HTMLImageElement} */ (document.getElementById("poster"));
  let shape = value("aspect");
  try {
    shape ??= localStorage.getItem("retro-pyramid-page/aspect");
  } catch { /* A blocked storage remembers nothing. */ }
  document.body.classList.toggle("square", shape === "square");

  // Called once for each edition, that of the plain start first.
  return (edition, png) => {
    if (!image.src || edition === requested) image.src = `data:image/png;base64,${png}`;
  };
})();
