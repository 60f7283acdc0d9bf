// The program's main loop: it pauses when nothing moves, and goes on when something happens.
import { bridge } from "./bridge.js";

/** Time between two frames while the loop pauses. */
const IDLE_FRAME_MS = 100;
const WAKE_EVENTS = ["keydown", "keyup", "pointerdown", "pointermove", "pointerup", "click", "wheel", "drop", "focus", "resize", "storage", "gamepadconnected"];
const callbacks = [];
let idleTimer = 0;

/** Resume the paused loop. */
export function resumeLoop() {
  if (!idleTimer) return;
  clearTimeout(idleTimer);
  idleTimer = 0;
  pyxelContext.pyodide._module.resumeMainLoop();
}

/**
 * Call `callback` after the next whole frame: the game samples its input once a frame.
 * @param {() => void} callback
 */
export function afterFrame(callback) {
  callbacks.push(callback);
  resumeLoop();
}

bridge.onFrameEnd = () => {
  for (const callback of callbacks.splice(0)) setTimeout(callback);
};
// With a gamepad the loop never pauses: its buttons send no events.
bridge.pauseLoop = () => {
  if (idleTimer || navigator.getGamepads?.().some(Boolean)) return;
  pyxelContext.pyodide._module.pauseMainLoop();
  idleTimer = window.setTimeout(resumeLoop, IDLE_FRAME_MS);
};
bridge.resumeLoop = resumeLoop;
for (const event of WAKE_EVENTS) window.addEventListener(event, resumeLoop, true);
