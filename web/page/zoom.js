(() => {
  // Pyxel forbids zooming the page and stops two fingers; whoever needs larger letters may zoom all the same.
  const viewport = document.querySelector("meta[name=viewport]");
  const ours = viewport.content;
  new MutationObserver(() => {
    if (viewport.content !== ours) viewport.content = ours;
  }).observe(viewport, { attributes: true });

  function twoFingers(event) {
    if (event.touches.length > 1) event.stopPropagation();
  }

  for (const kind of ["touchstart", "touchmove"]) {
    window.addEventListener(kind, twoFingers, { capture: true, passive: true });
  }
})();
