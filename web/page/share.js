(() => {
  // A link to the game that is on: to the device's own list of ways to send it, else copied and shown.
  const dialog = document.getElementById("share-box");
  const field = document.getElementById("share-link");
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

  function link() {
    const { link } = retroPyramid.state ?? { link: "?" };
    return location.origin + location.pathname + (link === "?" ? "" : link);
  }

  // Shows a text, selected, with a line about it.
  function show(text, line) {
    said.textContent = line;
    field.value = text;
    if (!dialog.open) dialog.showModal();
    field.focus();
    field.select();
  }

  async function give(address) {
    const done = await copy(address) ? "The link is copied" : "Copy this link";
    show(address, `${done} Whoever opens it gets the same cards.`);
  }

  // Puts a text of the program's on the clipboard, or shows it where that is not allowed.
  async function offer(text) {
    if (!await copy(text)) show(text, "Copy this:");
  }

  async function share() {
    const address = link();
    if (!navigator.share || !matchMedia("(pointer: coarse)").matches) return give(address);
    try {
      await navigator.share({ title: document.title, url: address });
    } catch (error) {
      // An AbortError is the player's own change of mind.
      if (error.name !== "AbortError") await give(address);
    }
  }

  const button = document.getElementById("share");
  button.hidden = false;
  button.addEventListener("click", share);
  dialog.addEventListener("close", () => retroPyramid.focus());
  document.getElementById("share-copy").addEventListener("click", () => copy(field.value));
  document.getElementById("share-close").addEventListener("click", () => dialog.close());
  retroPyramid.offer = offer;
})();
