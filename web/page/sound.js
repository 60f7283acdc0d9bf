// Mutes the page, for all editions; the choice is remembered. The program's own sound setting (F2) is independent of it.
// Nothing sounds before the first key press, since the program waits for it.
import { byId } from "./dom.js";
import { on } from "./game_state.js";
import { readPreference, writePreference } from "./preferences.js";

const button = byId("sound");
/** @type {GainNode | null} */
let gainNode = null;

function setMuted(isMuted) {
  button.setAttribute("aria-pressed", String(!isMuted));
  if (gainNode) gainNode.gain.value = isMuted ? 0 : 1;
}

// SDL makes all sound in one node; the gain goes between it and the loudspeaker.
function insertGain() {
  const { audio, audioContext } = window.pyxelContext.pyodide._module.SDL2 ?? {};
  const source = audio?.scriptProcessorNode;
  if (!source) return;
  gainNode = audioContext.createGain();
  source.disconnect();
  source.connect(gainNode).connect(audioContext.destination);
  setMuted(button.ariaPressed !== "true");
}

button.addEventListener("click", () => {
  const isMuted = button.ariaPressed === "true";
  writePreference("sound", isMuted ? "off" : "on");
  setMuted(isMuted);
});
setMuted(readPreference("sound") === "off");
button.hidden = false;
on("phase", (phase) => {
  if (phase === "playing") insertGain();
});
