"""Drives the browser page in a real Chromium as a player would: keys, mouse, and a look at the picture.

CDN requests are answered from the folder that web/runtime.py fills; no other request gets through.
"""

from __future__ import annotations

import base64
import json
import shutil
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from retro_pyramid import cp437
from retro_pyramid.machine.targets import Target, find_visible_point
from retro_pyramid.resources import read_asset_text
from web import build, runtime
from web.tools import trim_runtime

ADDRESS = "https://pyramid.test/"
WIDTH, HEIGHT = 640, 350
CELL_WIDTH, CELL_HEIGHT = 8, 14
# Without a graphics card a large window is slow; in the other every pixel of the picture is at least two wide and high.
SMALL, LARGE = (540, 450), (1400, 960)
PATIENCE = 120.0
_FLAGS = (
    # WebGL without a graphics card, in a container, without sound.
    "--no-sandbox",
    "--use-gl=angle",
    "--use-angle=swiftshader",
    "--enable-unsafe-swiftshader",
    "--mute-audio",
    # Nothing that would ask the network by itself.
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
TYPES = {
    ".css": "text/css",
    ".html": "text/html",
    ".js": "text/javascript",
    ".json": "application/json",
    ".png": "image/png",
    ".py": "text/plain",
    ".wasm": "application/wasm",
}
SAMPLE = """async ([png, width, height]) => {
  const bytes = Uint8Array.from(atob(png), (one) => one.charCodeAt(0));
  const image = await createImageBitmap(new Blob([bytes]));
  const context = new OffscreenCanvas(image.width, image.height).getContext("2d");
  context.drawImage(image, 0, 0);
  const source = context.getImageData(0, 0, image.width, image.height).data;
  let sampled = "";
  for (let y = 0; y < height; y++) {
    const row = Math.floor((y + 0.5) * image.height / height) * image.width;
    for (let x = 0; x < width; x++) {
      const at = 4 * (row + Math.floor((x + 0.5) * image.width / width));
      sampled += String.fromCharCode(source[at], source[at + 1], source[at + 2]);
    }
  }
  return btoa(sampled);
}"""
"""Samples the middle of every pixel of a picture of some width and height from a screenshot of it."""


# SDL never takes back what it listens to for typed characters, and a program started anew would have them twice.
TYPING = """(() => {
  const add = EventTarget.prototype.addEventListener;
  window.typing = [];
  EventTarget.prototype.addEventListener = function (kind, ...rest) {
    if (kind === "keypress" && window.pyxelContext?.initialized) typing.push([this, rest]);
    return add.call(this, kind, ...rest);
  };
})();"""
# Playwright's own looks at the page count as presses for the browser, and sound is allowed at once; here only those of
# a player do, as in a browser on a desk.
PRESSES = """(() => {
  let pressed = false;
  const note = ({ isTrusted }) => { pressed ||= isTrusted; };
  for (const kind of ["keydown", "pointerdown", "touchstart"]) addEventListener(kind, note, true);
  Object.defineProperty(navigator, "userActivation", { value: { get hasBeenActive() { return pressed; } } });
  navigator.getAutoplayPolicy = () => "disallowed";
})();"""
# Deals of chance are 1001, 1002, ...: the program asks for four bytes, and nothing else in the page does.
CHANCE = """window.nextDeal = 1001;
(() => {
  const real = crypto.getRandomValues.bind(crypto);
  crypto.getRandomValues = (view) => {
    if (view.byteLength !== 4) return real(view);
    new DataView(view.buffer, view.byteOffset, 4).setUint32(0, nextDeal++);
    return view;
  };
})();"""


# A page that sleeps would wake its loop later.
STOP = "void (window.retroPyramid?.resumeLoop?.(), window.pyxelContext?.pyodide?._module._emscripten_cancel_main_loop())"
_BY_FINGER = {"gestureSourceType": "touch"}
# As before the first press the canvas must have no size in the style, or SDL would follow it.
_RESET = """async () => {
  document.body.classList.remove("playing");
  retroPyramid.resumeLoop();
  await resetPyxel();
  document.body.classList.add("playing");
}"""
# What is wrong with the query is said without a press.
_WAITS = "['waiting', 'failed'].includes(retroPyramid.phase)"
# Where no program runs (yet, or any more) two of its frames' time will do; asking Pyxel then would end it.
_TWO_FRAMES = """async () => {
  const count = "__import__('pyxel').frame_count";
  const frames = () => (retroPyramid.phase === "playing" ? pyxelContext.pyodide.runPython(count) : 0);
  const first = frames();
  for (let turn = 0; turn < (first ? 250 : 4) && frames() < first + 2; turn++) {
    await new Promise((done) => setTimeout(done, 8));
  }
}"""


@cache
def app() -> bytes:
    """Return the archive of the program."""
    return build.build_archive(build.wheel_files(build.ROOT))


@cache
def pieces() -> dict[str, bytes]:
    """Return the pieces of the run-time without what the page never uses: nearly all tests do without that too."""
    root = runtime.runtime_dir() / runtime.CDN_DIR
    return {piece: trim_runtime.trim(piece, (root / piece).read_bytes()) for piece in runtime.FILES}


@cache
def site(plain: bool = False) -> dict[str, bytes]:
    """Return the files of the page, by name, as `python web/build.py` writes them; not `plain`, for trimmed pieces."""
    checksums = {piece: runtime.checksum(data) for piece, data in pieces().items()}
    return build.build_site(app(), checksums=runtime.CHECKSUMS if plain else checksums)


@cache
def self_hosted(url: str = "") -> dict[str, bytes]:
    """Return the files of the page with its run-time beside it."""
    return build.build_self_hosted(app(), url)


def browser_missing() -> str | None:
    """Return what the tests in the browser lack, None when they can run."""
    for module in ("playwright", "axe_playwright_python"):
        if find_spec(module) is None:
            return f"{module} is not installed (extra [web])"
    if chromium() is None:
        return "Chromium is not installed"
    if missing := runtime.missing_files(runtime.runtime_dir()):
        return f"{runtime.runtime_dir()} lacks {len(missing)} pieces of the run-time (python web/runtime.py)"
    return None


def chromium() -> str | None:
    """Return the path of an installed Chromium, None if there is none."""
    return shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")


@contextmanager
def open_browser() -> Iterator[Any]:
    """Run a Chromium; yields playwright's Browser."""
    with import_module("playwright.sync_api").sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=list(_FLAGS))
        yield browser
        browser.close()


@contextmanager
def open_profile() -> Iterator[Any]:
    """Run a Chromium that remembers, as a player's does from one visit to the next; yields playwright's BrowserContext."""
    with TemporaryDirectory() as folder, import_module("playwright.sync_api").sync_playwright() as playwright:
        context = playwright.chromium.launch_persistent_context(
            folder,
            executable_path=chromium(),
            args=list(_FLAGS),
            viewport={"width": LARGE[0], "height": LARGE[1]},
        )
        yield context
        context.close()


def _patterns() -> dict[bytes, int]:
    """Return pattern of 14 bytes -> code; of two codes with one pattern the lower one."""
    lines = (
        line.split() for line in read_asset_text("cp437_8x14.hex").splitlines() if not line.startswith("#")
    )
    return {bytes.fromhex(pattern): int(code, 16) for code, pattern in reversed(list(lines))}


class Picture:
    """The 640x350 picture in red, green and blue, three bytes a pixel, row after row."""

    def __init__(self, rgb: bytes) -> None:
        self.rgb = rgb

    def pixel(self, x: int, y: int) -> tuple[int, int, int]:
        """Return the red, green and blue of one pixel, 0 to 255 each."""
        red, green, blue = self.rgb[3 * (y * WIDTH + x) :][:3]
        return red, green, blue

    def text(self) -> str:
        """Return the 25 rows of 80 characters that the picture shows in the adapter's font.

        A cell that shows no character reads as U+FFFD, so that words are found beside pictures too.
        """
        known = _patterns()
        rows = [
            "".join(self._character(column, row, known) for column in range(WIDTH // CELL_WIDTH))
            for row in range(HEIGHT // CELL_HEIGHT)
        ]
        return "\n".join(rows)

    def _character(self, column: int, row: int, known: dict[bytes, int]) -> str:
        start = 3 * (row * CELL_HEIGHT * WIDTH + column * CELL_WIDTH)
        lines = [self.rgb[at : at + 24] for at in range(start, start + CELL_HEIGHT * 3 * WIDTH, 3 * WIDTH)]
        ground = lines[0][:3]
        pattern = bytes(
            sum(0x80 >> bit for bit in range(8) if line[3 * bit : 3 * bit + 3] != ground) for line in lines
        )
        code = known.get(pattern, known.get(bytes(255 - bits for bits in pattern)))
        return "\N{REPLACEMENT CHARACTER}" if code is None else cp437.DECODING_TABLE[code]


def picture_of_shot(shot: dict[str, Any]) -> Picture:
    """Return the picture of a shot that a script took in the page."""
    colours = [colour.to_bytes(3) for colour in shot["colours"]]
    return Picture(b"".join([colours[index] for index in base64.b64decode(shot["pixels"])]))


class Run(NamedTuple):
    """What became of a script: what was wrong, the state at its end, and what it wrote, by name."""

    error: str | None
    state: dict[str, Any]
    states: dict[str, dict[str, Any]]
    shots: dict[str, Picture]


class Player:
    """Somebody in front of the page: opens it, presses keys, points at pixels of the 640x350 picture, looks.

    With `test` in the query the page also tells its whole state and runs scripts.
    """

    def __init__(
        self,
        browser: Any,
        html: str | None = None,
        size: tuple[int, int] = SMALL,
        cdn: bool = True,
        plain: bool = False,
        touch: bool = False,
        chance: bool = False,
        served: str | None = None,
        beside: Player | None = None,
    ) -> None:
        """Sit down before a window of `size` pixels whose network holds a page (else ours) and, if `cdn`, the CDN.

        Where it is `plain` that is the public one with all that it has.
        `touch` is a telephone's screen; without `chance` the deals of chance are 1001, 1002, ...  `served` is the address
        of a server that has the page; then nothing is put between, and it may be kept for offline. `beside` is whose
        browser it is: the page is another tab of it.
        """
        self.html = html or site(plain)["index.html"].decode()
        self._pieces = {} if plain else pieces()
        self.touched = touch
        self.broken: set[str] = set()
        """Ends of addresses that the network answers 503 for."""
        self._cdn = cdn
        self.address = served or ADDRESS
        if beside is None:
            self.context = browser.new_context(
                viewport={"width": size[0], "height": size[1]},
                has_touch=touch,
                is_mobile=touch,
                service_workers="allow" if served else "block",
            )
            self.context.set_default_timeout(1000 * PATIENCE)
            if not served:
                self.context.route("**/*", self._answer)
            for script in (TYPING, PRESSES, *([] if chance else [CHANCE])):
                self.context.add_init_script(script)
        else:
            self.context = beside.context
        self.page = self.context.new_page()
        # Fingers stay down between two calls only within one session.
        self._fingers: Any = None
        self.errors: list[str] = []
        self.page.on("console", self._console)
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))

    def _answer(self, route: Any) -> None:
        address = route.request.url
        file = runtime.file_for(runtime.runtime_dir(), address) if self._cdn else None
        if address.partition("?")[0] == ADDRESS:
            route.fulfill(body=self.html, content_type="text/html")
        elif own := site().get(address.removeprefix(ADDRESS)):
            route.fulfill(body=own, content_type=TYPES.get(Path(address).suffix))
        elif file and address.endswith(tuple(self.broken)):
            route.fulfill(status=503, headers={"access-control-allow-origin": "*"}, body="Unavailable")
        elif file:
            kind = TYPES.get(file.suffix, "application/octet-stream")
            body = self._pieces.get(address.removeprefix(f"{runtime.CDN}/")) or file.read_bytes()
            route.fulfill(body=body, headers={"access-control-allow-origin": "*", "content-type": kind})
        elif address.startswith("data:"):
            route.continue_()
        else:
            self.errors.append(f"the page asked for {address}")
            route.abort()

    def _console(self, message: Any) -> None:
        # Of Pyodide's module the page asks the browser's own cache first; where that has none, as no server of these tests
        # lets it keep anything, the browser says so, and the page takes what the worker kept.
        missed = "ERR_CACHE_MISS" in message.text and message.location["url"].endswith("/pyodide.asm.wasm")
        if message.type == "error" and not missed:
            self.errors.append(message.text)

    def load(self, query: str = "", first: str = "undefined") -> None:
        """Open the page with `query`, do something in it `first`, and wait until it waits for the first press."""
        self.page.goto(self.address + query)
        self.look(first)
        self._ready()

    def _ready(self) -> None:
        self.wait_for(lambda: bool(self.look(_WAITS)), "the page to be ready")

    def settle_down(self, size: tuple[int, int]) -> None:
        """Take a window of so many pixels."""
        self.page.set_viewport_size({"width": size[0], "height": size[1]})

    def rest(self) -> None:
        """Let the program stand: a page that nobody looks at would draw on. `start` begins anew."""
        self.look(STOP)

    def start(self, query: str = "", key: str = "Enter") -> None:
        """Start the program with `query`: in a page that is open already, with `test` in both, by Pyxel's reset."""
        if "test" in query and self.look("window.retroPyramid?.test?.state") is not None:
            self.start_anew(query)
        else:
            self.load(query)
            self.begin(key)

    def begin(self, key: str = "Enter") -> None:
        """Press `key` (or tap, where it is empty) before the loaded page and wait until the program runs."""
        if key:
            self.press(key)
        else:
            self.page.touchscreen.tap(5, 5)
        playing = "document.body.classList.contains('playing')"
        self.wait_for(lambda: bool(self.look(playing)), "the program to run")

    def run(self, script: str, query: str | None = None) -> Run:
        """Run a script of the interface in the page and wait for its end.

        With a `query` the page is opened anew, and the script begins with the program's first frame.
        """
        if query is not None:
            self.load(query)
        self._hand_in(script)
        if query is not None:
            self.begin()
        return self._end_of_script()

    def run_anew(self, script: str, query: str, files: Mapping[str, bytes] | None = None) -> Run:
        """Run a script from the program's first frame, as `start_anew` starts it, with `files` in the storage."""
        self._empty(query)
        for name, data in (files or {}).items():
            self.look(f"localStorage.setItem('retro-pyramid/{name}', '{base64.b64encode(data).decode()}')")
        self._hand_in(script)
        self._reset(query)
        return self._end_of_script()

    def settle_anew(self, query: str) -> None:
        """Start the program once more as `start_anew`, with its deal done."""
        assert self.run_anew("settle", f"{query}&test").error is None

    def start_anew(self, query: str) -> None:
        """Start the program once more without loading the page again, with nothing in the storage.

        This is Pyxel's own reset; a whole new page would take five seconds.  The query must have `test` in it.
        """
        self._empty(query)
        self._reset(query)
        self._runs()

    def again(self, query: str | None = None) -> None:
        """Start the program once more, as a page that is loaded again: with what is kept, and at its own address."""
        # A page that has gone plays no game either.
        self.look("(retroPyramid.storage.claim('none'), retroPyramid.test.attach(null))")
        if query is None:
            self.page.evaluate(_RESET)
        else:
            self._reset(query)
        self._runs()

    def _runs(self) -> None:
        self.wait_for(lambda: bool(self.look("retroPyramid.test?.state != null")), "the program to run again")

    def reload(self) -> None:
        """Load the page again, and go on."""
        self.page.reload()
        self._ready()
        self.begin()

    def _reset(self, query: str) -> None:
        # Once more with the query: the game that was on may have written its own address there meanwhile.
        self.page.evaluate(
            f"async () => {{ history.replaceState(null, '', '{query}'); await ({_RESET})(); }}"
        )

    def _empty(self, query: str) -> None:
        self.look(
            f"(history.replaceState(null, '', '{query}'), localStorage.clear(), window.nextDeal = 1001)"
        )
        self.look("retroPyramid.test.attach(null)")
        self.look("typing.splice(0).forEach(([at, rest]) => at.removeEventListener('keypress', ...rest))")

    def _hand_in(self, script: str) -> None:
        ended = "window.scriptEnded = null; retroPyramid.test.run(script).then((run) => scriptEnded = run);"
        self.page.evaluate(f"(script) => {{ {ended} }}", script)

    def _end_of_script(self) -> Run:
        self.wait_for(lambda: bool(self.look("scriptEnded !== null")), "the script to end")
        found = json.loads(self.look("JSON.stringify(scriptEnded)"))
        shots = {name: picture_of_shot(shot) for name, shot in found["shots"].items()}
        return Run(found["error"], found["state"], found["states"], shots)

    @property
    def state(self) -> dict[str, Any]:
        """The whole state JSON, as it is now."""
        found: dict[str, Any] = json.loads(self.look("JSON.stringify(retroPyramid.test.state)"))
        return found

    def place(self, target: str) -> tuple[int, int]:
        """Return a pixel of the picture where the target with this id can be seen."""
        targets = [Target(t["id"], tuple(t["rect"]), t["enabled"]) for t in self.state["targets"]]
        point = find_visible_point(targets, target)
        assert point is not None, f"{target} is not among {' '.join(t.id for t in targets)}"
        return point

    def files(self) -> dict[str, bytes]:
        """Return what the page keeps in the browser's storage: name -> bytes."""
        kept = json.loads(self.look("JSON.stringify({...localStorage})"))
        start = "retro-pyramid/"
        return {
            # Behind a space stands which pages have written it.
            name.removeprefix(start): base64.b64decode(data.partition(" ")[0])
            for name, data in kept.items()
            if name.startswith(start)
        }

    def look(self, expression: str) -> Any:
        """Return the value of a JavaScript expression in the page."""
        return self.page.evaluate(expression)

    def notice(self) -> str:
        """Return the text in the page's box, empty when it is hidden."""
        # Without waiting: a page around the page has none.
        return "".join(self.page.locator("#notice").all_inner_texts())

    def frame(self) -> None:
        """Wait until the program has had two turns; one alone may have begun before what was done last."""
        self.page.evaluate(_TWO_FRAMES)

    def press(self, *keys: str) -> None:
        """Press and release keys one after another, each seen in a frame of its own."""
        for key in keys:
            self.page.keyboard.press(key)
            self.frame()

    def point(self, x: int, y: int) -> tuple[float, float]:
        """Return where in the window the middle of a pixel of the picture is shown."""
        box = self.page.locator("canvas#canvas").bounding_box()
        across, down = (x + 0.5) * box["width"] / WIDTH, (y + 0.5) * box["height"] / HEIGHT
        return box["x"] + across, box["y"] + down

    def move(self, x: int, y: int) -> None:
        """Move the mouse to a pixel of the picture."""
        self.page.mouse.move(*self.point(x, y))
        self.frame()

    def click(self, x: int, y: int, button: str = "left") -> None:
        """Click on a pixel of the picture."""
        self.move(x, y)
        self.page.mouse.click(*self.point(x, y), button=button)
        self.frame()

    def tap(self, x: int, y: int) -> None:
        """Touch a pixel of the picture with a finger, shortly."""
        self.page.touchscreen.tap(*self.point(x, y))
        self._touched()

    def drag(self, start: tuple[int, int], end: tuple[int, int]) -> None:
        """Drag with the mouse from one pixel of the picture to another."""
        self.move(*start)
        self.page.mouse.down()
        self.frame()
        for step in (1, 2, 3):
            self.move(*(a + (b - a) * step // 3 for a, b in zip(start, end, strict=True)))
        self.page.mouse.up()
        self.frame()

    def swipe(self, start: tuple[int, int], end: tuple[int, int]) -> None:
        """Drag with a finger from one pixel of the picture to another."""
        points = [
            tuple(a + (b - a) * step // 3 for a, b in zip(start, end, strict=True)) for step in range(4)
        ]
        # On a busy machine a frame between the first two, or one look at the page, could take as long as a long press.
        places = [self._places(point) for point in points]
        self._finger("touchStart", places[0])
        for place in places[1:]:
            self._finger("touchMove", place)
            self._touched()
        self.touch("touchEnd")

    def hold(self, x: int, y: int, seconds: float = 0.8) -> None:
        """Touch a pixel of the picture and stay there: a long press."""
        self.touch("touchStart", (x, y))
        self.page.wait_for_timeout(1000 * seconds)
        self.touch("touchEnd")

    def touch(self, kind: str, *points: tuple[int, ...]) -> None:
        """Let fingers touch, move or leave: `touchStart`, `touchMove`, `touchEnd` at pixels of the picture.

        The game gets the frames in which the page then moves, presses and releases its mouse.
        """
        self._finger(kind, self._places(*points))
        self._touched()

    def _touched(self) -> None:
        for _ in range(3):
            self.frame()

    def _places(self, *points: tuple[int, ...]) -> list[dict[str, float]]:
        """Return where in the window fingers are that touch pixels of the picture, as the browser is told."""
        return [dict(zip("xy", self.point(*point), strict=True)) for point in points]

    def allow_clipboard(self) -> None:
        """Let the page, and whoever looks for the tests, use the clipboard."""
        self.context.grant_permissions(["clipboard-read", "clipboard-write"])

    def clipboard(self) -> str:
        """Return the text on the clipboard."""
        return str(self.look("navigator.clipboard.readText()"))

    def _finger(self, kind: str, places: list[dict[str, float]]) -> None:
        self._ask_browser("Input.dispatchTouchEvent", {"type": kind, "touchPoints": places})

    def use_loupe(self, wanted: bool) -> None:
        """Switch the loupe on or off; where it is off taps on small cards go to them at once."""
        self.look(
            f"document.getElementById('loupe').ariaPressed === '{str(wanted).lower()}' || loupe.click()"
        )

    def quick_tap(self, x: float, y: float) -> None:
        """Touch a point of the window: the browser itself makes the gesture, which is short on a busy machine too."""
        self._ask_browser("Input.synthesizeTapGesture", {"x": x, "y": y, "duration": 60, **_BY_FINGER})
        self._touched()

    def quick_drag(self, x: float, y: float, across: float, down: float) -> None:
        """Drag a finger from a point of the window, about so far, likewise."""
        way = {"x": x, "y": y, "xDistance": across, "yDistance": down, "speed": 1000, "preventFling": True}
        self._ask_browser("Input.synthesizeScrollGesture", {**way, **_BY_FINGER})
        self._touched()

    def _ask_browser(self, what: str, how: dict[str, Any]) -> None:
        if self._fingers is None:
            self._fingers = self.context.new_cdp_session(self.page)
        self._fingers.send(what, how)

    def picture(self) -> Picture:
        """Return the picture that the page shows; exact where it shows at least two pixels for each of its own."""
        sampled = self.page.evaluate(SAMPLE, [self.photograph()[1], WIDTH, HEIGHT])
        return Picture(base64.b64decode(sampled))

    def resize(self, width: int, height: int) -> None:
        """Give the window so many pixels, and wait until the picture has followed."""
        self.page.set_viewport_size({"width": width, "height": height})
        there = f"innerWidth === {width} && innerHeight === {height}"
        follows = f"{there} && Math.abs(tube.width - tube.clientWidth * devicePixelRatio) < 1"
        self.wait_for(lambda: bool(self.look(follows)), "the picture to follow the window")
        self.painted()

    def painted(self) -> None:
        """Wait until what was done is on the screen: two of the browser's own frames."""
        self.page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")

    def large_picture(self) -> Picture:
        """Return the picture that the page shows in a large window, which is exact."""
        usual = self.page.viewport_size
        self.resize(*LARGE)
        self.frame()
        picture = self.picture()
        self.page.set_viewport_size(usual)
        return picture

    def photograph(self) -> tuple[dict[str, int], str]:
        """Return where the picture is in the window, in whole pixels, and a PNG of what is seen there, in base64."""
        box = self.page.locator("canvas#canvas").bounding_box()
        clip = {name: round(value) for name, value in box.items()}
        return clip, base64.b64encode(self.page.screenshot(clip=clip)).decode("ascii")

    def wait_for(self, condition: Callable[[], bool], what: str) -> None:
        """Wait until `condition` holds; fail at once when something is wrong, and when nothing comes for very long."""
        end = time.monotonic() + PATIENCE
        while not condition():
            self.check()
            assert time.monotonic() < end, f"waited in vain for {what}; the page says {self.notice()!r}"
            self.page.wait_for_timeout(20)

    def reaches(self, **expected: object) -> None:
        """Wait until these parts of the state are as expected."""

        def holds() -> bool:
            state = self.state
            return all(state[name] == value for name, value in expected.items())

        self.wait_for(holds, f"{expected}")

    def check(self) -> None:
        """Fail if the console has an error: the page puts there whatever goes wrong. An error fails one test."""
        told = self.errors[:]
        self.errors.clear()
        assert not told, told
