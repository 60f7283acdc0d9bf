"""The DOS prompt on the screen: files, decks and pages; single lines that are typed are in `acts.txt`."""

from pathlib import Path

import pytest

from retro_pyramid.resources import read_asset_bytes
from tests.screens.conftest import Start
from tests.screens.driver import Game
from tests.screens.em import table_of


@pytest.fixture
def dos(start: Start) -> Game:
    game = start("--start", "dos")
    game.app.services.files.read_high_scores()  # Makes the file.
    return game


def typed(game: Game, *lines: str) -> Game:
    for line in lines:
        game.do(f"text {line}", "key ENTER")
    return game


def test_it_greets_and_waits_with_its_cursor_which_goes_along(dos: Game) -> None:
    assert (dos.screen, dos.app.state()["program"], dos.machine.display.mode) == ("prompt", "shell", "text")
    assert dos.says("Type HELP for a list of commands.")
    rows = dos.rows()
    assert dos.machine.display.cursor == (4, next(n for n, row in enumerate(rows) if row.startswith("C:\\>")))
    dos.do("text dir", "key LEFT")
    assert (dos.says("C:\\>dir"), (dos.machine.display.cursor or (0,))[0]) == (True, 6)
    assert not dos.do("key ESC").says("C:\\>dir")


@pytest.mark.parametrize("yes", ["key Y", "clickon yes"])
def test_deleting_asks_and_keeps_the_board(dos: Game, tmp_path: Path, yes: str) -> None:
    for answer in ("key x; key n", "clickon no"):
        typed(dos, "del pyramid.hgh")
        assert dos.says("Delete PYRAMID.HGH (Y/N)?")
        dos.do(answer)
        assert (tmp_path / "data" / "PYRAMID.HGH").is_file()
    typed(dos, "del pyramid.hgh").do(yes)
    assert dos.says("Kept as PYRAMID.HGH.BAK")
    assert not (tmp_path / "data" / "PYRAMID.HGH").exists()
    assert (tmp_path / "data" / "PYRAMID.HGH.BAK").is_file()


def test_long_lists_come_a_page_at_a_time(dos: Game, tmp_path: Path) -> None:
    for number in range(40):
        (tmp_path / "data" / f"GAME{number:02}.PYR").write_text("x")
    typed(dos, "dir /p")
    assert dos.says("Press any key for more")
    assert dos.says("GAME00")
    assert not dos.says("GAME39")
    dos.do("key SPACE", "key SPACE", "key SPACE")
    assert dos.says("44 files")
    typed(dos, "cls")
    assert not dos.says("44 files")


def test_a_file_of_the_players_comes_in_the_place_of_the_disks_own(dos: Game, tmp_path: Path) -> None:
    assert all(
        map(typed(dos, "dir pyramid", "copy pyramid.txt mine.txt").says, ("PYRAMID  EXE", "PYRAMID  HGH"))
    )
    assert (tmp_path / "data" / "MINE.TXT").read_bytes() == read_asset_bytes("articles/pyramid.txt")
    (tmp_path / "data" / "pyramid.txt").write_text("mine")
    typed(dos, "type pyramid.txt")
    assert dos.says("mine")
    typed(dos, "del pyramid.txt").do("key y")
    assert not (tmp_path / "data" / "pyramid.txt").exists()
    typed(dos, "cls", "type pyramid.txt")
    assert dos.says("PYRAMID SOLITAIRE")


def test_what_is_longer_than_the_screen_goes_on_below(dos: Game) -> None:
    dos.do("text " + "abcdefghij" * 12)
    assert dos.says("C:\\>abcdefghij")
    rows = [row for row in dos.rows() if "abc" in row]
    assert len(rows) == 2


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("PYRAMID -h", "the second deck"),
        ("PYRAMID T --version", "VER tells it here"),
        ("PYRAMID --start dos", "here is the prompt"),
    ],
)
def test_nothing_is_printed_behind_the_prompt(
    dos: Game, capsys: pytest.CaptureFixture[str], line: str, says: str
) -> None:
    typed(dos, line)
    assert dos.screen == "prompt"
    assert dos.says(says)
    assert capsys.readouterr() == ("", "")


@pytest.mark.parametrize("line", ["dir", "ver", "foo", "type x.txt", "copy pyramid.hgh a.hgh", "cd .."])
def test_between_what_a_command_says_and_the_next_prompt_a_line_is_free(dos: Game, line: str) -> None:
    typed(dos, line)
    rows = [row.rstrip() for row in dos.rows()[:24]]
    last = max(at for at, row in enumerate(rows) if row)
    assert rows[last] == "C:\\>"
    assert rows[last - 1] == ""
    assert rows[last - 2] != ""


def test_a_program_without_a_mouse_leaves_it_to_the_prompt(dos: Game) -> None:
    typed(dos, "EMPYR -nomouse --start table").do("settle")
    assert not dos.machine.has_mouse
    table_of(dos).exits.quit()
    assert (dos.screen, dos.machine.has_mouse) == ("prompt", True)
