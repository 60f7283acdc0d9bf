(() => {
  // A gamepad, as at the desk: cross or left stick are the arrow keys, A is Enter, B Esc, X takes back (F3), Y gives a hint
  // (Insert), Start is the menu (F10), Back the sound (F2), the shoulders Home and End. The right stick moves the mouse,
  // the triggers are its buttons.
  // Pressed down, the left stick is Setup (F8), the right one shows the keys on the screen or puts them away: with them
  // every key of the game can be had. While they are shown, cross and A go over those.
  const KEYS = { 0: "Enter", 1: "Escape", 2: "F3", 3: "Insert", 4: "Home", 5: "End", 8: "F2", 9: "F10", 10: "F8",
    12: "ArrowUp", 13: "ArrowDown", 14: "ArrowLeft", 15: "ArrowRight" };
  const MOUSE = { 6: 2, 7: 0 };  // the triggers: right and left button
  const BOARD = 11;              // the right stick, pressed down
  const DEAD = 0.5;              // how far a stick is pushed to count as the cross
  const SLACK = 0.15;            // how far it rests from its middle
  const SPEED = 0.8;             // widths and heights of the picture a second
  const held = new Map();        // what is down -> what lets it go
  let pointer = [0.5, 0.5];      // in widths and heights of the picture
  let last = 0;
  let polling = null;

  function mouse(type, button = 0, held = 0) {
    const box = document.getElementById("canvas").getBoundingClientRect();
    const [x, y] = pointer;
    retroPyramid.mouse(type, { x: box.left + x * box.width, y: box.top + y * box.height }, button, held);
  }

  function pushed(pad) {
    const down = new Set();
    pad.buttons.forEach((button, number) => button.pressed && down.add(number));
    const [across, along] = pad.axes;
    if (across <= -DEAD) down.add(14);
    if (across >= DEAD) down.add(15);
    if (along <= -DEAD) down.add(12);
    if (along >= DEAD) down.add(13);
    return down;
  }

  // Does what a button means; returns what its release means.
  function press(number) {
    const keys = retroPyramid.screenKeys;
    keys.use("gamepad");
    if (number in MOUSE) {
      mouse("mousedown", MOUSE[number], MOUSE[number] ? 2 : 1);
      return () => mouse("mouseup", MOUSE[number]);
    }
    if (number === BOARD) keys.turn();
    const key = KEYS[number];
    if (!key) return () => {};
    if (keys.shown && number >= 12) {
      keys.steer(key);
      return () => {};
    }
    if (keys.shown && number === 0) {
      keys.strike();
      return () => {};
    }
    retroPyramid.keyDown(key);
    return () => retroPyramid.keyUp(key);
  }

  function point([, , across = 0, along = 0], seconds) {
    if (Math.hypot(across, along) < SLACK) return;
    pointer = [across, along].map((push, way) => Math.min(Math.max(pointer[way] + push * SPEED * seconds, 0), 0.999));
    mouse("mousemove");
  }

  function poll() {
    const pads = navigator.getGamepads().filter((pad) => pad?.connected);
    const now = performance.now();
    const seconds = Math.min(now - last, 100) / 1000;
    last = now;
    const down = new Set(pads.flatMap((pad) => [...pushed(pad)]));
    if (down.size && retroPyramid.phase === "waiting") retroPyramid.begin();
    if (retroPyramid.phase === "playing") {
      for (const number of down) if (!held.has(number)) held.set(number, press(number));
      for (const [number, release] of held) {
        if (!down.has(number)) {
          release();
          held.delete(number);
        }
      }
      for (const pad of pads) point(pad.axes, seconds);
    }
    if (pads.length) return;
    clearInterval(polling);
    polling = null;
  }

  window.addEventListener("gamepadconnected", () => {
    polling ??= setInterval(poll, 16);
  });
})();
