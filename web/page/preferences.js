// Preferences of the page itself: shape of the picture, sound, magnifier, and how long the last start took. If the
// browser blocks its storage they last for one visit; the game reports that for its own files.
const PREFIX = "retro-pyramid-page/";

/**
 * Return a stored preference, null if there is none.
 * @param {string} name
 */
export function readPreference(name) {
  try {
    return localStorage.getItem(PREFIX + name);
  } catch {
    return null;
  }
}

/**
 * @param {string} name
 * @param {string} value
 */
export function writePreference(name, value) {
  try {
    localStorage.setItem(PREFIX + name, value);
  } catch { /* It holds for this visit. */ }
}
