// Moves and presses the game's mouse for fingers and gamepads. The game samples position and buttons once a frame: after
// every press and release it gets a frame before the mouse moves again.
import { bridge } from "./bridge.js";
import { byId } from "./dom.js";
import { afterFrame } from "./loop.js";

/** @typedef {{ x: number, y: number }} Point  a point of the page */

const queue = [];
let waiting = false;

function send({ type, x, y, button, buttons }) {
  if (type === "leave") {
    // The game has yet to see the last position.
    afterFrame(() => bridge.program?.hide_pointer());
    return;
  }
  byId("canvas").dispatchEvent(new MouseEvent(type, {
    clientX: x, clientY: y, button, buttons, bubbles: true, cancelable: true, view: window,
  }));
}

function flush() {
  waiting = false;
  while (queue.length && !waiting) {
    const event = queue.shift();
    send(event);
    waiting = event.type === "mousedown" || event.type === "mouseup";
  }
  if (waiting) afterFrame(flush);
}

/**
 * Queue a mouse event.
 * @param {"mousemove" | "mousedown" | "mouseup" | "leave"} type  as of a MouseEvent; "leave" when nothing points any more
 * @param {Point} point
 * @param {number} [button]  0 left, 2 right
 * @param {number} [buttons]  as MouseEvent.buttons
 */
export function sendMouse(type, { x, y }, button = 0, buttons = 0) {
  if (type === "mousemove" && queue.at(-1)?.type === "mousemove") queue.pop();
  queue.push({ type, x, y, button, buttons });
  if (!waiting) flush();
}
