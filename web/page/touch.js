// Fingers on the picture become the mouse that SDL listens to: a tap is a click, a long press a click of the right button,
// a moving finger drags, and pans the magnifier. The page neither scrolls nor zooms under one finger.
import { bridge } from "./bridge.js";
import { byId } from "./dom.js";
import { handleTap, pan, startPan } from "./magnifier.js";
import { sendMouse } from "./synth_mouse.js";

const LONG_PRESS_MS = 500;
/** Last part of it, in which arrives what the finger did while the page was busy. */
const GRACE_MS = 50;
/** CSS pixels that a resting finger may move. */
const MAX_TREMBLE_PX = 8;
/** What the last press on the page was made with. */
let pointerType = "mouse";
/**
 * @type {{ id: number, since: number, start: { x: number, y: number }, point: { x: number, y: number },
 *   timer?: number, isDragging: boolean, isPanning?: boolean, isDone: boolean } | null}
 */
let finger = null;

// Returns the finger's point, clamped to the picture that it began on.
function pointOf(touch) {
  const box = byId("canvas").getBoundingClientRect();
  return {
    x: Math.min(Math.max(touch.clientX, box.left), box.right - 1),
    y: Math.min(Math.max(touch.clientY, box.top), box.bottom - 1),
  };
}

function click(point, button = 0) {
  sendMouse("mousemove", point);
  sendMouse("mousedown", point, button, button ? 2 : 1);
  sendMouse("mouseup", point, button);
}

function start(touch, since) {
  const point = pointOf(touch);
  finger = { id: touch.identifier, since, start: point, point, isDragging: false, isDone: false };
  // A late timer proves nothing: the finger may have left meanwhile.
  finger.timer = window.setTimeout(() => { finger.timer = window.setTimeout(longPress, GRACE_MS); }, LONG_PRESS_MS - GRACE_MS);
  sendMouse("mousemove", point);
}

function longPress() {
  finger.isDone = true;
  navigator.vibrate?.(15);
  click(finger.point, 2);
}

function move(touch) {
  finger.point = pointOf(touch);
  if (finger.isDone) return;
  if (!finger.isDragging && Math.hypot(finger.point.x - finger.start.x, finger.point.y - finger.start.y) > MAX_TREMBLE_PX) {
    clearTimeout(finger.timer);
    finger.isDragging = true;
    finger.isPanning = startPan(finger.start);
    if (!finger.isPanning) sendMouse("mousedown", finger.start, 0, 1);
  }
  if (finger.isPanning) pan({ x: touch.clientX, y: touch.clientY });
  else if (finger.isDragging) sendMouse("mousemove", finger.point, 0, 1);
}

// `time` is when the finger left; null if the press counts for nothing.
function end(time) {
  clearTimeout(finger.timer);
  const isShort = time - finger.since < LONG_PRESS_MS;
  if (finger.isDragging) {
    if (!finger.isPanning) sendMouse("mouseup", finger.point);
  } else if (!finger.isDone && time !== null && !(isShort && handleTap(finger.point))) {
    click(finger.point, isShort ? 0 : 2);
  }
  sendMouse("leave", finger.point);
  finger = null;
}

function onTouch(event) {
  if (bridge.phase !== "playing" || event.target.id !== "canvas") return;
  event.stopImmediatePropagation();
  if (event.touches.length > 1) {
    // Two fingers belong to the browser: they zoom the page.
    if (finger) end(null);
    return;
  }
  // Not after two fingers, when the browser scrolls already.
  if (event.cancelable) event.preventDefault();
  for (const touch of event.changedTouches) {
    if (event.type === "touchstart" && !finger) start(touch, event.timeStamp);
    else if (touch.identifier !== finger?.id) continue;
    else if (event.type === "touchmove") move(touch);
    else end(event.type === "touchcancel" ? null : event.timeStamp);
  }
}

// After a touch of anything else, browsers send mouse events, which would move the pointer there.
window.addEventListener("pointerdown", (event) => { pointerType = event.pointerType; }, true);
for (const type of ["mousemove", "mousedown", "mouseup"]) {
  document.querySelector("main").addEventListener(type, (event) => {
    if (pointerType === "touch" && /** @type {Element} */ (event.target).id !== "canvas") event.stopPropagation();
  });
}
for (const type of ["touchstart", "touchmove", "touchend", "touchcancel"]) {
  window.addEventListener(type, onTouch, { capture: true, passive: false });
}
