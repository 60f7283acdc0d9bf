(() => {
  // The game's commands as keys for a thumb, below an upright picture or in the empty sides of one held sideways: the
  // program tells which there are, the page where they stand. What is done most has the largest key.
  const LONG = 9;  // letters that have room on a narrow key
  const MANY = 10; // keys and piles that have room where each is as wide as one likes
  const SUITS = { c: "♣", d: "♦", h: "♥", s: "♠" };
  const pad = document.getElementById("pad");
  const [status, things, hints, foremost] = ["status", "things", "hints", "foremost"].map((id) => document.getElementById(id));
  const coarse = matchMedia("(pointer: coarse)");
  const known = new Map();  // what stands on the pad, by its name
  let parts = [];

  function kept(name, make) {
    if (!known.has(name)) known.set(name, make());
    return known.get(name);
  }

  function made(tag, properties) {
    return Object.assign(document.createElement(tag), properties);
  }

  function keyOf(told, name = told.id) {
    const key = kept(name, () => made("button", { type: "button", value: told.id, onclick: () => retroPyramid.use(told.id) }));
    if (key.textContent !== told.words) key.textContent = told.words;
    key.className = /[^ -]{8}/.test(told.words) ? "long" : "";
    key.disabled = !told.on;
    if (told.of || told.chosen) key.setAttribute("aria-pressed", String(told.chosen));
    else key.removeAttribute("aria-pressed");
    return key;
  }

  // A pile with its card, which the loupe leaves out of the picture.
  function pileOf({ card, ...told }) {
    const key = keyOf({ ...told, words: card.replace("T", "10").replace(/[cdhs]/, (suit) => SUITS[suit]) || "–" }, `pile ${told.id}`);
    key.className = `pile ${/[dh]/.test(card) ? "red" : ""}`;
    key.dataset.pile = told.words;
    key.setAttribute("aria-label", `${told.words} ${key.textContent}`);
    return key;
  }

  // A key that stays must not be moved: a finger may be on it.
  function fill(box, inside) {
    if (inside.length !== box.children.length || inside.some((one, at) => one !== box.children[at])) box.replaceChildren(...inside);
  }

  // Keys one by one, values of one thing together behind its name.
  function grouped(keys) {
    const lines = new Map();
    for (const told of keys) {
      const name = told.of ? `of ${told.of}` : told.id;
      lines.set(name, [...(lines.get(name) ?? []), told]);
    }
    return [...lines].map(([name, [first, ...others]]) => {
      if (!first.of) return keyOf(first);
      const line = kept(name, () => {
        const box = made("div", { className: "values" });
        box.setAttribute("role", "group");
        box.setAttribute("aria-label", first.of);
        return box;
      });
      const title = kept(`${name} title`, () => made("span", { textContent: first.of }));
      fill(line, [title, ...[first, ...others].map((told) => keyOf(told))]);
      return line;
    });
  }

  // What the table tells of the game, and what is said, in large type.
  function tell(state) {
    const lines = [...parts.map((text) => ["part", text]), ...(state?.message ? [["said", state.message]] : [])];
    fill(status, lines.map(([className, textContent], at) => {
      const line = kept(`line ${at}`, () => made("span", {}));
      if (line.className !== className) line.className = className;
      if (line.textContent !== textContent) line.textContent = textContent;
      return line;
    }));
  }

  // Called by the program whenever its keys have changed.
  retroPyramid.keypad = (json) => {
    const told = JSON.parse(json);
    const most = told.keys.filter(({ id, on }) => on && (id === told.foremost || told.keys.length === 1));
    const others = told.keys.filter((key) => !most.includes(key));
    const own = others.filter(({ hint }) => !hint);
    const listed = own.some(({ words, of }) => of || words.length > LONG);
    fill(foremost, [...told.piles.map(pileOf), ...most.map((key) => keyOf(key))]);
    fill(things, grouped(own));
    fill(hints, grouped(others.filter(({ hint }) => hint)));
    things.classList.toggle("wide", own.some(({ words, of }) => !of && words.length > LONG));
    const { classList } = document.body;
    classList.toggle("left", told.left);
    classList.toggle("listed", listed);
    classList.toggle("many", !listed && others.length + told.piles.length > MANY);
    parts = told.status.filter(Boolean);
    tell(retroPyramid.state);
  };

  // Takes a key pressed on the pad; keys.js keeps it from the game.
  function key(event) {
    if (!pad.contains(event.target) || event.key !== "Escape") return;
    retroPyramid.focus();
    event.preventDefault();
  }

  function follow() {
    retroPyramid.thumb = coarse.matches;
    document.getElementById("loupe").hidden = !coarse.matches;
  }

  pad.addEventListener("mousedown", (event) => event.preventDefault());
  coarse.addEventListener("change", follow);
  retroPyramid.on("state", tell);
  retroPyramid.pad = { key };
  follow();
})();
