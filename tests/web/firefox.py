"""Drives a real Firefox over WebDriver BiDi, with as much of Playwright's Page as the tests of both engines use.

Playwright drives only a Firefox of its own. This is an installed one with windows, as without them it has no WebGL:
on a display that nobody sees, with a profile that is thrown away.
"""

from __future__ import annotations

import base64
import json
import os
import shutil
import subprocess
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib import import_module
from importlib.util import find_spec
from mmap import ACCESS_READ, mmap
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tests.web.card import Card, plugged_in
from tests.window.display import served

PREFERENCES: dict[str, object] = {
    "remote.active-protocols": 1,  # WebDriver BiDi alone
    "webgl.force-enabled": True,
    "dom.w3c_touch_events.enabled": 1,
    # A second window is no less there than the first; the tests look at both at once.
    "dom.min_background_timeout_value": 4,
    "widget.windows.window_occlusion_tracking.enabled": False,
    "full-screen-api.warning.timeout": 0,
    # The sound goes to ALSA's default card, past the sandbox (tests/web/card.py).
    "media.cubeb.backend": "alsa",
    "media.cubeb.sandbox": False,
    "security.sandbox.content.level": 0,
    # Nothing that would ask the network by itself.
    "app.normandy.enabled": False,
    "app.update.disabledForTesting": True,
    "browser.region.network.url": "",
    "browser.safebrowsing.malware.enabled": False,
    "browser.safebrowsing.phishing.enabled": False,
    "browser.safebrowsing.update.enabled": False,
    "browser.search.update": False,
    "browser.shell.checkDefaultBrowser": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "extensions.systemAddon.update.enabled": False,
    "extensions.update.enabled": False,
    "media.gmp-manager.updateEnabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "services.settings.server": "data:,",
    "toolkit.telemetry.server": "",
}
# The keys in the order of the characters that stand for them in WebDriver, by Playwright's names.
_NAMES = """Backspace Tab Clear Enter NumpadEnter Shift Control Alt Pause Escape Space PageUp PageDown End Home
  ArrowLeft ArrowUp ArrowRight ArrowDown Insert Delete"""
KEYS = {
    **{name: chr(0xE003 + at) for at, name in enumerate(_NAMES.split())},
    **{f"Numpad{digit}": chr(0xE01A + digit) for digit in range(10)},
    **{f"F{number}": chr(0xE030 + number) for number in range(1, 13)},
    "Meta": chr(0xE03D),
}
Action = Mapping[str, object]
BUTTONS = {"left": 0, "middle": 1, "right": 2}
_DOWN: Action = {"type": "pointerDown", "button": 0}
_UP: Action = {"type": "pointerUp", "button": 0}
PATIENCE = 60.0
# As in Playwright an expression may be a function, which gets what is given.
_EVALUATE = """async (given) => {{
  const made = ({});
  return JSON.stringify(await (typeof made === "function" ? made(JSON.parse(given)) : made)) ?? "null";
}}"""


def firefox_missing() -> str | None:
    """Return what the tests in Firefox lack, None when they can run."""
    if find_spec("websockets") is None:
        return "websockets is not installed (extra [web])"
    if program() is None:
        return "Firefox is not installed"
    if shutil.which("Xvfb") is None:
        return "Xvfb is not installed, and without a display Firefox has no WebGL"
    return None


def program() -> str | None:
    """Return the path of an installed Firefox, None if there is none."""
    return shutil.which("firefox-esr") or shutil.which("firefox")


def sound_missing() -> str | None:
    """Return what sound lacks in this Firefox, None when it can be heard."""
    library = Path(str(program())).resolve().with_name("libxul.so")
    with library.open("rb") as file, mmap(file.fileno(), 0, access=ACCESS_READ) as code:
        return None if code.find(b"cubeb_alsa") >= 0 else "it was built without ALSA"


@contextmanager
def open_firefox() -> Iterator[Firefox]:
    """Run a Firefox on a display of its own, with a card for its sound."""
    with (
        TemporaryDirectory(ignore_cleanup_errors=True) as folder,
        served() as display,
        plugged_in(Path(folder)) as card,
    ):
        lines = [
            f"user_pref({json.dumps(name)}, {json.dumps(value)});" for name, value in PREFERENCES.items()
        ]
        Path(folder, "user.js").write_text("\n".join(lines), encoding="utf-8")
        words = [str(program()), "--no-remote", "--profile", folder, "--remote-debugging-port", "0"]
        # Its own words go nowhere: they are of graphics cards and buses that are not there.
        surroundings = os.environ | {"DISPLAY": display, "HOME": folder, "LIBGL_ALWAYS_SOFTWARE": "1"}
        silent = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        with subprocess.Popen(words, env=surroundings, **silent) as process:  # type: ignore[call-overload]
            try:
                address = _address(Path(folder, "WebDriverBiDiServer.json"))
                # Screenshots and whole states are longer than the client takes without being told.
                with import_module("websockets.sync.client").connect(address, max_size=None) as socket:
                    yield Firefox(socket, card)
            finally:
                process.terminate()


def _address(told: Path) -> str:
    """Return where Firefox listens, once it has written that."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        try:
            place = json.loads(told.read_text(encoding="utf-8"))
            return f"ws://{place['ws_host']}:{place['ws_port']}/session"
        except (OSError, ValueError):
            time.sleep(0.05)
    raise TimeoutError(f"Firefox does not listen after {PATIENCE:.0f} s")


class Firefox:
    """One session of WebDriver BiDi."""

    def __init__(self, socket: Any, card: Card) -> None:
        self.card = card
        self._socket = socket
        self._calls = 0
        self._pages: dict[str, Page] = {}
        self._in_front = ""
        self.call("session.new", capabilities={})
        self.call("session.subscribe", events=["log.entryAdded"])

    def call(self, method: str, **parameters: object) -> dict[str, Any]:
        """Give a command and return its result."""
        self._calls += 1
        self._socket.send(json.dumps({"id": self._calls, "method": method, "params": parameters}))
        while True:
            told = json.loads(self._socket.recv(timeout=PATIENCE))
            if told.get("id") != self._calls:
                self._heed(told)
            elif told["type"] == "error":
                raise RuntimeError(f"{method}: {told['error']}: {told['message']}")
            else:
                result: dict[str, Any] = told["result"]
                return result

    def wait(self, seconds: float) -> None:
        """Let time pass, and take what the browser tells meanwhile."""
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            try:
                self._heed(json.loads(self._socket.recv(timeout=left)))
            except TimeoutError:
                return

    def _heed(self, event: dict[str, Any]) -> None:
        entry = event.get("params", {})
        if event.get("method") == "log.entryAdded" and entry["level"] == "error":
            page = self._pages.get(entry["source"].get("context", ""))
            if page:
                page.errors.append(entry["text"])

    def perform(self, page: str, sources: Sequence[Action]) -> None:
        """Let hands act on a page, in the window in front: only that one has keys."""
        if self._in_front != page:
            self.call("browsingContext.activate", context=page)
            # That is told before it has come to pass.
            while not self._pages[page].evaluate("document.hasFocus()"):
                self.wait(0.02)
            self._in_front = page
        self.call("input.performActions", context=page, actions=sources)

    def before_every_page(self, script: str) -> None:
        """Run a script in every page before its own."""
        self.call("script.addPreloadScript", functionDeclaration=f"() => {{ {script} }}")

    def new_page(self) -> Page:
        """Open a window: behind another tab, a page would have no frames."""
        name = self.call("browsingContext.create", type="window")["context"]
        self._pages[name] = Page(self, name)
        self._in_front = name
        return self._pages[name]


class Page:
    """A window with a page, by the names that Playwright has for what is done and seen there."""

    def __init__(self, firefox: Firefox, name: str) -> None:
        self._firefox = firefox
        self._name = name
        self._fingers = 0
        self.errors: list[str] = []
        self.viewport_size = {"width": 0, "height": 0}
        self.keyboard = self.mouse = self.touchscreen = self

    def _call(self, method: str, **parameters: object) -> dict[str, Any]:
        return self._firefox.call(f"browsingContext.{method}", context=self._name, **parameters)

    def goto(self, address: str) -> None:
        """Open an address and wait until the page has been read."""
        self._call("navigate", url=address, wait="complete")

    def reload(self) -> None:
        """Load the page again."""
        self._call("reload", wait="complete")

    def close(self) -> None:
        """Close the window."""
        self._call("close")

    def evaluate(self, expression: str, given: object = None) -> Any:
        """Return the value of an expression, or of the function that it is."""
        found = self._firefox.call(
            "script.callFunction",
            functionDeclaration=_EVALUATE.format(expression.strip().removesuffix(";")),
            arguments=[{"type": "string", "value": json.dumps(given)}],
            target={"context": self._name},
            awaitPromise=True,
        )
        assert found["type"] == "success", found["exceptionDetails"]["text"]
        return json.loads(found["result"]["value"])

    def wait_for_timeout(self, milliseconds: float) -> None:
        """Let time pass."""
        self._firefox.wait(milliseconds / 1000)

    def set_viewport_size(self, size: dict[str, int]) -> None:
        """Give the page so much room."""
        self._call("setViewport", viewport=size)
        self.viewport_size = size

    def screenshot(self, clip: dict[str, int]) -> bytes:
        """Return a PNG of a part of the window."""
        return base64.b64decode(self._call("captureScreenshot", clip={"type": "box", **clip})["data"])

    def _perform(self, kind: str, name: str, actions: Sequence[Action], **more: object) -> None:
        source = {"type": kind, "id": name, "actions": list(actions), **more}
        self._firefox.perform(self._name, [source])

    def press(self, keys: str) -> None:
        """Press and release a key, or several held together with `+`."""
        held = [KEYS.get(key, key) for key in (keys.split("+") if len(keys) > 1 else [keys])]
        down: list[Action] = [{"type": "keyDown", "value": key} for key in held]
        up: list[Action] = [{"type": "keyUp", "value": key} for key in reversed(held)]
        self._perform("key", "keyboard", [*down, *up])

    def _mouse(self, *actions: Action) -> None:
        self._perform("pointer", "mouse", actions, parameters={"pointerType": "mouse"})

    def pasted(self) -> str:
        """Return what a real paste puts into a field, which needs no permission."""
        made = "Object.assign(document.createElement('textarea'), { before: document.activeElement })"
        self.evaluate(f"document.activeElement.parentElement.appendChild(window.field = {made}).focus()")
        self.press("Control+v")
        return str(self.evaluate("(field.before.focus(), field.remove(), field.value)"))

    def move(self, x: float, y: float) -> None:
        """Move the mouse."""
        self._mouse({"type": "pointerMove", "x": x, "y": y})

    def down(self) -> None:
        """Press the left button of the mouse."""
        self._mouse(_DOWN)

    def up(self) -> None:
        """Release it."""
        self._mouse(_UP)

    def click(self, where: str | float, y: float = 0, button: str = "left") -> None:
        """Click at a place of the window or on the middle of an element."""
        x, y = self._middle(where) if isinstance(where, str) else (where, y)
        number = BUTTONS[button]
        pressed: list[Action] = [{"type": kind, "button": number} for kind in ("pointerDown", "pointerUp")]
        self._mouse({"type": "pointerMove", "x": x, "y": y}, *pressed)

    def tap(self, where: str | float, y: float = 0) -> None:
        """Touch a place of the window or the middle of an element, shortly."""
        x, y = self._middle(where) if isinstance(where, str) else (where, y)
        # In one command: between two of them a busy machine can take as long as a long press.
        self._touch([[{"type": "pointerMove", "x": x, "y": y}, _DOWN, _UP]])

    def fingers(self, kind: str, places: Sequence[dict[str, float]]) -> None:
        """Let fingers touch, move or all leave: `touchStart`, `touchMove`, `touchEnd`."""
        if kind == "touchEnd":
            self._touch([[_UP]] * self._fingers)
        else:
            then = [_DOWN] if kind == "touchStart" else []
            self._touch([[{"type": "pointerMove", **place}, *then] for place in places])
        self._fingers = len(places)

    def _touch(self, fingers: Sequence[Sequence[Action]]) -> None:
        touch: Action = {"type": "pointer", "parameters": {"pointerType": "touch"}}
        sources = [{**touch, "id": f"finger {number}", "actions": did} for number, did in enumerate(fingers)]
        self._firefox.perform(self._name, sources)

    def _middle(self, selector: str) -> tuple[float, float]:
        box = self.locator(selector).bounding_box()
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def locator(self, selector: str) -> Locator:
        """Return the elements that a selector of CSS names."""
        return Locator(self, selector)

    def inner_text(self, selector: str) -> str:
        """Return the text that is shown of an element."""
        return "".join(self.locator(selector).all_inner_texts())

    def input_value(self, selector: str) -> str:
        """Return what stands in a field."""
        return str(self.evaluate(f"document.querySelector({json.dumps(selector)}).value"))

    def is_visible(self, selector: str) -> bool:
        """Return whether an element is shown."""
        return self.locator(selector).is_visible()


class Locator:
    """The elements that a selector names."""

    def __init__(self, page: Page, selector: str) -> None:
        self._page = page
        self._all = f"[...document.querySelectorAll({json.dumps(selector)})]"

    def bounding_box(self) -> dict[str, float]:
        """Return where the first is in the window."""
        box = f"(({{ x, y, width, height }}) => ({{ x, y, width, height }}))({self._all}[0].getBoundingClientRect())"
        found: dict[str, float] = self._page.evaluate(box)
        return found

    def all_inner_texts(self) -> list[str]:
        """Return the text of each."""
        found: list[str] = self._page.evaluate(f"{self._all}.map((one) => one.innerText)")
        return found

    def is_visible(self) -> bool:
        """Return whether one is shown."""
        return bool(self._page.evaluate(f"{self._all}.some((one) => one.checkVisibility())"))
