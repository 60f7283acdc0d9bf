// The shape of the picture, 4:3 as on the EGA's monitor or with square pixels, and full screen.
import { bridge } from "./bridge.js";
import { byId } from "./dom.js";
import { writePreference } from "./preferences.js";

const aspectButton = byId("aspect");
const fullScreenButton = byId("full");

function setSquare(isSquare) {
  document.body.classList.toggle("square", isSquare);
  aspectButton.setAttribute("aria-pressed", String(!isSquare));
}

aspectButton.addEventListener("click", () => {
  const isSquare = !document.body.classList.contains("square");
  writePreference("aspect", isSquare ? "square" : "4:3");
  setSquare(isSquare);
});
// poster.js has given the first picture the shape of the address or of the last visit.
setSquare(document.body.classList.contains("square"));
aspectButton.hidden = false;

bridge.setPictureSize = (width, height) => {
  document.body.style.setProperty("--columns", `${width}`);
  document.body.style.setProperty("--rows", `${height}`);
};
bridge.prefersReducedMotion = matchMedia("(prefers-reduced-motion: reduce)").matches;

// In full screen Esc belongs to the browser, unless it lends the key to the page; the button Esc is always there.
async function toggleFullScreen() {
  if (document.fullscreenElement) {
    await document.exitFullscreen();
  } else {
    await document.documentElement.requestFullscreen({ navigationUI: "hide" });
    await navigator.keyboard?.lock?.(["Escape"]);
  }
}

fullScreenButton.addEventListener("click", () => toggleFullScreen().catch((error) => console.warn(error)));
document.addEventListener("fullscreenchange", () => {
  fullScreenButton.setAttribute("aria-pressed", String(document.fullscreenElement !== null));
});
fullScreenButton.setAttribute("aria-pressed", "false");
fullScreenButton.hidden = !document.fullscreenEnabled;
