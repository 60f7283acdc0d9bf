(() => {
  // What can be used in the picture, as buttons where it is drawn, for who finds it by ear: swiping from one to the next, or
  // feeling for it. Nobody sees them. Fingers and the mouse go through them, until a screen reader has pressed something.
  const [COLUMNS, ROWS] = [640, 350];
  const box = document.getElementById("places");
  let told = [];

  function mark(one, marks) {
    for (const [name, value] of Object.entries(marks)) {
      if (value === null) one.removeAttribute(name);
      else if (one.getAttribute(name) !== value) one.setAttribute(name, value);
    }
  }

  function placed(one, { name, rect, on, of, chosen, at }) {
    const [left, top, width, height] = rect.map((length, way) => `${100 * length / (way % 2 ? ROWS : COLUMNS)}%`);
    Object.assign(one.style, { left, top, width, height });
    mark(one, {
      "aria-label": name, "aria-disabled": on ? null : "true", "aria-current": at ? "true" : null,
      "aria-pressed": of || chosen ? String(chosen) : null,
    });
    return one;
  }

  // What stays must not be moved, nor lose the focus; where that is on something that goes, the place that the keys are
  // on has it then, or else the nearest one.
  function show() {
    const keyed = getComputedStyle(document.getElementById("pad")).display !== "none";
    const kept = new Map([...box.children].map((one) => [one.value, one]));
    const focused = document.activeElement;
    const from = box.contains(focused) && focused.getBoundingClientRect();
    const inside = told.filter(({ key }) => !(key && keyed)).map((place) => placed(
      kept.get(place.id) ?? Object.assign(document.createElement("button"), { type: "button", value: place.id, tabIndex: -1 }), place));
    for (const one of kept.values()) if (!inside.includes(one)) one.remove();
    inside.forEach((one, at) => one === box.children[at] || box.insertBefore(one, box.children[at] ?? null));
    if (!from || focused === document.activeElement) return;
    const away = (one) => Math.hypot(one.getBoundingClientRect().x - from.x, one.getBoundingClientRect().y - from.y);
    const [near] = inside.sort((one, other) => away(one) - away(other));
    (box.querySelector("[aria-current]") ?? near ?? document.getElementById("canvas")).focus({ preventScroll: true });
  }

  // A screen reader's press is none at all, or has no size, as a finger's may have none on Android.
  function heard(so) {
    document.body.classList.toggle("heard", so);
  }

  box.addEventListener("click", (event) => {
    if (!event.detail) heard(true);
    event.target.focus({ preventScroll: true });
    retroPyramid.use(event.target.value);
  });
  window.addEventListener("pointerdown", ({ width, height }) => heard(!width && !height && !/Android/.test(navigator.userAgent)), true);
  window.addEventListener("resize", show);
  // Called by the program with what can be used now, whenever that has changed.
  retroPyramid.places = (json) => {
    told = JSON.parse(json);
    show();
  };
})();
