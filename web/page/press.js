(() => {
  // Presses a key of the game as if a keyboard had: for the buttons, the on-screen keys and the gamepad.
  // SDL reads `code` for keys with a name, `keypress` for characters, and the old numbers of both.
  const NAMED = { Escape: 27, Enter: 13, Backspace: 8, Tab: 9, Delete: 46, ArrowLeft: 37, ArrowUp: 38, ArrowRight: 39, ArrowDown: 40,
    PageUp: 33, PageDown: 34, Home: 36, End: 35, Insert: 45, F1: 112, F2: 113, F3: 114, F4: 115, F5: 116, F6: 117, F7: 118, F8: 119, F9: 120, F10: 121 };

  function numberOf(key) {
    return NAMED[key] ?? key.toUpperCase().charCodeAt(0);
  }

  function codeOf(key) {
    if (key in NAMED) return key;
    if (key === " ") return "Space";
    if (/^[a-z]$/i.test(key)) return "Key" + key.toUpperCase();
    return /^[0-9]$/.test(key) ? "Digit" + key : "";
  }

  function send(type, key) {
    const char = type === "keypress" ? key.charCodeAt(0) : 0;
    const number = char || numberOf(key);
    const event = new KeyboardEvent(type, { key, code: codeOf(key), bubbles: true, cancelable: true });
    for (const [name, value] of Object.entries({ keyCode: number, which: number, charCode: char, byPage: true })) {
      Object.defineProperty(event, name, { value });
    }
    document.getElementById("canvas").dispatchEvent(event);
  }

  const pressed = new Map();  // key -> { seen, gone }: whether the game has had a frame since, and whether it was let go

  function down(key) {
    if (retroPyramid.phase !== "playing") return;
    const press = { seen: false, gone: false };
    pressed.set(key, press);
    send("keydown", key);
    if (key.length === 1) send("keypress", key);
    retroPyramid.afterFrame(() => {
      press.seen = true;
      if (press.gone) send("keyup", key);
    });
  }

  // The game looks once a frame what is down: a key let go sooner comes up when it has looked.
  function up(key) {
    const press = pressed.get(key);
    pressed.delete(key);
    if (!press) return;
    press.gone = true;
    if (press.seen) send("keyup", key);
  }

  function press(key) {
    down(key);
    up(key);
  }

  Object.assign(retroPyramid, { press, keyDown: down, keyUp: up });
})();
