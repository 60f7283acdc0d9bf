// The magnifier (*Loupe* in the bar): on a small screen a tap on a card that a thumb could miss enlarges the table around
// it instead. It stays open while the game goes on, a finger pans it, and taps in it are taps on the table. The button of
// the bar switches it on and off.
import { bridge } from "./bridge.js";
import { byId, PICTURE_HEIGHT, PICTURE_WIDTH } from "./dom.js";
import { on } from "./game_state.js";
import { readPreference, writePreference } from "./preferences.js";

/** Nine millimetres in CSS pixels, 160 to the inch. */
const MIN_TARGET_PX = 9 * 160 / 25.4;
/** Smallest magnification. */
const MIN_SCALE = 2;
const canvas = byId("canvas");
const frame = byId("pyxel-screen");
const button = byId("loupe");
const closeButton = byId("whole");
let isOpen = false;
let isShown = false;
/** Point of the page that the panning finger is on. */
let fingerAt = { x: 0, y: 0 };
/** Position of the picture's corner in the frame. */
let corner = { x: 0, y: 0 };

// Limits the corner: the frame is full of picture, or all of the picture is in it.
function clampCorner(wanted, available, size) {
  return size < available ? (available - size) / 2 : Math.min(Math.max(wanted, available - size), 0);
}

function moveCorner(x, y) {
  const [outer, picture] = [frame, canvas].map((element) => element.getBoundingClientRect());
  corner = { x: clampCorner(x, outer.width, picture.width), y: clampCorner(y, outer.height, picture.height) };
  canvas.style.setProperty("--pan-x", `${corner.x}px`);
  canvas.style.setProperty("--pan-y", `${corner.y}px`);
}

// Boxes over the table and the end of a game are shown whole.
function update() {
  const { screen, status } = bridge.state ?? {};
  isShown = isOpen && screen === "table" && status === "playing";
  document.body.classList.toggle("enlarged", isShown);
  closeButton.hidden = !isShown;
}

function setOpen(open) {
  isOpen = open;
  update();
}

/**
 * Handle a tap; return true if it opened the magnifier, so that the game must not get it.
 * @param {import("./synth_mouse.js").Point} point
 */
export function handleTap({ x, y }) {
  if (isShown || button.ariaPressed !== "true" || button.hidden || !bridge.smallTargetSize) return false;
  const box = canvas.getBoundingClientRect();
  const [relativeX, relativeY] = [(x - box.left) / box.width, (y - box.top) / box.height];
  const target = JSON.parse(bridge.smallTargetSize(Math.floor(relativeX * PICTURE_WIDTH), Math.floor(relativeY * PICTURE_HEIGHT)));
  const size = target && Math.min(target[0] * box.width / PICTURE_WIDTH, target[1] * box.height / PICTURE_HEIGHT);
  if (!target || size >= MIN_TARGET_PX) return false;
  canvas.style.setProperty("--times", `${Math.max(MIN_SCALE, MIN_TARGET_PX / size)}`);
  setOpen(true);
  if (!isShown) return false;
  const [outer, picture] = [frame, canvas].map((element) => element.getBoundingClientRect());
  moveCorner(x - outer.left - relativeX * picture.width, y - outer.top - relativeY * picture.height);
  return true;
}

/**
 * Begin to pan; return false if the magnifier is not shown.
 * @param {import("./synth_mouse.js").Point} point
 */
export function startPan(point) {
  fingerAt = point;
  return isShown;
}

/** @param {import("./synth_mouse.js").Point} point */
export function pan(point) {
  moveCorner(corner.x + point.x - fingerAt.x, corner.y + point.y - fingerAt.y);
  fingerAt = point;
}

button.addEventListener("click", () => {
  const isOn = button.ariaPressed !== "true";
  writePreference("loupe", isOn ? "on" : "off");
  button.setAttribute("aria-pressed", String(isOn));
  if (!isOn) setOpen(false);
});
closeButton.addEventListener("mousedown", (event) => event.preventDefault());
closeButton.addEventListener("click", () => setOpen(false));
button.setAttribute("aria-pressed", String(readPreference("loupe") !== "off"));
new ResizeObserver(() => isShown && moveCorner(corner.x, corner.y)).observe(frame);
on("state", update);
