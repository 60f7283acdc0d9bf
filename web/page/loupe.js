(() => {
  // The loupe: on a small screen a tap on a card that a thumb could miss enlarges the table around it instead. It stays
  // open while the game goes on, a finger drags it, and taps in it are taps on the table. The button of the bar says
  // whether it comes at all.
  const LEAST = 9 * 160 / 25.4;  // nine millimetres in CSS pixels
  const TIMES = 2;               // how much it enlarges, if that is enough
  const [COLUMNS, ROWS] = [640, 350];
  const canvas = document.getElementById("canvas");
  const frame = document.getElementById("pyxel-screen");
  const button = document.getElementById("loupe");
  const whole = document.getElementById("whole");
  let open = false;
  let shown = false;
  let grasped = { x: 0, y: 0 };  // a point of the page under the finger, and
  let at = { x: 0, y: 0 };       // where the picture's corner is in the frame

  // Where the corner may be: nothing but picture in the frame, or all of the picture.
  function within(wanted, room, size) {
    return size < room ? (room - size) / 2 : Math.min(Math.max(wanted, room - size), 0);
  }

  function put(x, y) {
    const [room, box] = [frame, canvas].map((one) => one.getBoundingClientRect());
    at = { x: within(x, room.width, box.width), y: within(y, room.height, box.height) };
    canvas.style.setProperty("--pan-x", `${at.x}px`);
    canvas.style.setProperty("--pan-y", `${at.y}px`);
  }

  // It is for the game: boxes over the table, and its end, are seen whole.
  function show() {
    const { screen, status } = retroPyramid.state ?? {};
    shown = open && screen === "table" && status === "playing";
    document.body.classList.toggle("enlarged", shown);
    whole.hidden = !shown;
  }

  function set(now) {
    open = now;
    show();
  }

  // Takes a tap at a point of the page: whether it opened the loupe there and means nothing to the game.
  function takes({ x, y }) {
    if (shown || button.ariaPressed !== "true" || button.hidden || !retroPyramid.bare) return false;
    const box = canvas.getBoundingClientRect();
    const [across, down] = [(x - box.left) / box.width, (y - box.top) / box.height];
    const thing = JSON.parse(retroPyramid.bare(Math.floor(across * COLUMNS), Math.floor(down * ROWS)));
    const size = thing && Math.min(thing[0] * box.width / COLUMNS, thing[1] * box.height / ROWS);
    if (!thing || size >= LEAST) return false;
    canvas.style.setProperty("--times", Math.max(TIMES, LEAST / size));
    set(true);
    if (!shown) return false;
    const [room, large] = [frame, canvas].map((one) => one.getBoundingClientRect());
    put(x - room.left - across * large.width, y - room.top - down * large.height);
    return true;
  }

  function grasp(place) {
    grasped = place;
    return shown;
  }

  function drag(place) {
    put(at.x + place.x - grasped.x, at.y + place.y - grasped.y);
    grasped = place;
  }

  button.addEventListener("click", () => {
    const on = button.ariaPressed !== "true";
    retroPyramid.remember("loupe", on ? "on" : "off");
    button.setAttribute("aria-pressed", String(on));
    if (!on) set(false);
  });
  whole.addEventListener("mousedown", (event) => event.preventDefault());
  whole.addEventListener("click", () => set(false));
  button.setAttribute("aria-pressed", String(retroPyramid.recall("loupe") !== "off"));
  new ResizeObserver(() => shown && put(at.x, at.y)).observe(frame);
  retroPyramid.on("state", show);
  retroPyramid.loupe = { takes, grasp, drag };
})();
