(() => {
  // Moves and presses the mouse of the game for what stands in for one. The game looks once a frame where the mouse is
  // and which buttons went down or up: so after every press and release it gets a frame before the mouse goes on.
  const queue = [];
  let waiting = false;

  function send({ type, x, y, button, held }) {
    if (type === "leave") {
      // Where it was last, the game has yet to see.
      retroPyramid.afterFrame(() => retroPyramid.program?.unpoint());
      return;
    }
    document.getElementById("canvas").dispatchEvent(new MouseEvent(type, {
      clientX: x, clientY: y, button, buttons: held, bubbles: true, cancelable: true, view: window,
    }));
  }

  function work() {
    waiting = false;
    while (queue.length && !waiting) {
      const act = queue.shift();
      send(act);
      waiting = act.type === "mousedown" || act.type === "mouseup";
    }
    if (waiting) retroPyramid.afterFrame(work);
  }

  // `type` as of a MouseEvent, or "leave" when nothing points any more, at a point of the page; `button` 0 is the left one, 2 the right one; `held` as `buttons`.
  retroPyramid.mouse = (type, { x, y }, button = 0, held = 0) => {
    if (type === "mousemove" && queue.at(-1)?.type === "mousemove") queue.pop();
    queue.push({ type, x, y, button, held });
    if (!waiting) work();
  };
})();
