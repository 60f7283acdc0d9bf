// Invisible buttons over the targets of the picture, for screen readers: found by swiping or by touch. Fingers and the mouse
// go through them until a screen reader has pressed something.
import { bridge } from "./bridge.js";
import { byId, makeButton, PICTURE_HEIGHT, PICTURE_WIDTH } from "./dom.js";

const overlay = byId("places");
/** @type {import("./bridge.js").AccessibleTarget[]} */
let targets = [];

function setAttributes(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null) element.removeAttribute(name);
    else if (element.getAttribute(name) !== value) element.setAttribute(name, value);
  }
}

function positioned(element, { name, rect, enabled, group, checked, focused }) {
  const [left, top, width, height] = rect.map((length, index) => `${100 * length / (index % 2 ? PICTURE_HEIGHT : PICTURE_WIDTH)}%`);
  Object.assign(element.style, { left, top, width, height });
  setAttributes(element, {
    "aria-label": name, "aria-disabled": enabled ? null : "true", "aria-current": focused ? "true" : null,
    "aria-pressed": group || checked ? String(checked) : null,
  });
  return element;
}

// An element that stays must neither move nor lose the focus. If the focused one goes, the element under the keyboard cursor
// gets the focus, else the nearest one.
function update() {
  const controlsShown = getComputedStyle(byId("pad")).display !== "none";
  const present = new Map(/** @type {HTMLButtonElement[]} */ ([...overlay.children]).map((element) => [element.value, element]));
  const focused = document.activeElement;
  const from = overlay.contains(focused) && focused.getBoundingClientRect();
  const shown = targets.filter(({ hasControl }) => !(hasControl && controlsShown)).map((target) => positioned(
    present.get(target.id) ?? makeButton({ value: target.id, tabIndex: -1 }), target));
  for (const element of present.values()) if (!shown.includes(element)) element.remove();
  shown.forEach((element, index) => element === overlay.children[index] || overlay.insertBefore(element, overlay.children[index] ?? null));
  if (!from || focused === document.activeElement) return;
  const distance = (element) => Math.hypot(element.getBoundingClientRect().x - from.x, element.getBoundingClientRect().y - from.y);
  const [nearest] = shown.sort((first, second) => distance(first) - distance(second));
  (overlay.querySelector("[aria-current]") ?? nearest ?? byId("canvas")).focus({ preventScroll: true });
}

function setScreenReaderActive(isActive) {
  document.body.classList.toggle("heard", isActive);
}

overlay.addEventListener("click", (event) => {
  const button = /** @type {HTMLButtonElement} */ (event.target);
  // A screen reader clicks without a pointer.
  if (!event.detail) setScreenReaderActive(true);
  button.focus({ preventScroll: true });
  bridge.activate(button.value);
});
// Or its pointer has no size. On Android a finger's may have none either.
window.addEventListener("pointerdown", ({ width, height }) => setScreenReaderActive(!width && !height && !/Android/.test(navigator.userAgent)), true);
window.addEventListener("resize", update);
bridge.setAccessibleTargets = (json) => {
  targets = JSON.parse(json);
  update();
};
