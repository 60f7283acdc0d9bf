"""What the page does for any program in it, shown with a small one that repeats what it is told."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.web.conftest import Sit
from tests.web.harness import ADDRESS, HEIGHT, SMALL, WIDTH, Player
from web import build, runtime

ECHO = build.build_page(
    build.build_archive(
        {
            "retro_pyramid/__init__.py": build.ROOT / "retro_pyramid" / "__init__.py",
            "retro_pyramid/page/__init__.py": build.ROOT / "retro_pyramid" / "page" / "__init__.py",
            "retro_pyramid/page/browser.py": Path(__file__).with_name("echo.py"),
        }
    )
)
# Pyxel's numbers, the same in all versions: SDL key codes.
CODES = {
    "ArrowDown": 0x40000051,
    "PageDown": 0x4000004E,
    "F1": 0x4000003A,
    "Tab": 9,
    "Escape": 27,
    "Space": 32,
}


class Echo:
    """The echo program in a page, and what it heard since the test began."""

    def __init__(self, player: Player) -> None:
        self.player = player
        self._before = len(self._all())

    def _all(self) -> list[dict[str, Any]]:
        news: list[dict[str, Any]] = json.loads(self.player.look("window.echo"))
        return news

    def heard(self, kind: str) -> list[Any]:
        """Return what it heard of one kind: keys, text, wheel, left, right."""
        self.player.frame()
        return [news[kind] for news in self._all()[self._before :] if kind in news]

    def keys(self) -> list[int]:
        return [key for keys in self.heard("keys") for key in keys]


@pytest.fixture(scope="module")
def player(sit: Sit) -> Player:
    player = sit(ECHO, plain=True)
    player.start("?T&2")
    return player


@pytest.fixture
def echo(player: Player) -> Iterator[Echo]:
    player.settle_down(SMALL)
    yield Echo(player)
    player.check()


def test_every_pixel_of_the_picture_is_shown_at_4_to_3_and_square(echo: Echo) -> None:
    player = echo.player
    sizes = ((1340, 960, 1280, 4 / 3), (1000, 1060, 1000, 4 / 3), (1340, 700, 1280, WIDTH / HEIGHT))
    for across, height, width, shape in sizes:
        player.page.set_viewport_size({"width": across, "height": height})
        player.look(f"document.body.classList.toggle('square', {'true' if shape != 4 / 3 else 'false'})")
        box = player.page.locator("canvas#canvas").bounding_box()
        assert (box["width"], box["width"] / box["height"]) == (width, pytest.approx(shape, rel=0.002))
        picture = player.picture()
        for y in range(HEIGHT):
            assert picture.pixel((y * WIDTH // HEIGHT + WIDTH // 2) % WIDTH, y) == (15 * (y % 16),) * 3
            assert picture.pixel(y * WIDTH // HEIGHT, y) == (225,) * 3
    player.look("document.body.classList.remove('square')")


def test_the_mouse_is_where_it_is_seen(echo: Echo) -> None:
    right, bottom = WIDTH - 1, HEIGHT - 1
    places = [[0, 0], [right, 0], [0, bottom], [right, bottom], [WIDTH // 2, HEIGHT // 2], [123, 77]]
    for width, height in ((1280, 960), (1300, 700)):
        echo.player.page.set_viewport_size({"width": width, "height": height})
        for x, y in places:
            echo.player.click(x, y)
    echo.player.click(5, 6, button="right")
    echo.player.page.mouse.wheel(0, -240)
    assert echo.heard("left") == places * 2
    assert echo.heard("right") == [[5, 6]]
    assert sum(echo.heard("wheel")) > 0


def test_keys_and_typed_characters_arrive_at_once(echo: Echo) -> None:
    echo.player.press(*CODES)
    assert echo.keys() == list(CODES.values())
    echo.player.page.keyboard.type("Ann B.")
    assert "".join(echo.heard("text")) == " Ann B."


def test_the_browser_keeps_its_own_keys_and_the_page_blocks_those_of_pyxel(echo: Echo) -> None:
    own = ("F5", "F11", "F12", "Control+KeyR", "Control+KeyT", "Alt+ArrowLeft")
    pyxels = ("Alt+Digit3", "Alt+Digit0", "Alt+KeyR", "Alt+Enter", "AltGraph+Digit3")
    for name in own + pyxels:
        held, _, key = name.rpartition("+")
        # Made up in the page: a real press would reload it, and so on.  What is prevented is lost to the browser.
        options = {"key": key, "code": key, "bubbles": True, "cancelable": True}
        options |= {
            "ctrlKey": held == "Control",
            "altKey": held == "Alt",
            "modifierAltGraph": held == "AltGraph",
        }
        left_alone = "(options) => canvas.dispatchEvent(new KeyboardEvent('keydown', options))"
        assert echo.player.page.evaluate(left_alone, options), name
    echo.player.press("Alt+3", "F1")
    assert echo.keys() == [CODES["F1"]]


def test_keys_of_the_game_do_nothing_to_the_page(echo: Echo) -> None:
    echo.player.look("window.taken = []")
    echo.player.look("addEventListener('keydown', (event) => setTimeout(() => taken.push(event)), true)")
    names = ["F1", "F2", "PageUp", "PageDown", "ArrowLeft", "ArrowDown", "Backspace", "Tab", "Home", "End"]
    echo.player.press(*names)
    assert (
        echo.player.look("taken.filter((event) => event.defaultPrevented).map((event) => event.key)") == names
    )
    assert echo.player.look("[scrollX, scrollY, document.activeElement.id]") == [0, 0, "canvas"]


# What goes wrong before there is a game, each time in the page's one box with the reason and a way to try again.


@pytest.fixture(scope="module")
def unlucky(sit: Sit) -> Player:
    return sit(ECHO, plain=True)


def failure(player: Player) -> str:
    """Open the page and return what it says when it gives up."""
    player.page.goto(ADDRESS, wait_until="commit")
    player.page.get_by_role("button", name="Load again").wait_for()
    assert player.look("[retroPyramid.phase, document.querySelector('#pyxel-error-overlay')]") == [
        "failed",
        None,
    ]
    player.errors.clear()
    return player.notice()


@pytest.mark.slow
def test_every_piece_that_is_needed_is_named_when_it_does_not_come(unlucky: Player) -> None:
    for piece in runtime.FILES:
        unlucky.broken = {piece}
        assert piece in failure(unlucky)
    unlucky.broken = set()


def policy(rules: str) -> str:
    """Return the page under a security policy."""
    return ECHO.replace("<head>", f'<head><meta http-equiv="Content-Security-Policy" content="{rules}">')


@pytest.mark.parametrize(
    ("rules", "forbidden"),
    [
        ("script-src 'unsafe-inline' https://cdn.jsdelivr.net", "script-src wasm-eval"),
        ("script-src 'unsafe-inline' 'wasm-unsafe-eval' https://cdn.jsdelivr.net", "script-src eval"),
        ("connect-src 'self'", "connect-src https://cdn.jsdelivr.net/"),
    ],
)
def test_a_policy_that_forbids_what_is_needed_is_named(unlucky: Player, rules: str, forbidden: str) -> None:
    unlucky.html = policy(rules)
    assert f"forbids what it needs: {forbidden}" in failure(unlucky)
    unlucky.html = ECHO


def test_without_scripts_the_page_says_so(unlucky: Player) -> None:
    held = unlucky.page.locator("#held")
    unlucky.page.goto(ADDRESS, wait_until="domcontentloaded")
    assert not held.is_visible()
    for rules in ("script-src https://cdn.jsdelivr.net", "default-src 'none'"):
        unlucky.html = policy(rules)
        unlucky.page.goto(ADDRESS, wait_until="domcontentloaded")
        assert held.is_visible()
    unlucky.errors.clear()
    unlucky.html = ECHO
    plain = unlucky.context.browser.new_context(java_script_enabled=False)
    page = plain.new_page()
    page.set_content(ECHO)
    assert "needs JavaScript" in page.inner_text("#held")
    plain.close()


WITHOUT = {
    "WebAssembly": "delete window.WebAssembly",
    "WebGL": """{
      const real = HTMLCanvasElement.prototype.getContext;
      HTMLCanvasElement.prototype.getContext = function (kind, ...rest) {
        return kind.startsWith("webgl") ? null : real.call(this, kind, ...rest);
      };
    }""",
}


@pytest.mark.parametrize("lacking", WITHOUT)
def test_what_the_browser_lacks_is_said_before_the_first_press(sit: Sit, lacking: str) -> None:
    player = sit(ECHO, plain=True)
    player.context.add_init_script(WITHOUT[lacking])
    # Nothing is painted, so that the scripts of the run-time come before the look at what there is.
    player.context.add_init_script("PerformanceObserver.prototype.observe = () => {}")
    assert f"needs {lacking}, which this browser lacks" in failure(player)
