(() => {
  // The browser keeps its own keys, and Pyxel gets none of those it acts on itself (Alt with a digit, R or Enter).
  const BROWSERS = new Set(["F3", "F5", "F6", "F7", "F11", "F12"]);
  const GAMES = new Set(["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "PageUp", "PageDown", "Home", "End",
    "Tab", "Backspace", "Insert", "Delete", "Enter", "Escape", "F1", "F2", "F4", "F8", "F9", "F10"]);
  const MODIFIERS = new Set(["Shift", "Control", "Alt", "AltGraph", "Meta", "CapsLock", "NumLock"]);
  function keydown(event) {
    const held = event.ctrlKey || event.altKey || event.metaKey || event.getModifierState("AltGraph");
    if (held || event.key === "AltGraph" || BROWSERS.has(event.key)) {
      event.stopImmediatePropagation();
    } else if (retroPyramid.phase === "playing" && GAMES.has(event.key)) {
      event.preventDefault();
    } else if (retroPyramid.phase === "waiting" && !MODIFIERS.has(event.key)) {
      event.preventDefault();
      window.pyxelContext.resolveInput?.();
    }
  }

  window.addEventListener("keydown", keydown, true);
})();
