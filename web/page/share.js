(() => {
  // A link to the deal that is on, or to the player's own game; of the deal of a day a text with a link, which the
  // program makes: to the device's own list of ways to send it, else copied and shown.
  const dialog = document.getElementById("share-box");
  const field = document.getElementById("share-link");
  const mine = document.getElementById("share-game");
  const said = document.getElementById("share-said");

  // Promises whether a text is on the clipboard now.
  async function copy(text) {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      return false;
    }
  }

  function whole(query) {
    return location.origin + location.pathname + (query === "?" ? "" : query);
  }

  // The query that shows the game move by move, empty without one.
  function game() {
    return retroPyramid.game?.() ?? "";
  }

  // Shows a text, selected, with a line about it.
  function show(text, line) {
    mine.hidden = true;
    said.textContent = line;
    field.value = text;
    if (!dialog.open) dialog.showModal();
    field.focus();
    field.select();
  }

  async function give(address, gets, what = "link") {
    const done = await copy(address) ? `The ${what} is copied.` : `Copy this ${what}.`;
    show(address, `${done} Whoever opens ${what === "link" ? "it" : "its link"} ${gets}.`);
  }

  // What is passed on of a day's deal, empty for any other.
  function day() {
    return retroPyramid.day?.() ?? "";
  }

  async function giveGame() {
    await give(whole(game()), "sees this game move by move");
  }

  async function giveDeal() {
    if (day()) await give(day(), "plays the same deal for that day", "text");
    else await give(whole(retroPyramid.state?.link ?? "?"), "gets the same cards");
    mine.hidden = !game();
  }

  // Puts a text of the program's on the clipboard, or shows it where that is not allowed.
  async function offer(text) {
    if (!await copy(text)) show(text, "Copy this:");
  }

  async function share() {
    const shown = retroPyramid.state?.screen === "replay";
    const give = shown ? giveGame : giveDeal;
    if (!navigator.share || !matchMedia("(pointer: coarse)").matches) return give();
    try {
      const mine = game() && whole(game());
      const link = { url: whole(retroPyramid.state?.link ?? "?"), ...(mine && { text: `My game of this deal: ${mine}` }) };
      const deal = day() ? { text: day() } : link;
      await navigator.share({ title: document.title, ...(shown ? { url: mine } : deal) });
    } catch (error) {
      // An AbortError is the player's own change of mind.
      if (error.name !== "AbortError") await give();
    }
  }

  const button = document.getElementById("share");
  button.hidden = false;
  button.addEventListener("click", share);
  dialog.addEventListener("close", () => retroPyramid.focus());
  mine.addEventListener("click", giveGame);
  document.getElementById("share-copy").addEventListener("click", async () => {
    said.textContent = await copy(field.value) ? "It is copied." : "The browser does not let this page copy: select the text and copy it yourself.";
  });
  document.getElementById("share-close").addEventListener("click", () => dialog.close());
  retroPyramid.offer = offer;
})();
