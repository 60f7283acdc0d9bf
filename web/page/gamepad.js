// Gamepads, as on the desktop: cross or left stick are the arrow keys, A is Enter, B Esc, X undo (F3), Y a hint (Insert),
// Start the menu (F10), Back the sound (F2), the shoulders Home and End. The right stick moves the mouse, the triggers are
// its buttons. Pressed down, the left stick is Setup (F8), and the right one shows or hides the keyboard on the screen, by
// which every key of the game can be pressed. While it is shown, cross and A act on it.
import { startGame } from "./boot.js";
import { bridge } from "./bridge.js";
import { byId } from "./dom.js";
import { keyDown, keyUp } from "./synth_keyboard.js";
import { sendMouse } from "./synth_mouse.js";
import { isShown, moveFocus, pressFocused, toggle, useGamepad } from "./virtual_keyboard.js";

// Numbers of the standard gamepad.
const KEYS = { 0: "Enter", 1: "Escape", 2: "F3", 3: "Insert", 4: "Home", 5: "End", 8: "F2", 9: "F10", 10: "F8",
  12: "ArrowUp", 13: "ArrowDown", 14: "ArrowLeft", 15: "ArrowRight" };
/** The triggers: right and left mouse button. */
const MOUSE_BUTTONS = { 6: 2, 7: 0 };
const RIGHT_STICK_DOWN = 11;
/** How far a stick is pushed to count as the cross. */
const CROSS_THRESHOLD = 0.5;
const DEAD_ZONE = 0.15;
/** Widths and heights of the picture a second. */
const POINTER_SPEED = 0.8;
const POLL_MS = 16;
/** Pressed button -> function that releases it. */
const held = new Map();
/** In widths and heights of the picture. */
let pointer = [0.5, 0.5];
let lastPoll = 0;
let pollTimer = null;

function moveMouse(type, button = 0, buttons = 0) {
  const box = byId("canvas").getBoundingClientRect();
  const [x, y] = pointer;
  sendMouse(type, { x: box.left + x * box.width, y: box.top + y * box.height }, button, buttons);
}

function pressedButtons(pad) {
  const pressed = new Set();
  pad.buttons.forEach((button, number) => button.pressed && pressed.add(number));
  const [x, y] = pad.axes;
  if (x <= -CROSS_THRESHOLD) pressed.add(14);
  if (x >= CROSS_THRESHOLD) pressed.add(15);
  if (y <= -CROSS_THRESHOLD) pressed.add(12);
  if (y >= CROSS_THRESHOLD) pressed.add(13);
  return pressed;
}

// Presses a button; returns the function that releases it.
function press(number) {
  useGamepad();
  if (number in MOUSE_BUTTONS) {
    moveMouse("mousedown", MOUSE_BUTTONS[number], MOUSE_BUTTONS[number] ? 2 : 1);
    return () => moveMouse("mouseup", MOUSE_BUTTONS[number]);
  }
  if (number === RIGHT_STICK_DOWN) toggle();
  const key = KEYS[number];
  if (!key) return () => {};
  if (isShown() && number >= 12) {
    moveFocus(key);
    return () => {};
  }
  if (isShown() && number === 0) {
    pressFocused();
    return () => {};
  }
  keyDown(key);
  return () => keyUp(key);
}

function movePointer(axes, seconds) {
  const [, , x = 0, y = 0] = axes;
  if (Math.hypot(x, y) < DEAD_ZONE) return;
  pointer = [x, y].map((push, axis) => Math.min(Math.max(pointer[axis] + push * POINTER_SPEED * seconds, 0), 0.999));
  moveMouse("mousemove");
}

function poll() {
  const pads = navigator.getGamepads().filter((pad) => pad?.connected);
  const now = performance.now();
  const seconds = Math.min(now - lastPoll, 100) / 1000;
  lastPoll = now;
  const pressed = new Set(pads.flatMap((pad) => [...pressedButtons(pad)]));
  if (pressed.size && bridge.phase === "waiting") startGame();
  if (bridge.phase === "playing") {
    for (const number of pressed) if (!held.has(number)) held.set(number, press(number));
    for (const [number, release] of held) {
      if (!pressed.has(number)) {
        release();
        held.delete(number);
      }
    }
    for (const pad of pads) movePointer(pad.axes, seconds);
  }
  if (pads.length) return;
  clearInterval(pollTimer);
  pollTimer = null;
}

window.addEventListener("gamepadconnected", () => {
  pollTimer ??= setInterval(poll, POLL_MS);
});
