(() => {
  // The shape of the picture, 4:3 as the EGA's monitor showed it or with square pixels; and full screen.
  const shape = document.getElementById("aspect");
  const full = document.getElementById("full");

  function show(square) {
    document.body.classList.toggle("square", square);
    shape.setAttribute("aria-pressed", String(!square));
  }

  shape.addEventListener("click", () => {
    const square = !document.body.classList.contains("square");
    retroPyramid.remember("aspect", square ? "square" : "4:3");
    show(square);
  });
  // The first picture has been given the shape that the address or the last visit asks for.
  show(document.body.classList.contains("square"));
  shape.hidden = false;

  // Called by the program with the shape of its adapter's picture where pixels are square.
  retroPyramid.shape = (columns, rows) => {
    document.body.style.setProperty("--columns", columns);
    document.body.style.setProperty("--rows", rows);
  };

  // Asked by the program when it starts.
  retroPyramid.still = matchMedia("(prefers-reduced-motion: reduce)").matches;

  // In full screen Esc is the browser's, unless it lends the key out; the button Esc is there in any case.
  async function toggle() {
    if (document.fullscreenElement) {
      await document.exitFullscreen();
    } else {
      await document.documentElement.requestFullscreen({ navigationUI: "hide" });
      await navigator.keyboard?.lock?.(["Escape"]);
    }
  }

  full.addEventListener("click", () => toggle().catch((error) => console.warn(error)));
  document.addEventListener("fullscreenchange", () => {
    full.setAttribute("aria-pressed", String(document.fullscreenElement !== null));
  });
  full.setAttribute("aria-pressed", "false");
  full.hidden = !document.fullscreenEnabled;
})();
