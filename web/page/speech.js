// What a screen reader says: the program describes what is new, and the live region passes it on. A button, visible only
// while it has the focus, has the whole screen read.
import { bridge } from "./bridge.js";
import { byId } from "./dom.js";

/** Time for which the live region is empty between two texts. */
const GAP_MS = 50;
const region = byId("spoken");
let fullText = "";
let pendingText = "";

// The region is emptied first, else the same text twice would be read once. Texts that come meanwhile are read together.
function say(text) {
  if (!pendingText) {
    region.textContent = "";
    setTimeout(() => {
      region.textContent = pendingText;
      pendingText = "";
    }, GAP_MS);
  }
  pendingText = `${pendingText} ${text}`.trim();
}

bridge.speak = (news, screenText) => {
  fullText = screenText;
  say(news);
};
byId("tell").addEventListener("click", () => say(fullText));
