(() => {
  // The browser keeps its own keys, and Pyxel gets none of those it acts on itself (Alt with a digit, R or Enter).
  const BROWSERS = new Set(["F3", "F5", "F6", "F7", "F11", "F12"]);
  const GAMES = new Set(["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "PageUp", "PageDown", "Home", "End",
    "Tab", "Backspace", "Insert", "Delete", "Enter", "Escape", "F1", "F2", "F4", "F8", "F9", "F10"]);
  const MODIFIERS = new Set(["Shift", "Control", "Alt", "AltGraph", "Meta", "CapsLock", "NumLock"]);

  const LETTER = /^Key([A-Z])$/;
  const OTHER_SCRIPT = /^(?!\p{Script=Latin})\p{L}$/u;

  // The letter of the physical key where a keyboard for another script types one of its own, and no text is typed.
  function latin({ key, code }) {
    return OTHER_SCRIPT.test(key) && !retroPyramid.state?.typing ? LETTER.exec(code)?.[1].toLowerCase() : undefined;
  }

  // SDL listens at the window, before any part of the page: what is meant for a button or a field must end here. On a place
  // in the picture only the keys that press it are.
  function elsewhere({ target, key }) {
    if (target === document.body || !(target instanceof Element)) return false;
    return target.closest("#places") ? key === "Enter" || key === " " : !["canvas", "begin"].includes(target.id);
  }

  // Ctrl or Command with a letter is the browser's, unless the screen has a use for it: then nothing is bookmarked.
  function chord(event) {
    const { ctrlKey, metaKey, altKey, shiftKey, key } = event;
    if (ctrlKey === metaKey || altKey || shiftKey || !/^[a-z]$/i.test(key) || elsewhere(event)) return;
    if (retroPyramid.phase !== "playing") return;
    if (retroPyramid.chord(`${ctrlKey ? "CTRL" : "META"}+${key.toUpperCase()}`, event.repeat)) event.preventDefault();
  }

  function keydown(event) {
    // What the page presses itself is meant for the game, whatever key it is.
    if (event.byPage) return;
    const held = event.ctrlKey || event.altKey || event.metaKey || event.getModifierState("AltGraph");
    if (held || event.key === "AltGraph" || BROWSERS.has(event.key)) {
      event.stopImmediatePropagation();
      chord(event);
    } else if (elsewhere(event)) {
      event.stopImmediatePropagation();
      retroPyramid.buttons.key(event);
      retroPyramid.screenKeys.key(event);
      retroPyramid.pad.key(event);
    } else if (retroPyramid.phase === "playing" && event.key === "Tab" && event.shiftKey) {
      event.stopImmediatePropagation();
      event.preventDefault();
      retroPyramid.buttons.enter();
    } else if (retroPyramid.phase === "playing" && GAMES.has(event.key)) {
      event.preventDefault();
    } else if (retroPyramid.phase === "playing" && latin(event)) {
      event.stopImmediatePropagation();
      event.preventDefault();
      if (!event.repeat) retroPyramid.press(latin(event));
    } else if (retroPyramid.phase === "waiting" && !MODIFIERS.has(event.key)) {
      // The game is not to take it for its first key.
      event.stopImmediatePropagation();
      event.preventDefault();
      retroPyramid.begin();
    }
  }

  function keypress(event) {
    if (elsewhere(event)) event.stopImmediatePropagation();
  }

  window.addEventListener("keydown", keydown, true);
  window.addEventListener("keypress", keypress, true);
})();
