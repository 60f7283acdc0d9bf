// Decides who gets a key press: the browser, the game, or the part of the page that has the focus.
import { startGame } from "./boot.js";
import { bridge } from "./bridge.js";
import { pressKey } from "./synth_keyboard.js";
import { focusToolbar, handleKey as handleToolbarKey } from "./toolbar.js";
import { handleKey as handleTouchControlKey } from "./touch_controls.js";
import { handleKey as handleVirtualKeyboardKey } from "./virtual_keyboard.js";

const BROWSER_KEYS = new Set(["F3", "F5", "F6", "F7", "F11", "F12"]);
const GAME_KEYS = new Set(["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "PageUp", "PageDown", "Home", "End",
  "Tab", "Backspace", "Insert", "Delete", "Enter", "Escape", "F1", "F2", "F4", "F8", "F9", "F10"]);
const MODIFIERS = new Set(["Shift", "Control", "Alt", "AltGraph", "Meta", "CapsLock", "NumLock"]);
const LETTER_CODE = /^Key([A-Z])$/;
const NON_LATIN = /^(?!\p{Script=Latin})\p{L}$/u;

// Returns the Latin letter of the physical key if the keyboard is for another script and no text is being typed.
function latinLetter({ key, code }) {
  return NON_LATIN.test(key) && !bridge.state?.typing ? LETTER_CODE.exec(code)?.[1].toLowerCase() : undefined;
}

// Whether a key press is for a button or a field. SDL listens at the window, before any part of the page, so such a press must
// end here. On a target of the overlay only the keys that press it are not the game's.
function isForPage({ target, key }) {
  if (target === document.body || !(target instanceof Element)) return false;
  return target.closest("#places") ? key === "Enter" || key === " " : !["canvas", "begin"].includes(target.id);
}

// Passes Ctrl or Command with a letter to the game if the screen has a use for it; else it belongs to the browser.
function handleChord(event) {
  const { ctrlKey, metaKey, altKey, shiftKey, key } = event;
  if (ctrlKey === metaKey || altKey || shiftKey || !/^[a-z]$/i.test(key) || isForPage(event)) return;
  if (bridge.phase !== "playing") return;
  if (bridge.pressChord(`${ctrlKey ? "CTRL" : "META"}+${key.toUpperCase()}`, event.repeat)) event.preventDefault();
}

/** @param {KeyboardEvent} event */
function onKeyDown(event) {
  // The page's own presses are for the game, whatever key it is.
  if (event.byPage) return;
  const hasModifier = event.ctrlKey || event.altKey || event.metaKey || event.getModifierState("AltGraph");
  // Pyxel must not see its own shortcuts either: Alt with a digit, R or Enter.
  if (hasModifier || event.key === "AltGraph" || BROWSER_KEYS.has(event.key)) {
    event.stopImmediatePropagation();
    handleChord(event);
  } else if (isForPage(event)) {
    event.stopImmediatePropagation();
    handleToolbarKey(event);
    handleVirtualKeyboardKey(event);
    handleTouchControlKey(event);
  } else if (bridge.phase === "playing" && event.key === "Tab" && event.shiftKey) {
    // Tab alone is a key of the game.
    event.stopImmediatePropagation();
    event.preventDefault();
    focusToolbar();
  } else if (bridge.phase === "playing" && GAME_KEYS.has(event.key)) {
    event.preventDefault();
  } else if (bridge.phase === "playing" && latinLetter(event)) {
    event.stopImmediatePropagation();
    event.preventDefault();
    if (!event.repeat) pressKey(latinLetter(event));
  } else if (bridge.phase === "waiting" && !MODIFIERS.has(event.key)) {
    // The game must not take it for its first key.
    event.stopImmediatePropagation();
    event.preventDefault();
    startGame();
  }
}

/** @param {KeyboardEvent} event */
function onKeyPress(event) {
  if (isForPage(event)) event.stopImmediatePropagation();
}

window.addEventListener("keydown", onKeyDown, true);
window.addEventListener("keypress", onKeyPress, true);
