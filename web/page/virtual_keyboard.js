// The keyboard on the screen. It comes by its button, and by itself when the program wants text from somebody who used a
// finger or a gamepad. A gamepad moves over its keys with `moveFocus` and `pressFocused`, a keyboard with the arrow keys.
import { bridge } from "./bridge.js";
import { byId, focusGame, makeButton, makeElement } from "./dom.js";
import { on } from "./game_state.js";
import { keyDown, keyUp, pressKey } from "./synth_keyboard.js";

const ROWS = ["1234567890", "qwertyuiop", "asdfghjkl-", ["Shift", ..."zxcvbnm.", "Backspace"],
  ["Escape", "Tab", "F1", " ", "ArrowLeft", "ArrowUp", "ArrowDown", "ArrowRight", "Enter"]];
/** Row and column of the key Enter. */
const ENTER = [4, 8];
const KEY_LABELS = { Shift: "⇧", Backspace: "⌫", Escape: "Esc", Tab: "Tab", " ": "Space", Enter: "Enter", ArrowLeft: "←",
  ArrowUp: "↑", ArrowDown: "↓", ArrowRight: "→" };
const SPOKEN_LABELS = { "-": "Hyphen", ".": "Full stop", Shift: "Shift", Backspace: "Backspace", Escape: "Escape",
  ArrowLeft: "Left", ArrowUp: "Up", ArrowDown: "Down", ArrowRight: "Right" };
const board = byId("keys");
const toggleButton = byId("keyboard");
let openedItself = false;
/** "key" after the key Shift, "name" for the capital at the beginning of a name, else empty. */
let shiftState = "";
/** What was used last: mouse, touch, pen or gamepad. */
let device = "mouse";
/** Row and column of the gamepad's key. */
let position = ENTER;

/** @returns {NodeListOf<HTMLButtonElement>} */
function keyButtons() {
  return board.querySelectorAll("button");
}

// With Shift, letters are capitals and digits are the function keys.
function shifted(key) {
  if (!shiftState || key.length > 1) return key;
  return /[0-9]/.test(key) ? (shiftState === "key" ? `F${key === "0" ? 10 : key}` : key) : key.toUpperCase();
}

function setShift(state) {
  shiftState = state;
  for (const button of keyButtons()) {
    if (button.value.trim().length === 1) button.textContent = shifted(button.value);
  }
  board.querySelector("[value=Shift]").setAttribute("aria-pressed", String(state !== ""));
}

function press(key) {
  if (key === "Shift") {
    setShift(shiftState ? "" : "key");
  } else {
    pressKey(shifted(key));
    if (key.length === 1) setShift("");
  }
}

function keyButton(key) {
  const button = makeButton({ value: key, textContent: KEY_LABELS[key] ?? key });
  if (SPOKEN_LABELS[key]) button.setAttribute("aria-label", SPOKEN_LABELS[key]);
  // Held keys repeat in the game, so press and release are passed on as they come.
  if (key.length > 1 && key !== "Shift") {
    button.addEventListener("pointerdown", () => keyDown(key));
    for (const type of ["pointerup", "pointercancel", "pointerleave"]) button.addEventListener(type, () => keyUp(key));
    button.addEventListener("click", (event) => event.detail || press(key));
  } else {
    button.addEventListener("click", () => press(key));
  }
  return button;
}

// Letters are hidden while a finger types a number; a gamepad moves over all keys.
function hideLetters(state) {
  board.classList.toggle("digits", openedItself && state?.typing === "digits" && device !== "gamepad");
}

function show(isShown, byItself = false) {
  openedItself = isShown && byItself;
  hideLetters(bridge.state);
  board.hidden = !isShown;
  document.body.classList.toggle("keyed", isShown);
  toggleButton.setAttribute("aria-expanded", String(isShown));
  if (isShown) {
    position = ENTER;
    setShift(byItself ? "name" : "");
  }
  markFocused();
}

function focusedKey() {
  return /** @type {HTMLButtonElement} */ (board.children[position[0]].children[position[1]]);
}

// Shows which key the gamepad is on; the Tab key leads there, too.
function markFocused() {
  for (const button of keyButtons()) {
    button.tabIndex = button === focusedKey() ? 0 : -1;
    button.classList.toggle("at", device === "gamepad" && button === focusedKey());
  }
}

/**
 * Move to the next key in the direction of an arrow key.
 * @param {string} key
 */
export function moveFocus(key) {
  board.classList.remove("digits");
  const step = { ArrowLeft: -1, ArrowRight: 1 }[key] ?? 0;
  const from = board.children[position[0]];
  const row = (position[0] + ({ ArrowUp: -1, ArrowDown: 1 }[key] ?? 0) + ROWS.length) % ROWS.length;
  if (step) {
    position = [row, (position[1] + step + from.children.length) % from.children.length];
  } else {
    const middle = (button) => button.offsetLeft + button.offsetWidth / 2;
    const distances = [...board.children[row].children].map((button) => Math.abs(middle(button) - middle(from.children[position[1]])));
    position = [row, distances.indexOf(Math.min(...distances))];
  }
  markFocused();
}

/** Press the key that the gamepad is on. */
export function pressFocused() {
  press(focusedKey().value);
}

export function toggle() {
  show(board.hidden);
}

export function isShown() {
  return !board.hidden;
}

/** Note that a gamepad is in use. */
export function useGamepad() {
  device = "gamepad";
  hideLetters(bridge.state);
  markFocused();
}

/**
 * Handle a key press if the keyboard on the screen has the focus; keyboard.js keeps it from the game.
 * @param {KeyboardEvent} event
 */
export function handleKey(event) {
  const target = /** @type {Element} */ (event.target);
  if (!board.contains(target)) return;
  if (event.key.startsWith("Arrow")) {
    position = [...board.children].map((row) => [...row.children].indexOf(target)).flatMap((column, row) => (column < 0 ? [] : [row, column]));
    moveFocus(event.key);
    focusedKey().focus();
  } else if (event.key === "Escape") {
    focusGame();
  } else {
    return;
  }
  event.preventDefault();
}

for (const keys of ROWS) {
  const row = makeElement("div");
  row.append(...[...keys].map(keyButton));
  board.append(row);
}
board.addEventListener("mousedown", (event) => event.preventDefault());
toggleButton.addEventListener("click", toggle);
window.addEventListener("pointerdown", (event) => { device = event.pointerType; }, true);
on("state", (state) => {
  if (state.typing && board.hidden && device !== "mouse") show(true, true);
  else if (!state.typing && openedItself) show(false);
});
show(false);
toggleButton.hidden = false;
