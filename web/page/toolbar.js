// The bar of buttons: one stop of the Tab key, arrow keys inside it, Esc back to the game. A press by mouse or finger leaves
// the focus with the game, so that its keys go on working.
import { byId, focusGame } from "./dom.js";
import { pressKey } from "./synth_keyboard.js";

const STEPS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };
const bar = byId("buttons");

/** @returns {HTMLButtonElement[]} */
function usableButtons() {
  return [.../** @type {NodeListOf<HTMLButtonElement>} */ (bar.querySelectorAll("button:not([hidden], :disabled)"))];
}

function setTabStop(stop) {
  for (const button of bar.querySelectorAll("button")) button.tabIndex = button === stop ? 0 : -1;
}

/** Move the focus from the game to the bar. */
export function focusToolbar() {
  (usableButtons().find((button) => button.tabIndex === 0) ?? usableButtons()[0]).focus();
}

/**
 * Handle a key press if the bar has the focus; keyboard.js keeps it from the game.
 * @param {KeyboardEvent} event
 */
export function handleKey(event) {
  const target = /** @type {HTMLButtonElement} */ (event.target);
  if (!bar.contains(target)) return;
  const buttons = usableButtons();
  const index = buttons.indexOf(target);
  if (event.key === "Escape") focusGame();
  else if (event.key in STEPS) buttons[(index + STEPS[event.key] + buttons.length) % buttons.length].focus();
  else if (event.key === "Home") buttons[0].focus();
  else if (event.key === "End") buttons.at(-1).focus();
  else return;
  event.preventDefault();
}

bar.addEventListener("mousedown", (event) => event.preventDefault());
bar.addEventListener("focusin", (event) => setTabStop(event.target));
byId("esc").addEventListener("click", () => pressKey("Escape"));
setTabStop(usableButtons()[0]);
