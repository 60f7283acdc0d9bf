// The phase of the page and the state of the game, and who is told of their changes.
import { bridge } from "./bridge.js";

const listeners = { phase: [], state: [] };

/**
 * Call `listener` with every later phase or state.
 * @param {"phase" | "state"} event
 * @param {(value: any) => void} listener
 */
export function on(event, listener) {
  listeners[event].push(listener);
}

/** @param {import("./bridge.js").Phase} phase */
export function setPhase(phase) {
  bridge.phase = phase;
  bridge.awaitingGesture = phase !== "playing";
  for (const listener of listeners.phase) listener(phase);
}

bridge.onState = (json) => {
  bridge.state = JSON.parse(json);
  for (const listener of listeners.state) listener(bridge.state);
};
bridge.on = on;
bridge.state = null;
setPhase("loading");
