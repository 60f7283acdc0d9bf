(() => {
  // The game's commands as keys for a thumb, below an upright picture or in the empty sides of one held sideways: the
  // program tells which there are, the page where they stand. What is done most has the largest key.
  const LONG = 9;  // letters that have room on a narrow key
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

  function keyOf(told) {
    const key = kept(told.id, () => made("button", { type: "button", value: told.id, onclick: () => retroPyramid.use(told.id) }));
    if (key.textContent !== told.words) key.textContent = told.words;
    key.disabled = !told.on;
    if (told.of || told.chosen) key.setAttribute("aria-pressed", String(told.chosen));
    else key.removeAttribute("aria-pressed");
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
      fill(line, [title, ...[first, ...others].map(keyOf)]);
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
    fill(foremost, most.map(keyOf));
    fill(things, grouped(own));
    fill(hints, others.filter(({ hint }) => hint).map(keyOf));
    things.classList.toggle("wide", own.some(({ words, of }) => !of && words.length > LONG));
    parts = told.status;
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
