"""The first contact: the title stands there at once and stays, all is ready before the press, which only starts time."""

import base64
from typing import Any

import pytest

from tests.programs import PROGRAMS
from tests.web.conftest import Sit
from tests.web.harness import ADDRESS, SAMPLE, Picture, Player, self_hosted, site
from tests.web.serving import serve
from web import build, runtime
from web.tools import pictures

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
INSECURE = "delete Crypto.prototype.subtle"
"""What an address without https lacks: the page can make no sums of its own."""


def first_of(edition: str) -> bytes:
    """Return the first picture of a program as it was recorded, in red, green and blue."""
    return b"".join(pictures.read_png((build.SHOTS / f"first_{edition}.png").read_bytes()))


def test_the_title_of_the_program_asked_for_comes_before_all_else(sit: Sit) -> None:
    # Of the page only the first part comes, and nothing of the run-time.
    page = site()["index.html"].decode().partition('<script type="application/octet-stream"')[0]
    player = sit(page, cdn=False)
    queries = {"": PROGRAMS[0], "?T": PROGRAMS[0], "?T&edition=windows&start=table&deal=61": "windows"}
    queries |= {f"?edition={edition}": edition for edition in PROGRAMS} | {"?watch=em.65.D1-": "em"}
    for query, edition in queries.items():
        player.page.goto(ADDRESS + query)
        player.errors.clear()
        player.wait_for(lambda: player.look("document.getElementById('poster').complete"), "the picture")
        assert player.page.evaluate(BOX, "poster")[2] > 0
        player.errors.clear()
        png = player.look(POSTER).partition(",")[2]
        shown = Picture(base64.b64decode(player.page.evaluate(SAMPLE, [png, 640, 350])))
        assert shown.rgb == first_of(edition), query
    player.page.goto("about:blank")
    player.errors.clear()


def places(player: Player, name: str, size: tuple[int, int]) -> list[list[float]]:
    """Return where an element is at every size, and last at this one."""
    found = []
    for width, height in (*SIZES, size):
        player.page.set_viewport_size({"width": width, "height": height})
        found.append(player.page.evaluate(BOX, name))
    return found


CASES = [
    (SIZES[0], ""),
    (SIZES[3], "?aspect=square"),
    (SIZES[1], "?aspect=square"),
    (SIZES[2], ""),
    (SIZES[4], ""),
]


# Each size once, in one of the shapes, all but one at night: the page itself is loaded for every one.
@pytest.mark.parametrize(
    ("size", "query"),
    [pytest.param(*case, marks=pytest.mark.slow if at else ()) for at, case in enumerate(CASES)],
)
def test_nothing_jumps_when_the_live_picture_takes_over(sit: Sit, size: tuple[int, int], query: str) -> None:
    player = sit(new=True, size=size)
    player.page.add_init_script(WATCH)
    player.load(query)
    assert player.look("seen.shown[0]") == "poster"
    assert player.look("seen.shifts") == []
    before = places(player, "poster", size)
    assert len({tuple(place) for place in before}) == len(SIZES)
    player.painted()
    player.look("seen.shifts.length = 0")
    player.begin()
    player.wait_for(lambda: player.look("document.getElementById('poster').hidden"), "the live picture")
    player.painted()
    assert player.look("seen.shifts") == []
    assert places(player, "canvas", size) == before


def ready(player: Player) -> None:
    player.wait_for(lambda: bool(player.look("retroPyramid.test.state !== null")), "the program to be ready")
    # In this time it could play some frames, or begin its tune.
    for _ in range(5):
        player.painted()


def test_before_the_press_the_program_stands_with_that_picture_in_silence(sit: Sit) -> None:
    drawn = """import base64, pyxel
screen = memoryview(pyxel.screen.data_ptr()).cast("B")
base64.b64encode(b"".join([pyxel.colors[index].to_bytes(3) for index in screen])).decode()"""
    player = sit(new=True)
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


KEPT = "caches.open('retro-pyramid-code').then(async (store) => (await store.keys()).map(({ url }) => url))"
# One bit of it, somewhere in Python's memory; or what a browser says that has no room.
SPOIL = """async (url) => {
  const store = await caches.open("retro-pyramid-code");
  const kept = await store.match(url);
  const bytes = new Uint8Array(await kept.arrayBuffer());
  bytes[12_345_678] ^= 1;
  await store.put(url, new Response(bytes, { headers: kept.headers }));
}"""
FULL = "Cache.prototype.put = async () => { throw new DOMException('full', 'QuotaExceededError'); };"


@pytest.mark.parametrize(
    "harm", ["none", *(pytest.param(one, marks=pytest.mark.slow) for one in ("spoilt", "full"))]
)
def test_later_visits_start_from_a_snapshot_and_without_a_word_where_there_is_none(
    sit: Sit, harm: str
) -> None:
    """Whoever presses a key while the page loads is not asked for one."""
    player = sit(new=True)
    if harm == "full":
        player.context.add_init_script(FULL)

    def visit(query: str = "") -> bool:
        """Open the page and play; return whether Python started from a snapshot."""
        player.page.goto(f"{ADDRESS}?test{query}", wait_until="domcontentloaded")
        assert player.look("retroPyramid.phase") == "loading"
        player.page.keyboard.press("Shift")
        player.wait_for(lambda: player.look("retroPyramid.phase") == "playing", "the program to run")
        player.check()
        return bool(player.look("pyxelContext.pyodide._api.config._loadSnapshot !== undefined"))

    def kept() -> str:
        player.wait_for(lambda: len(player.look(KEPT)) == 1, "the snapshot to be kept")
        [key] = player.look(KEPT)
        return str(key)

    assert not visit()
    if harm == "full":
        assert not visit()
        return
    key = kept()
    # It was taken with another program's modules.
    assert visit("&edition=windows&start=table&deal=61")
    player.reaches(screen="table", deal=61)
    assert player.run("settle\nkey UP\nkey ENTER\nsettle").state["moves"] == ["D"]
    if harm == "spoilt":
        player.page.evaluate(SPOIL, key)
        assert not visit()
    player.broken = {"python_stdlib.zip"}
    player.page.goto(ADDRESS)
    player.page.get_by_role("button", name="Load again").wait_for()
    assert player.look(KEPT) == []
    player.errors.clear()


SLOW = {"offline": False, "latency": 20, "downloadThroughput": 1_500_000, "uploadThroughput": 1_500_000}


def test_the_bytes_that_have_come_are_told_and_then_the_steps_of_the_start(sit: Sit) -> None:
    with serve(self_hosted()) as server:
        player = sit(served=server.address)
        measures = player.context.new_cdp_session(player.page)
        measures.send("Network.enable")
        measures.send("Network.emulateNetworkConditions", SLOW)
        player.page.add_init_script("""window.told = [];
new MutationObserver(() => {
  const text = document.getElementById("notice")?.innerText;
  if (text && told.at(-1) !== text) told.push(text);
}).observe(document, { childList: true, subtree: true, characterData: true });""")
        player.load()
        told: list[str] = player.look("told")
        player.page.goto("about:blank")
        player.errors.clear()
    shares = [int(text.split(" %")[0].split()[-1]) for text in told if " %" in text]
    assert shares == sorted(shares)
    assert len(set(shares)) > 20
    words = [word for text in told for word in (" s to load", " s left") if text.rstrip().endswith(word)]
    assert list(dict.fromkeys(words)) == [" s to load", " s left"]
    steps = [text.count("█") for text in told if "Starting" in text]
    assert steps == sorted(steps)
    assert len(set(steps)) > 5


# As a server leaves them in the browser's own cache for good.
LASTING = {"Cache-Control": "public, max-age=31536000, immutable", "Vary": "Origin"}


@pytest.mark.engines("chromium", "firefox", slow="chromium")
@pytest.mark.parametrize(
    "piece",
    [".whl", *(pytest.param(piece, marks=pytest.mark.slow) for piece in ("pyxel.js", "pyodide.asm.wasm"))],
)
def test_what_the_browsers_own_cache_has_damaged_is_asked_for_again(sit: Sit, piece: str) -> None:
    damaged = {
        name: data[:-1] + b"!" if name.endswith(piece) else data for name, data in self_hosted().items()
    }
    with serve(damaged, LASTING) as server:
        player = sit(served=server.address)

        def comes(what: str) -> None:
            def there() -> bool:
                found = bool(player.look(what))
                player.errors.clear()
                return found

            player.wait_for(there, what)

        player.page.goto(server.address)
        comes("document.querySelector('#line button') !== null")
        server.files = self_hosted()
        # Loaded again by its own button, it heals.
        player.page.click("#line button")
        comes("window.retroPyramid?.phase === 'waiting'")
        player.page.goto("about:blank")
        player.errors.clear()


@pytest.mark.parametrize(
    "piece", ["python_stdlib.zip", pytest.param("pyodide-lock.json", marks=pytest.mark.slow)]
)
def test_a_piece_that_is_missing_is_told_at_once_whatever_else_still_comes(sit: Sit, piece: str) -> None:
    player = sit(new=True)
    held: list[Any] = []
    player.context.route("**/*pyodide.asm.wasm", lambda route: held.append(route))
    player.broken = {piece}
    player.page.goto(ADDRESS, wait_until="commit")
    player.page.get_by_role("button", name="Load again").wait_for()
    assert piece in player.notice()
    for route in held:
        route.abort()
    # What the console says of those comes before the next page does.
    player.page.goto("about:blank")
    player.errors.clear()


@pytest.mark.parametrize("secure", [True, pytest.param(False, marks=pytest.mark.slow)])
@pytest.mark.parametrize(
    "piece",
    [
        *("pyodide.asm.js", "pyodide.asm.wasm"),
        *(pytest.param(piece, marks=pytest.mark.slow) for piece in ("python_stdlib.zip", ".whl")),
    ],
)
def test_a_piece_that_is_not_what_it_should_be_is_not_used(sit: Sit, piece: str, secure: bool) -> None:
    player = sit(new=True)
    if not secure:
        player.context.add_init_script(INSECURE)

    def damaged(route: Any) -> None:
        file = runtime.file_for(runtime.runtime_dir(), route.request.url)
        assert file is not None
        route.fulfill(body=file.read_bytes() + b"\n", headers={"access-control-allow-origin": "*"})

    player.context.route(f"**/*{piece}", damaged)
    player.page.goto(ADDRESS, wait_until="commit")
    player.page.get_by_role("button", name="Load again").wait_for()
    assert piece in player.notice()
    player.page.goto("about:blank")
    player.errors.clear()
