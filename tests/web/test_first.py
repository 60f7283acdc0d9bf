"""The first contact: the title stands there at once and stays, all is ready before the press, which only starts time."""

import base64
from collections.abc import Iterator
from itertools import cycle
from typing import Any

import pytest

from tests.programs import PROGRAMS
from tests.web.conftest import Sit
from tests.web.harness import ADDRESS, SAMPLE, Picture, Player
from tests.web.serving import serve
from web import build, pictures, runtime

SIZES = ((1400, 960), (1000, 720), (844, 390), (412, 915), (320, 568))
# What the browser itself says of it, from the first instant on.
WATCH = """window.seen = { shifts: [], shown: [] };
new PerformanceObserver((list) => {
  for (const one of list.getEntries()) seen.shifts.push(`${one.value} ${one.sources.map(({ node }) => node?.id)}`);
}).observe({ type: "layout-shift", buffered: true });
new PerformanceObserver((list) => {
  for (const one of list.getEntries()) seen.shown.push(one.element?.id);
}).observe({ type: "largest-contentful-paint", buffered: true });"""
BOX = """(id) => {
  const { x, y, width, height } = document.getElementById(id).getBoundingClientRect();
  return [x, y, width, height];
}"""
POSTER = "document.getElementById('poster').src"
TICK = "retroPyramid.test.state.tick"
PLAYS = "pyxelContext.pyodide.runPython(\"__import__('pyxel').play_pos(0) is not None\")"


def first_of(edition: str) -> bytes:
    """Return the first picture of a program as it was recorded, in red, green and blue."""
    return b"".join(pictures.read_png((build.SHOTS / f"first_{edition}.png").read_bytes()))


@pytest.fixture
def begun(sit: Sit, shipped: str) -> Iterator[Player]:
    """A player before the first part of the page, behind which nothing comes, nor anything of the run-time."""
    player = sit(shipped.partition('<script type="application/octet-stream"')[0], cdn=False)
    yield player
    player.errors.clear()


@pytest.mark.parametrize("edition", PROGRAMS)
def test_the_title_of_the_program_asked_for_comes_before_all_else(begun: Player, edition: str) -> None:
    queries = {f"?edition={edition}", f"?T&edition={edition}&start=table&deal=61", f"?watch={edition}.65.D1-"}
    for query in [*sorted(queries), *(["", "?T"] if edition == PROGRAMS[0] else [])]:
        begun.page.goto(ADDRESS + query)
        begun.wait_for(lambda: begun.look("document.getElementById('poster').complete"), "the picture")
        assert begun.page.evaluate(BOX, "poster")[2] > 0
        begun.errors.clear()
        png = begun.look(POSTER).partition(",")[2]
        shown = Picture(base64.b64decode(begun.page.evaluate(SAMPLE, [png, 640, 350])))
        assert shown.rgb == first_of(edition), query


# Each size once, in one of the shapes: the page itself is loaded for every one.
@pytest.mark.parametrize(("size", "query"), [*zip(SIZES, cycle(("", "?aspect=square")), strict=False)])
def test_nothing_jumps_when_the_live_picture_takes_over(
    sit: Sit, shipped: str, size: tuple[int, int], query: str
) -> None:
    player = sit(shipped, size=size)
    player.page.add_init_script(WATCH)
    player.load(query)
    before = player.page.evaluate(BOX, "poster")
    assert player.look("seen.shown.length") > 0
    assert player.look("seen.shown[0]") == "poster"
    player.begin()
    player.wait_for(lambda: player.look("document.getElementById('poster').hidden"), "the live picture")
    assert player.page.evaluate(BOX, "canvas") == before
    assert player.look("seen.shifts") == []


@pytest.fixture(scope="module")
def player(sit: Sit, shipped: str) -> Player:
    return sit(shipped)


def places(player: Player, name: str) -> list[list[float]]:
    """Return where an element is at every size, in either shape."""
    found = []
    for square in ("false", "true"):
        player.look(f"document.body.classList.toggle('square', {square})")
        for width, height in SIZES:
            player.page.set_viewport_size({"width": width, "height": height})
            found.append(player.page.evaluate(BOX, name))
    return found


def test_at_every_size_and_in_either_shape_the_live_picture_is_where_the_first_was(player: Player) -> None:
    player.load()
    before = places(player, "poster")
    player.begin()
    player.wait_for(lambda: player.look("document.getElementById('poster').hidden"), "the live picture")
    assert places(player, "canvas") == before
    assert len({tuple(place) for place in before}) == 2 * len(SIZES)


def ready(player: Player) -> None:
    player.wait_for(lambda: bool(player.look("retroPyramid.test.state !== null")), "the program to be ready")
    player.page.wait_for_timeout(300)


def test_before_the_press_the_program_stands_with_that_picture_in_silence(player: Player) -> None:
    drawn = """import base64, pyxel
screen = memoryview(pyxel.screen.data_ptr()).cast("B")
base64.b64encode(b"".join([pyxel.colors[index].to_bytes(3) for index in screen])).decode()"""
    player.load("?test")
    for edition in PROGRAMS:
        # Pyxel's own reset: the page, which is loaded once, still waits for the press.
        player.look(
            f"(history.replaceState(null, '', '?test&edition={edition}'), retroPyramid.test.attach(null))"
        )
        player.look("resetPyxel().then(() => null)")
        ready(player)
        assert (player.look(TICK), player.look(PLAYS)) == (0, False)
        live = player.page.evaluate("(code) => pyxelContext.pyodide.runPython(code)", drawn)
        assert base64.b64decode(live) == first_of(edition)
    player.begin("Enter")
    player.wait_for(lambda: player.look(TICK) > 0, "time to pass")
    assert player.look(PLAYS)
    # The press was no key of the game's.
    assert player.state["screen"] == "intro"


def test_who_has_pressed_while_it_loads_is_not_asked_again(player: Player) -> None:
    player.page.goto(ADDRESS, wait_until="domcontentloaded")
    assert player.look("retroPyramid.phase") == "loading"
    player.page.keyboard.press("Shift")
    player.wait_for(lambda: player.look("retroPyramid.phase") == "playing", "the program to run")


def test_who_wants_no_sound_is_not_asked_for_a_press(player: Player) -> None:
    player.page.goto(ADDRESS, wait_until="domcontentloaded")
    player.look("localStorage.setItem('retro-pyramid-page/sound', 'off')")
    player.page.goto(ADDRESS)
    player.wait_for(lambda: player.look("retroPyramid.phase") == "playing", "the program to run")
    player.look("localStorage.clear()")


def test_modules_compiled_in_one_visit_are_there_in_the_next(player: Player) -> None:
    player.load("?test")
    ready(player)
    player.begin()
    kept = "caches.open('retro-pyramid-code').then((store) => store.keys()).then((keys) => keys.length)"
    player.wait_for(lambda: player.look(kept) == 1, "the code to be kept")
    player.load("?test")
    ready(player)
    count = "pyxelContext.pyodide.runPython('archive._known, len(archive._code)').toJs()"
    known, used = player.look(count)
    assert known == used > 100


def test_damaged_code_is_left_alone_and_a_failure_throws_it_away(player: Player) -> None:
    keys = (
        "caches.open('retro-pyramid-code').then(async (store) => (await store.keys()).map(({ url }) => url))"
    )
    player.load("?test")
    ready(player)
    player.begin()
    player.wait_for(lambda: len(player.look(keys)) == 1, "the code to be kept")
    [key] = player.look(keys)
    player.look(
        f"caches.open('retro-pyramid-code').then((store) => store.put('{key}', new Response('spoilt')))"
    )
    player.load("?test")
    ready(player)
    assert player.look("pyxelContext.pyodide.runPython('archive._known')") == 0
    player.begin()
    size = f"caches.match('{key}').then((kept) => kept.arrayBuffer()).then(({{ byteLength }}) => byteLength)"
    player.wait_for(lambda: player.look(size) > 100_000, "the code to be kept again")
    player.broken = {"python_stdlib.zip"}
    player.page.goto(ADDRESS)
    player.page.get_by_role("button", name="Load again").wait_for()
    player.broken = set()
    assert player.look(keys) == []
    player.errors.clear()


def test_the_bytes_that_have_come_are_told_and_then_the_steps_of_the_start(sit: Sit) -> None:
    files = build.self_hosted(build.archive(build.wheel_files(build.ROOT)))
    with serve(files) as server:
        player = sit("", served=server.address)
        slow = {
            "offline": False,
            "latency": 20,
            "downloadThroughput": 2_000_000,
            "uploadThroughput": 2_000_000,
        }
        measures = player.context.new_cdp_session(player.page)
        measures.send("Network.enable")
        measures.send("Network.emulateNetworkConditions", slow)
        player.page.add_init_script("""window.told = [];
new MutationObserver(() => {
  const text = document.getElementById("notice")?.innerText;
  if (text && told.at(-1) !== text) told.push(text);
}).observe(document, { childList: true, subtree: true, characterData: true });""")
        player.page.goto(server.address)
        player.wait_for(
            lambda: player.look("retroPyramid.phase") == "waiting", "the page to be ready", seconds=90
        )
        told: list[str] = player.look("told")
        player.errors.clear()
    shares = [int(text.split(" %")[0].split()[-1]) for text in told if " %" in text]
    assert shares == sorted(shares)
    assert len(set(shares)) > 20
    assert any(text.rstrip().endswith(" s left") for text in told)
    steps = [text.count("█") for text in told if "Starting" in text]
    assert steps == sorted(steps)
    assert len(set(steps)) > 5


def test_without_https_the_page_starts_as_well(sit: Sit, shipped: str) -> None:
    player = sit(shipped)
    player.context.add_init_script("delete Crypto.prototype.subtle")
    player.start("?test&T&start=table&deal=61")
    player.reaches(deal=61)
    assert player.look("crypto.subtle") is None


# As a server leaves them in the browser's own cache for good.
LASTING = {"Cache-Control": "public, max-age=31536000, immutable", "Vary": "Origin"}


@pytest.mark.engines("chromium", "firefox")
@pytest.mark.parametrize("piece", ["pyxel.js", "pyodide.asm.wasm", ".whl"])
def test_what_the_browsers_own_cache_has_damaged_is_asked_for_again(sit: Sit, piece: str) -> None:
    files = build.self_hosted(build.archive(build.wheel_files(build.ROOT)))
    damaged = {name: data[:-1] + b"!" if name.endswith(piece) else data for name, data in files.items()}
    with serve(damaged, LASTING) as server:
        player = sit("", served=server.address)

        def comes(what: str) -> None:
            def there() -> bool:
                found = bool(player.look(what))
                player.errors.clear()
                return found

            player.wait_for(there, what)

        player.page.goto(server.address)
        comes("document.querySelector('#line button') !== null")
        server.files = files
        # Loaded again by its own button, it heals.
        player.page.click("#line button")
        comes("window.retroPyramid?.phase === 'waiting'")
        player.page.goto("about:blank")
        player.errors.clear()


@pytest.mark.parametrize("piece", [".whl", "pyodide-lock.json"])
def test_a_piece_that_is_missing_is_told_at_once_whatever_else_still_comes(
    sit: Sit, shipped: str, piece: str
) -> None:
    player = sit(shipped)
    held: list[Any] = []
    player.context.route("**/*pyodide.asm.wasm", lambda route: held.append(route))
    player.broken = {piece}
    player.page.goto(ADDRESS, wait_until="commit")
    player.page.get_by_role("button", name="Load again").wait_for(timeout=5000)
    assert piece in player.notice()
    for route in held:
        route.abort()
    # What the console says of those comes before the next page does.
    player.page.goto("about:blank")
    player.errors.clear()


# Addresses without https have no sums of the page's own making.
@pytest.mark.parametrize("secure", [True, False])
@pytest.mark.parametrize("piece", ["pyodide.asm.js", "python_stdlib.zip", "pyodide.asm.wasm", ".whl"])
def test_a_piece_that_is_not_what_it_should_be_is_not_used(
    sit: Sit, shipped: str, piece: str, secure: bool
) -> None:
    player = sit(shipped)
    if not secure:
        player.context.add_init_script("delete Crypto.prototype.subtle")

    def damaged(route: object) -> None:
        file = runtime.file_for(runtime.folder(), route.request.url)  # type: ignore[attr-defined]
        assert file is not None
        headers = {"access-control-allow-origin": "*"}
        route.fulfill(body=file.read_bytes() + b"\n", headers=headers)  # type: ignore[attr-defined]

    player.context.route(f"**/*{piece}", damaged)
    player.page.goto(ADDRESS, wait_until="commit")
    player.page.get_by_role("button", name="Load again").wait_for()
    assert piece in player.notice()
    player.errors.clear()
