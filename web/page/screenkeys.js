(() => {
  // Keys on the screen, for who has no others: they come by their button, and by themselves when a program wants
  // text from somebody who used a finger or a gamepad. A gamepad goes over them with `steer` and `strike`, a keyboard with
  // the arrows.
  const ROWS = ["1234567890", "qwertyuiop", "asdfghjkl-", ["Shift", ..."zxcvbnm.", "Backspace"],
    ["Escape", "Tab", "F1", " ", "ArrowLeft", "ArrowUp", "ArrowDown", "ArrowRight", "Enter"]];
  const ENTER = [4, 8];
  const FACES = { Shift: "⇧", Backspace: "⌫", Escape: "Esc", Tab: "Tab", " ": "Space", Enter: "Enter", ArrowLeft: "←",
    ArrowUp: "↑", ArrowDown: "↓", ArrowRight: "→" };
  const NAMES = { "-": "Hyphen", ".": "Full stop", Shift: "Shift", Backspace: "Backspace", Escape: "Escape",
    ArrowLeft: "Left", ArrowUp: "Up", ArrowDown: "Down", ArrowRight: "Right" };
  const board = document.getElementById("keys");
  const button = document.getElementById("keyboard");
  let byItself = false;
  let shifted = "";    // "key": by Shift, "name": a capital to begin with
  let hand = "mouse";  // what was used last: mouse, touch, pen or gamepad
  let at = ENTER;      // row and place of the key the gamepad is on

  // What a key means: with Shift letters are capitals and digits the function keys.
  function meant(key) {
    if (!shifted || key.length > 1) return key;
    return /[0-9]/.test(key) ? (shifted === "key" ? `F${key === "0" ? 10 : key}` : key) : key.toUpperCase();
  }

  function shift(how) {
    shifted = how;
    for (const key of board.querySelectorAll("button")) {
      if (key.value.trim().length === 1) key.textContent = meant(key.value);
    }
    board.querySelector("[value=Shift]").setAttribute("aria-pressed", String(how !== ""));
  }

  function strike(key) {
    if (key === "Shift") {
      shift(shifted ? "" : "key");
    } else {
      retroPyramid.press(meant(key));
      if (key.length === 1) shift("");
    }
  }

  function built(key) {
    const made = document.createElement("button");
    Object.assign(made, { type: "button", value: key, textContent: FACES[key] ?? key });
    if (NAMES[key]) made.setAttribute("aria-label", NAMES[key]);
    // Held keys repeat in the game, so press and release are handed on as they come.
    if (key.length > 1 && key !== "Shift") {
      made.addEventListener("pointerdown", () => retroPyramid.keyDown(key));
      for (const type of ["pointerup", "pointercancel", "pointerleave"]) made.addEventListener(type, () => retroPyramid.keyUp(key));
      made.addEventListener("click", (event) => event.detail || strike(key));
    } else {
      made.addEventListener("click", () => strike(key));
    }
    return made;
  }

  // Letters are not shown where a finger types a number; other hands go over all keys.
  function lessen(state) {
    board.classList.toggle("digits", byItself && state?.typing === "digits" && hand !== "gamepad");
  }

  function show(shown, itself = false) {
    byItself = shown && itself;
    lessen(retroPyramid.state);
    board.hidden = !shown;
    document.body.classList.toggle("keyed", shown);
    button.setAttribute("aria-expanded", String(shown));
    if (shown) {
      at = ENTER;
      shift(itself ? "name" : "");
    }
    mark();
  }

  function current() {
    return board.children[at[0]].children[at[1]];
  }

  // Shows where the gamepad is, and where the Tab key leads to.
  function mark() {
    for (const made of board.querySelectorAll("button")) {
      made.tabIndex = made === current() ? 0 : -1;
      made.classList.toggle("at", hand === "gamepad" && made === current());
    }
  }

  function steer(key) {
    board.classList.remove("digits");
    const step = { ArrowLeft: -1, ArrowRight: 1 }[key] ?? 0;
    const from = board.children[at[0]];
    const row = (at[0] + ({ ArrowUp: -1, ArrowDown: 1 }[key] ?? 0) + ROWS.length) % ROWS.length;
    if (step) {
      at = [row, (at[1] + step + from.children.length) % from.children.length];
    } else {
      const middle = (made) => made.offsetLeft + made.offsetWidth / 2;
      const away = [...board.children[row].children].map((made) => Math.abs(middle(made) - middle(from.children[at[1]])));
      at = [row, away.indexOf(Math.min(...away))];
    }
    mark();
  }

  // Takes a key pressed on the board; keys.js keeps it from the game.
  function key(event) {
    if (!board.contains(event.target)) return;
    if (event.key.startsWith("Arrow")) {
      at = [...board.children].map((row) => [...row.children].indexOf(event.target)).flatMap((x, y) => (x < 0 ? [] : [y, x]));
      steer(event.key);
      current().focus();
    } else if (event.key === "Escape") {
      retroPyramid.focus();
    } else {
      return;
    }
    event.preventDefault();
  }

  for (const row of ROWS) {
    const made = document.createElement("div");
    made.append(...[...row].map(built));
    board.append(made);
  }
  board.addEventListener("mousedown", (event) => event.preventDefault());
  const turn = () => show(board.hidden);
  button.addEventListener("click", turn);
  window.addEventListener("pointerdown", (event) => { hand = event.pointerType; }, true);
  retroPyramid.on("state", (state) => {
    if (state.typing && board.hidden && hand !== "mouse") show(true, true);
    else if (!state.typing && byItself) show(false);
  });
  show(false);
  button.hidden = false;
  retroPyramid.screenKeys = {
    key, steer, turn, strike: () => strike(current().value),
    use(what) { hand = what; lessen(retroPyramid.state); mark(); },
    get shown() { return !board.hidden; },
  };
})();
