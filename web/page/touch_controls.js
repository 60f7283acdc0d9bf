// The game's commands as buttons for a thumb, below an upright picture or in the empty sides of a wide one. The program
// lists them, the page places them. The most used command has the largest button.
import { bridge } from "./bridge.js";
import { byId, focusGame, makeButton, makeElement } from "./dom.js";
import { on } from "./game_state.js";

/** Characters that fit on a narrow button. */
const MAX_LABEL = 9;
/** Buttons and piles that fit if each is as wide as it likes. */
const MAX_BUTTONS = 10;
const SUITS = { c: "♣", d: "♦", h: "♥", s: "♠" };
const panel = byId("pad");
const [statusBox, actionBox, keyHintBox, primaryBox] = ["status", "things", "hints", "foremost"].map(byId);
const coarsePointer = matchMedia("(pointer: coarse)");
/** Element of the panel by name. An element that stays is reused and not moved: a finger may be on it.
 * @type {Map<string, any>} */
const elements = new Map();
/** @type {string[]} */
let statusItems = [];

function reuse(name, make) {
  if (!elements.has(name)) elements.set(name, make());
  return elements.get(name);
}

function controlButton(control, name = control.id) {
  const button = reuse(name, () => makeButton({ value: control.id, onclick: () => bridge.activate(control.id) }));
  if (button.textContent !== control.label) button.textContent = control.label;
  button.className = /[^ -]{8}/.test(control.label) ? "long" : "";
  button.disabled = !control.enabled;
  if (control.group || control.checked) button.setAttribute("aria-pressed", String(control.checked));
  else button.removeAttribute("aria-pressed");
  return button;
}

// A pile with its card, which the magnifier may leave out of sight.
function pileButton({ card, ...pile }) {
  const label = card.replace("T", "10").replace(/[cdhs]/, (suit) => SUITS[suit]) || "–";
  const button = controlButton({ ...pile, label }, `pile ${pile.id}`);
  button.className = `pile ${/[dh]/.test(card) ? "red" : ""}`;
  button.dataset.pile = pile.label;
  button.setAttribute("aria-label", `${pile.label} ${button.textContent}`);
  return button;
}

function fill(box, children) {
  if (children.length !== box.children.length || children.some((child, index) => child !== box.children[index])) box.replaceChildren(...children);
}

// Single buttons, and the values of a setting together behind its name.
function groupControls(controls) {
  const groups = new Map();
  for (const control of controls) {
    const name = control.group ? `of ${control.group}` : control.id;
    groups.set(name, [...(groups.get(name) ?? []), control]);
  }
  return [...groups].map(([name, [first, ...others]]) => {
    if (!first.group) return controlButton(first);
    const row = reuse(name, () => {
      const box = makeElement("div", { className: "values" });
      box.setAttribute("role", "group");
      box.setAttribute("aria-label", first.group);
      return box;
    });
    const title = reuse(`${name} title`, () => makeElement("span", { textContent: first.group }));
    fill(row, [title, ...[first, ...others].map((control) => controlButton(control))]);
    return row;
  });
}

// Shows the status line and the message in large type.
function showStatusItems(state) {
  const lines = [...statusItems.map((text) => ["part", text]), ...(state?.message ? [["said", state.message]] : [])];
  fill(statusBox, lines.map(([className, textContent], index) => {
    const line = reuse(`line ${index}`, () => makeElement("span"));
    if (line.className !== className) line.className = className;
    if (line.textContent !== textContent) line.textContent = textContent;
    return line;
  }));
}

bridge.setTouchControls = (json) => {
  /** @type {import("./bridge.js").TouchControls} */
  const { controls, primary, piles, leftHanded, status } = JSON.parse(json);
  const primaryControls = controls.filter(({ id, enabled }) => enabled && (id === primary || controls.length === 1));
  const others = controls.filter((control) => !primaryControls.includes(control));
  const actions = others.filter(({ hint }) => !hint);
  const isList = actions.some(({ label, group }) => group || label.length > MAX_LABEL);
  fill(primaryBox, [...piles.map(pileButton), ...primaryControls.map((control) => controlButton(control))]);
  fill(actionBox, groupControls(actions));
  fill(keyHintBox, groupControls(others.filter(({ hint }) => hint)));
  actionBox.classList.toggle("wide", actions.some(({ label, group }) => !group && label.length > MAX_LABEL));
  const { classList } = document.body;
  classList.toggle("left", leftHanded);
  classList.toggle("listed", isList);
  classList.toggle("many", !isList && others.length + piles.length > MAX_BUTTONS);
  statusItems = status.filter(Boolean);
  showStatusItems(bridge.state);
};

/**
 * Handle a key press if the panel has the focus; keyboard.js keeps it from the game.
 * @param {KeyboardEvent} event
 */
export function handleKey(event) {
  if (!panel.contains(/** @type {Node} */ (event.target)) || event.key !== "Escape") return;
  focusGame();
  event.preventDefault();
}

function updatePointer() {
  bridge.hasCoarsePointer = coarsePointer.matches;
  byId("loupe").hidden = !coarsePointer.matches;
}

panel.addEventListener("mousedown", (event) => event.preventDefault());
coarsePointer.addEventListener("change", updatePointer);
on("state", showStatusItems);
updatePointer();
