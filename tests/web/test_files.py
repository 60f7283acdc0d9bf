"""What the page keeps: in a .zip, in a store that is full or blocked, and over a reload."""

import zipfile
from base64 import b64encode
from pathlib import Path

import pytest

from retro_pyramid.storage import DataFolder, UserData
from retro_pyramid.storage.importing.importer import import_path
from tests.web.conftest import Sit
from tests.web.harness import STOP, Player

# Counts games of em in the page's own files, each in a turn of its own.
COUNT = """(games) => {
  const rules = pyxelContext.pyodide.pyimport("retro_pyramid.rules").rules_for("em");
  const files = retroPyramid.program._files;
  window.counted = 0;
  (async () => {
    // Its own number: a timer that comes late must not find that of the next test, and count on.
    for (let done = 0; done < games; counted = ++done) {
      files.count_game(rules, true, 0);
      await new Promise((next) => setTimeout(next, 6 * Math.random()));
    }
  })();
}"""
DROP = """([files]) => {
  const given = new DataTransfer();
  for (const [name, data] of files) given.items.add(new File([Uint8Array.from(atob(data), (c) => c.charCodeAt(0))], name));
  const target = document.getElementById("canvas");
  target.dispatchEvent(new DragEvent("dragover", { dataTransfer: given, bubbles: true, cancelable: true }));
  return !target.dispatchEvent(new DragEvent("drop", { dataTransfer: given, bubbles: true, cancelable: true }));
}"""
FILL = """{
  for (let size = 1 << 22; size; size >>= 1) {
    try {
      for (let at = 0; ; at++) localStorage.setItem(`junk ${size} ${at}`, "x".repeat(size));
    } catch {}
  }
}"""
EMPTY = """for (const key of Object.keys(localStorage)) {
  if (key.startsWith("junk")) localStorage.removeItem(key);
}"""
BLOCKED = """{
  window.unblocked = Object.getOwnPropertyDescriptor(window, "localStorage");
  const get = () => { throw new DOMException("denied", "SecurityError"); };
  Object.defineProperty(window, "localStorage", { get, configurable: true });
}"""
UNBLOCKED = 'void Object.defineProperty(window, "localStorage", unblocked)'


def drop(player: Player, **files: bytes) -> None:
    """Drop files on the picture."""
    given = [[name.replace("_", "."), b64encode(data).decode()] for name, data in files.items()]
    assert player.page.evaluate(DROP, [given]), "the browser keeps what was dropped"


NOTED = "(window.told = [], retroPyramid.on('state', ({ message }) => message && told.push(message)))"
"""Every message that the program shows is noted."""


def says(player: Player, words: str) -> None:
    player.wait_for(lambda: any(words in told for told in player.look("told")), f"{words!r} on the screen")
    player.look("told.length = 0")


@pytest.fixture(scope="module")
def seated(sit: Sit) -> Player:
    return sit()


@pytest.fixture
def player(seated: Player) -> Player:
    """Somebody before the page, which is loaded again where the test before has left it."""
    if seated.look("window.told === undefined"):
        seated.start("?test&T&start=menu&edition=em")
        seated.look(NOTED)
    return seated


def test_everything_is_saved_as_a_zip_and_read_back_by_a_drop_or_a_pick(
    player: Player, sit: Sit, tmp_path: Path
) -> None:
    player.run_anew("wait 1", "?test&T&start=menu&edition=em")
    player.press("F2")
    player.page.evaluate(COUNT, 2)
    player.wait_for(lambda: bool(player.look("counted === 2")), "the statistics")
    player.look("retroPyramid.program._files.add_score('Ann ♥', 1575, 2)")
    before = player.files()
    player.page.click("#files")
    assert "Your files" in player.page.locator("#files-box").inner_text()
    with player.page.expect_download() as waiting:
        player.page.click("#files-save")
    download = waiting.value
    assert download.suggested_filename.endswith(".zip")
    download.save_as(tmp_path / "all.zip")
    archive = zipfile.ZipFile(tmp_path / "all.zip")
    assert {name: archive.read(name) for name in archive.namelist()} == before
    # Unpacked, it is the desk's data folder.
    archive.extractall(tmp_path / "desk")
    assert UserData(DataFolder(tmp_path / "desk")).read_high_scores().rows[0].name == "Ann ♥"

    for way in ("drop", "pick"):
        player.run_anew("wait 1", "?test&T&start=menu&edition=em")
        assert "PYRAMID.CFG" not in player.files()
        if way == "drop":
            drop(player, all_zip=(tmp_path / "all.zip").read_bytes())
        else:
            player.page.click("#files")
            with player.page.expect_file_chooser() as chooser:
                player.page.click("#files-read")
            chooser.value.set_files(tmp_path / "all.zip")
        says(player, "Read back: settings, figures")
        # A report of several lines is a box over the board.
        assert player.state["screen"] == "notice"
        player.press("Enter")
        assert player.state["screen"] == "scores"
        assert any("Ann ♥" in row for row in player.state["text"])
        assert player.files() == before


INCOMING = "pyxelContext.pyodide.FS.readdir('/incoming').length - 2"


def test_several_files_dropped_together_are_one_lot_and_gone_when_they_are_read(player: Player) -> None:
    player.run_anew("wait 1", "?test&T&start=menu")
    drop(player, letter_txt=b"Dear Ann", GAME_PYR=b"retro-pyramid 1\n")
    says(player, "GAME.PYR: line 1")
    player.wait_for(lambda: player.look(INCOMING) == 0, "the page's own copies to go")
    player.run_anew("wait 1", "?test&T&start=menu")
    many = {f"n{number}_txt": b"x" for number in range(1001)}
    drop(player, **many)
    player.wait_for(
        lambda: any("Your files: expected at most 1000 files" in row for row in player.state["text"]),
        "that they are too many",
    )
    player.wait_for(lambda: player.look(INCOMING) == 0, "the page's own copies to go")


@pytest.mark.parametrize("way", ["loading", "playing"])
def test_where_the_program_fails_the_files_can_be_saved_all_the_same(
    player: Player, sit: Sit, tmp_path: Path, way: str
) -> None:
    player.run_anew("wait 1", "?test&T&start=table&deal=61")
    player.look("retroPyramid.program._files.add_score('Ann ♥', 1575, 2)")
    assert player.run("settle\nkey UP\nkey ENTER\nsettle").error is None
    before = {**player.files(), "DAMAGED.PYR": "é no base64".encode()}
    player.look("localStorage.setItem('retro-pyramid/DAMAGED.PYR', 'é no base64')")
    other = sit(beside=player) if way == "loading" else player
    if way == "loading":
        # Neither Python nor the network.
        other.broken = player.broken = {"pyodide.asm.js"}
        other.page.goto(other.address)
    else:
        other.look("pyxelContext.pyodide.runPython('import pyxel; pyxel.run = None')")
        other.look(STOP)
        other.look("setTimeout(() => { throw new Error('no more'); })")
    with other.page.expect_download() as waiting:
        other.page.get_by_role("button", name="Save my files").click()
    waiting.value.save_as(tmp_path / "all.zip")
    player.broken.discard("pyodide.asm.js")
    other.page.goto("about:blank")
    other.errors.clear()
    archive = zipfile.ZipFile(tmp_path / "all.zip")
    assert archive.testzip() is None
    assert {name: archive.read(name) for name in archive.namelist()} == before
    # The game itself reads it back.
    desk = UserData(DataFolder(tmp_path / "desk"))
    import_path(desk, str(tmp_path / "all.zip"))
    assert desk.read_high_scores().rows[0].name == "Ann ♥"
    assert desk.unfinished_games.find_unfinished("odm") is not None


def test_the_browser_is_asked_to_keep_the_files_after_the_first_game(seated: Player) -> None:
    player = seated
    player.page.goto("about:blank")
    persist = "async () => { window.kept = (window.kept ?? 0) + 1; }"
    ask = f"Object.defineProperty(StorageManager.prototype, 'persist', {{ value: {persist} }})"
    player.start("?test&T&edition=em&start=menu&-mouse")
    player.look(f"({ask}, 0)")
    player.look(NOTED)
    player.run("key ENTER\nsettle\nkey D\nsettle")
    assert player.look("window.kept") is None
    player.run("key F7\nkey y\nsettle\nkey ESC\nsettle")
    player.wait_for(lambda: player.look("window.kept") == 1, "the question")


def test_a_full_store_says_so_plays_on_and_loses_nothing(player: Player) -> None:
    player.run_anew("wait 1", "?test&T&start=menu&edition=em")
    player.look(FILL)
    player.press("F2")
    says(player, "Settings cannot be saved: PYRAMID.CFG: the browser's storage: it is full")
    player.press("F2")
    player.look(EMPTY)
    player.press("F2")
    player.wait_for(lambda: b"sound" in player.files().get("PYRAMID.CFG", b""), "the settings")


def test_a_blocked_store_says_so_and_plays_on(player: Player) -> None:
    player.look(BLOCKED)
    try:
        player.again("?test&T&start=table&deal=61&edition=relaxed")
        says(player, "Nothing will be kept: this page may not use the browser's storage")
        run = player.run("settle\nclickon stock\nsettle")
        assert (run.error, run.state["moves"]) == (None, ["D"])
        player.page.click("#files")
        with player.page.expect_download() as waiting:
            player.page.click("#files-save")
        assert "RESUME.PYR" in zipfile.ZipFile(waiting.value.path()).namelist()
    finally:
        player.look(UNBLOCKED)


DRAWS = {
    "em": "key y\nkey D",
    "odm": "clickon stock\nclickon stock",
    "tilldawn": "key D",
    "windows": "clickon stock",
    "relaxed": "clickon stock",
}


@pytest.mark.engines("chromium", "firefox")
@pytest.mark.parametrize("edition", DRAWS)
def test_a_game_goes_on_where_the_page_was_left(player: Player, edition: str) -> None:
    query = f"?test&T&edition={edition}&start=table&deal=61"
    run = player.run_anew(f"settle\nwait 3\n{DRAWS[edition]}\nsettle", query)
    assert (run.error, run.state["moves"]) == (None, ["D"])
    before = {name: player.state[name] for name in ("program", "deal", "options", "moves", "score", "status")}
    if edition == "em":
        player.reload()
    else:
        player.again()
    player.reaches(**before)
    assert player.state["screen"] in ("table", "confirm")
