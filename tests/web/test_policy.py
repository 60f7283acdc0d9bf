"""The page under its own security policy: it lacks nothing there, and nothing that is not its own runs or is fetched."""

import re
from collections.abc import Iterator

import pytest

from tests.web.conftest import Sit
from tests.web.harness import Player, self_hosted
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


@pytest.fixture(params=["cdn", pytest.param("self-hosted", marks=pytest.mark.slow)])
def player(request: pytest.FixtureRequest, sit: Sit) -> Iterator[Player]:
    if request.param == "cdn":
        yield watched(sit(plain=True))
    else:
        assert "Content-Security-Policy" in advised()
        with serve(self_hosted(), advised()) as server:
            yield watched(sit(served=server.address))


def watched(player: Player) -> Player:
    player.context.add_init_script(WATCH)
    return player


def attempt(player: Player, code: str) -> str:
    """Return what comes of a function in the page: `done`, or the name of its error."""
    return str(player.look(f"({LATER})({code})"))


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


INJECTED = {
    INLINE: "script-src-elem inline",
    HANDLER: "script-src-attr inline",
    FOREIGN: "script-src-elem https",
}


def forbids(player: Player, code: str, expected: str) -> str:
    """Do something in the page that its policy forbids; return what came of it."""
    outcome = attempt(player, code)
    player.wait_for(lambda: heard(player), f"{expected} to be forbidden")
    assert player.look("violations.splice(0)")[0].startswith(expected), code
    return outcome


def heard(player: Player) -> bool:
    # What the browser says of it is no error.
    player.errors.clear()
    return bool(player.look("violations.length"))


def test_the_page_plays_and_its_policy_forbids_all_that_is_not_its_own(player: Player) -> None:
    player.page.goto(player.address, wait_until="domcontentloaded")
    for code, forbidden in INJECTED.items():
        forbids(player, code, forbidden)
    assert player.look("window.injected") is None
    player.page.goto("about:blank")
    player.errors.clear()

    player.start("?test&T&start=table&deal=61")
    player.reaches(screen="table", deal=61)
    player.press("F1", "Escape", "ArrowDown")
    player.check()
    assert player.look("violations") == []

    for code, forbidden in INJECTED.items():
        forbids(player, code, forbidden)
    assert player.look("window.injected") is None
    # Once all has come no text becomes a script.
    for code in ("() => eval('1')", "() => new Function('1')", "() => (0, eval)('1')"):
        assert forbids(player, code, "script-src eval") == "EvalError"
    # What Pyxel asks with every frame of a gamepad that is not here, as 2.6 and as 2.9 ask it, and of each key.
    player.look("window._scanCorrection = { 4: 113 }")
    questions = ("_virtualGamepadStates[3];", "_readVirtualGamepadBitmask();", "_scanCorrection[4]||0;")
    assert [player.look(f"Number(eval('{question}'))") for question in questions] == [0, 0, 113]
    # Nothing else is fetched, and nothing sent.
    for address in (f"{CDN}npm/any.js", "https://elsewhere.example/?all"):
        assert forbids(player, f"() => fetch('{address}')", f"connect-src {address}") == "TypeError"
    image = "() => { new Image().src = 'https://elsewhere.example/?all'; }"
    forbids(player, image, "img-src https://elsewhere.example/?all")
    assert player.look("violations") == []
    player.errors.clear()
