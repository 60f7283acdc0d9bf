(() => {
  // Fingers on the picture become the mouse that SDL listens to: a tap is a click, a long press a click of the right
  // button, and whoever moves drags; under the loupe that moves the picture. The page neither scrolls nor zooms under
  // one finger.
  const LONG = 500;   // milliseconds until a press is a long one
  const PAUSE = 50;   // milliseconds before that in which comes what the finger did while the page was busy
  const STRAY = 8;    // pixels of the page that a finger trembles
  let by = "mouse";   // what the last press on the page was made with
  let finger = null;  // { id, since, start, at, timer, dragging, done }

  // Where a finger is, kept inside the picture that it began on.
  function placeOf(touch) {
    const box = document.getElementById("canvas").getBoundingClientRect();
    return {
      x: Math.min(Math.max(touch.clientX, box.left), box.right - 1),
      y: Math.min(Math.max(touch.clientY, box.top), box.bottom - 1),
    };
  }

  function click(place, button = 0) {
    retroPyramid.mouse("mousemove", place);
    retroPyramid.mouse("mousedown", place, button, button ? 2 : 1);
    retroPyramid.mouse("mouseup", place, button);
  }

  function start(touch, since) {
    const place = placeOf(touch);
    finger = { id: touch.identifier, since, start: place, at: place, dragging: false, done: false };
    // A timer that is late says nothing of the finger, which may have left meanwhile.
    finger.timer = setTimeout(() => { finger.timer = setTimeout(long, PAUSE); }, LONG - PAUSE);
    retroPyramid.mouse("mousemove", place);
  }

  function long() {
    finger.done = true;
    navigator.vibrate?.(15);
    click(finger.at, 2);
  }

  function move(touch) {
    finger.at = placeOf(touch);
    if (finger.done) return;
    if (!finger.dragging && Math.hypot(finger.at.x - finger.start.x, finger.at.y - finger.start.y) > STRAY) {
      clearTimeout(finger.timer);
      finger.dragging = true;
      finger.pans = retroPyramid.loupe.grasp(finger.start);
      if (!finger.pans) retroPyramid.mouse("mousedown", finger.start, 0, 1);
    }
    if (finger.pans) retroPyramid.loupe.drag({ x: touch.clientX, y: touch.clientY });
    else if (finger.dragging) retroPyramid.mouse("mousemove", finger.at, 0, 1);
  }

  // `time` is when the finger left; null is a press that counts for nothing.
  function end(time) {
    clearTimeout(finger.timer);
    const short = time - finger.since < LONG;
    if (finger.dragging) {
      if (!finger.pans) retroPyramid.mouse("mouseup", finger.at);
    } else if (!finger.done && time !== null && !(short && retroPyramid.loupe.takes(finger.at))) {
      click(finger.at, short ? 0 : 2);
    }
    retroPyramid.mouse("leave", finger.at);
    finger = null;
  }

  function touched(event) {
    if (retroPyramid.phase !== "playing" || event.target.id !== "canvas") return;
    event.stopImmediatePropagation();
    if (event.touches.length > 1) {
      // Two fingers are the browser's: who sees badly may enlarge the page.
      if (finger) end(null);
      return;
    }
    // Not after two fingers, when the browser scrolls already.
    if (event.cancelable) event.preventDefault();
    for (const touch of event.changedTouches) {
      if (event.type === "touchstart" && !finger) start(touch, event.timeStamp);
      else if (touch.identifier !== finger?.id) continue;
      else if (event.type === "touchmove") move(touch);
      else end(event.type === "touchcancel" ? null : event.timeStamp);
    }
  }

  // After a finger on anything else browsers tell of a mouse, and the arrow would come to where that is.
  window.addEventListener("pointerdown", (event) => { by = event.pointerType; }, true);
  for (const type of ["mousemove", "mousedown", "mouseup"]) {
    document.querySelector("main").addEventListener(type, (event) => {
      if (by === "touch" && event.target.id !== "canvas") event.stopPropagation();
    });
  }
  for (const type of ["touchstart", "touchmove", "touchend", "touchcancel"]) {
    window.addEventListener(type, touched, { capture: true, passive: false });
  }
})();
