(() => {
  // The bar of buttons: one stop of the Tab key, arrows inside it, Esc back to the game. A press by mouse or finger
  // leaves the focus with the game, so that the keys go on working.
  const bar = document.getElementById("buttons");
  const STEPS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

  function buttons() {
    return [...bar.querySelectorAll("button:not([hidden], :disabled)")];
  }

  function stopAt(button) {
    for (const other of bar.querySelectorAll("button")) other.tabIndex = other === button ? 0 : -1;
  }

  // Shift with Tab leads here from the game, since Tab alone is a key of the game.
  function enter() {
    (buttons().find((button) => button.tabIndex === 0) ?? buttons()[0]).focus();
  }

  // Takes a key pressed on the bar; keys.js keeps it from the game.
  function key(event) {
    if (!bar.contains(event.target)) return;
    const all = buttons();
    const at = all.indexOf(event.target);
    if (event.key === "Escape") retroPyramid.focus();
    else if (event.key in STEPS) all[(at + STEPS[event.key] + all.length) % all.length].focus();
    else if (event.key === "Home") all[0].focus();
    else if (event.key === "End") all.at(-1).focus();
    else return;
    event.preventDefault();
  }

  bar.addEventListener("mousedown", (event) => event.preventDefault());
  bar.addEventListener("focusin", (event) => stopAt(event.target));
  document.getElementById("esc").addEventListener("click", () => retroPyramid.press("Escape"));
  stopAt(buttons()[0]);
  retroPyramid.buttons = { enter, key };
})();
