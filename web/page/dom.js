// The page's elements.

/** Size of the game's picture in pixels. */
export const PICTURE_WIDTH = 640;
export const PICTURE_HEIGHT = 350;

/**
 * Return the element of page.html with an id.
 * @param {string} id
 */
export function byId(id) {
  return document.getElementById(id);
}

/**
 * Return a new element with some properties.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Partial<HTMLElementTagNameMap[Tag]>} [properties]
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function makeElement(tag, properties) {
  return Object.assign(document.createElement(tag), properties);
}

/** @param {Partial<HTMLButtonElement>} properties */
export function makeButton(properties) {
  return makeElement("button", { type: "button", ...properties });
}

/** Give the game the keyboard focus, which an embedding page may have. */
export function focusGame() {
  window.focus();
  byId("canvas").focus({ preventScroll: true });
}
