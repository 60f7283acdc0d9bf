// Shares a link to the current deal or to the player's own game, and of the daily deal a text with a link, which the program
// makes. A telephone's own list of ways to send it is used if there is one, else the text is copied and shown.
import { bridge } from "./bridge.js";
import { byId, focusGame } from "./dom.js";

const dialog = /** @type {HTMLDialogElement} */ (byId("share-box"));
const field = /** @type {HTMLTextAreaElement} */ (byId("share-link"));
const gameButton = byId("share-game");
const message = byId("share-said");

// Returns whether the text is on the clipboard now.
async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

function fullAddress(query) {
  return location.origin + location.pathname + (query === "?" ? "" : query);
}

// Returns the query that replays the game, empty if there is none.
function replayQuery() {
  return bridge.replayQuery?.() ?? "";
}

// Returns the text about a daily deal, empty for any other.
function dailyText() {
  return bridge.dailyText?.() ?? "";
}

function dealAddress() {
  return fullAddress(bridge.state?.link ?? "?");
}

// Shows a text, selected, with a line about it.
function showText(text, line) {
  gameButton.hidden = true;
  message.textContent = line;
  field.value = text;
  if (!dialog.open) dialog.showModal();
  field.focus();
  field.select();
}

async function copyAndShow(text, effect, kind = "link") {
  const result = await copy(text) ? `The ${kind} is copied.` : `Copy this ${kind}.`;
  showText(text, `${result} Whoever opens ${kind === "link" ? "it" : "its link"} ${effect}.`);
}

async function copyGame() {
  await copyAndShow(fullAddress(replayQuery()), "sees this game move by move");
}

async function copyDeal() {
  if (dailyText()) await copyAndShow(dailyText(), "plays the same deal for that day", "text");
  else await copyAndShow(dealAddress(), "gets the same cards");
  gameButton.hidden = !replayQuery();
}

async function share() {
  const isReplay = bridge.state?.screen === "replay";
  const copyShared = isReplay ? copyGame : copyDeal;
  if (!navigator.share || !matchMedia("(pointer: coarse)").matches) return copyShared();
  try {
    const game = replayQuery() && fullAddress(replayQuery());
    const link = { url: dealAddress(), ...(game && { text: `My game of this deal: ${game}` }) };
    const deal = dailyText() ? { text: dailyText() } : link;
    await navigator.share({ title: document.title, ...(isReplay ? { url: game } : deal) });
  } catch (error) {
    // An AbortError means that the player has changed their mind.
    if (error.name !== "AbortError") await copyShared();
  }
}

const button = byId("share");
button.hidden = false;
button.addEventListener("click", share);
dialog.addEventListener("close", () => focusGame());
gameButton.addEventListener("click", copyGame);
byId("share-copy").addEventListener("click", async () => {
  message.textContent = await copy(field.value) ? "It is copied." : "The browser does not let this page copy: select the text and copy it yourself.";
});
byId("share-close").addEventListener("click", () => dialog.close());
bridge.copyOrShow = async (text) => {
  if (!await copy(text)) showText(text, "Copy this:");
};
