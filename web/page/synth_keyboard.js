// Presses keys of the game for everything that stands in for a keyboard: buttons, the virtual keyboard, gamepads.
import { bridge } from "./bridge.js";
import { byId } from "./dom.js";
import { afterFrame } from "./loop.js";

// SDL reads `code` for keys with a name, `keypress` for characters, and the old numbers of both.
const KEY_CODES = { Escape: 27, Enter: 13, Backspace: 8, Tab: 9, Delete: 46, ArrowLeft: 37, ArrowUp: 38, ArrowRight: 39, ArrowDown: 40,
  PageUp: 33, PageDown: 34, Home: 36, End: 35, Insert: 45, F1: 112, F2: 113, F3: 114, F4: 115, F5: 116, F6: 117, F7: 118, F8: 119, F9: 120, F10: 121 };
/** Key -> whether the game has had a frame since the press, and whether the key was released.
 * @type {Map<string, { seen: boolean, released: boolean }>} */
const pressed = new Map();

function codeOf(key) {
  if (key in KEY_CODES) return key;
  if (key === " ") return "Space";
  if (/^[a-z]$/i.test(key)) return "Key" + key.toUpperCase();
  return /^[0-9]$/.test(key) ? "Digit" + key : "";
}

function send(type, key) {
  const charCode = type === "keypress" ? key.charCodeAt(0) : 0;
  const keyCode = charCode || (KEY_CODES[key] ?? key.toUpperCase().charCodeAt(0));
  const event = new KeyboardEvent(type, { key, code: codeOf(key), bubbles: true, cancelable: true });
  for (const [name, value] of Object.entries({ keyCode, which: keyCode, charCode, byPage: true })) {
    Object.defineProperty(event, name, { value });
  }
  byId("canvas").dispatchEvent(event);
}

/** @param {string} key  as KeyboardEvent.key */
export function keyDown(key) {
  if (bridge.phase !== "playing") return;
  const press = { seen: false, released: false };
  pressed.set(key, press);
  send("keydown", key);
  if (key.length === 1) send("keypress", key);
  afterFrame(() => {
    press.seen = true;
    if (press.released) send("keyup", key);
  });
}

/**
 * Release a key. The game samples the keys once a frame, so an early release waits for the frame.
 * @param {string} key
 */
export function keyUp(key) {
  const press = pressed.get(key);
  pressed.delete(key);
  if (!press) return;
  press.released = true;
  if (press.seen) send("keyup", key);
}

/** @param {string} key */
export function pressKey(key) {
  keyDown(key);
  keyUp(key);
}
