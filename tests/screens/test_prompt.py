"""The DOS prompt on the screen: what is typed, asked, clicked, and the programs that are run and come back."""

from pathlib import Path

import pytest

from retro_pyramid.packaged import asset_bytes
from retro_pyramid.screens.boxes.entry import LineEntry
from tests.screens.conftest import Start
from tests.screens.driver import Game


@pytest.fixture
def dos(start: Start) -> Game:
    game = start("--start", "dos")
    game.app.services.files.board()  # Makes the file.
    return game


def typed(game: Game, *lines: str) -> Game:
    for line in lines:
        game.do(f"text {line}", "key ENTER")
    return game


def test_it_greets_and_waits_with_its_cursor(dos: Game) -> None:
    assert (dos.screen, dos.app.state()["program"], dos.machine.video.mode) == ("prompt", "shell", "text")
    assert dos.says("Type HELP for a list of commands.")
    rows = dos.rows()
    assert dos.machine.video.cursor == (4, next(n for n, row in enumerate(rows) if row.startswith("C:\\>")))


def test_what_is_typed_shows_and_the_cursor_goes_along(dos: Game) -> None:
    dos.do("text dir", "key LEFT")
    assert dos.says("C:\\>dir")
    assert dos.machine.video.cursor is not None
    dos.rows()
    assert dos.machine.video.cursor[0] == 6
    dos.do("key ESC")
    assert not dos.says("C:\\>dir")


def test_dir_lists_the_true_folder(dos: Game) -> None:
    typed(dos, "dir")
    assert dos.says("PYRAMID  HGH        200")
    assert dos.says("PYRAMID  DEC     221832  11-01-91  12:00p")
    assert dos.says("4 files")


@pytest.mark.parametrize(
    ("line", "mode", "deck", "edition"),
    [
        ("PYRAMID", "graphics", 1, "odm"),
        ("PYRAMID T", "text", 1, "odm"),
        ("PYRAMID 2", "graphics", 2, "odm"),
        ("PYRAMID T 2", "text", 1, "odm"),
        ("EMPYR", "graphics", 1, "em"),
        ("WINPYR T", "text", 1, "windows"),
        ("TILLDAWN", "graphics", 1, "tilldawn"),
        ("RELAXED 2", "graphics", 2, "relaxed"),
        ("PYRAMID -nomouse -partsound", "graphics", 1, "em"),
        ("PYRAMID --edition em T", "text", 1, "em"),
    ],
)
def test_the_words_of_1991_choose_mode_and_deck_and_leaving_comes_back(
    dos: Game, line: str, mode: str, deck: int, edition: str
) -> None:
    typed(dos, line)
    assert dos.screen == "intro"
    assert (dos.machine.video.mode, dos.app.services.shown.deck, dos.app.record.id) == (mode, deck, edition)
    dos.do("key ENTER", "key ESC")
    assert dos.says("Back to DOS?")
    dos.do("key y")
    assert (dos.screen, dos.machine.video.mode) == ("prompt", "text")
    assert dos.says(f"C:\\>{line}")
    assert not dos.app.done


def test_the_switches_hold_at_the_prompt_too_and_only_the_game_takes_them_for_its_name(dos: Game) -> None:
    typed(dos, "PYRAMID -nomouse -nosound --start table")
    assert (dos.app.record.id, dos.machine.mouse, dos.machine.speaker.on) == ("em", False, False)
    dos.do("settle; key ESC; key ESC; key y")
    typed(dos, "RELAXED -nosound")
    assert dos.app.record.id == "relaxed"
    dos.do("key ENTER; key ESC; key y")
    typed(dos, "ODM -nosound")
    assert (dos.app.state()["program"], dos.app.record.id) == ("shell", "odm")


def test_the_second_deck_is_other_cards_and_the_first_comes_back(dos: Game) -> None:
    line = "PYRAMID --deal 61 --start table"
    typed(dos, line).do("settle")
    first = dos.picture()
    dos.do("key ESC", "key y", "key ESC", "key y")
    typed(dos, f"{line} 2").do("settle")
    assert dos.picture() != first
    dos.do("key ESC", "key y", "key ESC", "key y")
    typed(dos, line).do("settle")
    assert dos.picture() == first


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("PYRAMID 3", "unknown word '3': expected T (text mode) or 2 (second deck)"),
        ("PYRAMID --scale 2", "--scale is for the command line that starts this machine"),
        ("PYRAMID --data x", "--data is for the command line that starts this machine"),
        ("PYRAMID --version", "--version is for the command line outside"),
        ("EMPYR --level 2", "em has no option 'level'"),
        ("EMPYR -loud", "unknown switch '-loud'"),
        ("PYRAMID --deal x", "'x' is no deal number"),
        ("PYRAMID odm.", "expected EDITION.OPTION.DEAL.MOVES, found 'odm.'"),
        ("EMPYR em.65.D1x", "a packed game"),
        ("PYRAMID --day 2026", "--day '2026': expected a day as YYYYMMDD"),
        ("PYRAMID /?", "PYRAMID [T] [2] [words]"),
        ("FORMAT C:", "Unknown command: FORMAT."),
    ],
)
def test_what_cannot_be_is_told_in_a_line(dos: Game, line: str, told: str) -> None:
    typed(dos, line)
    assert dos.screen == "prompt"
    assert dos.says(told)


def test_deleting_asks_and_keeps_the_board(dos: Game, tmp_path: Path) -> None:
    typed(dos, "del pyramid.hgh")
    assert dos.says("Delete PYRAMID.HGH (Y/N)?")
    dos.do("key x", "key n")
    assert (tmp_path / "data" / "PYRAMID.HGH").is_file()
    typed(dos, "del pyramid.hgh").do("key Y")
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


def test_the_disk_has_its_own_files_which_stay(dos: Game, tmp_path: Path) -> None:
    typed(dos, "dir pyramid")
    for name in ("PYRAMID  EXE", "PYRAMID  DEC", "PYRAMID  TXT", "PYRAMID  HGH"):
        assert dos.says(name)
    typed(dos, "del pyramid.exe")
    assert dos.says("PYRAMID.EXE is read-only")
    typed(dos, "copy pyramid.txt mine.txt", "cls", "type pyramid.txt")
    assert dos.says("PYRAMID SOLITAIRE")
    assert not dos.says("^S")
    assert dos.says("Press any key for more")
    dos.do("key ESC")
    assert dos.says("C:\\>")
    assert not dos.says("^S")
    assert (tmp_path / "data" / "MINE.TXT").read_bytes() == asset_bytes("articles/pyramid.txt")
    typed(dos, "cls", "type pyramid.exe")
    assert dos.says("PYRAMID.EXE is no text")


def test_a_file_of_the_players_comes_in_the_place_of_the_disks_own(dos: Game, tmp_path: Path) -> None:
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


def test_by_mouse_alone(dos: Game) -> None:
    dos.do("clickon button:help")
    assert dos.says("DIR [name]")
    dos.do("clickon button:dir", "clickon button:pyramid")
    assert dos.screen == "intro"
    dos.do("click 100 100", "clickon back", "clickon yes")
    assert dos.screen == "prompt"
    dos.do("clickon back")
    assert dos.app.done


def test_a_question_is_answered_by_mouse_too(dos: Game, tmp_path: Path) -> None:
    typed(dos, "del pyramid.hgh").do("clickon no")
    assert (tmp_path / "data" / "PYRAMID.HGH").is_file()
    typed(dos, "del pyramid.hgh").do("clickon yes")
    assert not (tmp_path / "data" / "PYRAMID.HGH").exists()


def test_the_magazine_leads_to_the_prompt_and_exit_leads_back(start: Start) -> None:
    shell = start("--start", "shell").do("key d", "key ENTER")
    assert (shell.screen, shell.machine.video.mode) == ("prompt", "text")
    typed(shell, "exit")
    assert shell.says("CONTENTS")
    assert shell.machine.video.mode == "graphics"


def test_the_prompt_leads_to_the_magazine_and_leaving_that_leads_back(dos: Game) -> None:
    typed(dos, "odm")
    assert dos.says("CONTENTS")
    assert "menu:dos" not in dos.enabled()
    dos.do("key ESC", "key y")
    assert dos.screen == "prompt"


def test_on_a_monochrome_display_all_is_text(start: Start) -> None:
    dos = typed(start("--start", "dos", "--video", "mono"), "PYRAMID 2")
    assert (dos.screen, dos.machine.video.mode, dos.app.services.shown.deck) == ("intro", "text", 1)


def test_in_a_terminal_all_is_text(start: Start) -> None:
    dos = typed(start("--start", "dos", "--terminal"), "PYRAMID 2")
    assert (dos.screen, dos.machine.video.mode, dos.app.services.shown.deck) == ("intro", "text", 1)


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


@pytest.mark.parametrize(
    "line", ["dir", "ver", "foo", "type x.txt", "cd", "help", "copy pyramid.hgh a.hgh", "cd .."]
)
def test_between_what_a_command_says_and_the_next_prompt_a_line_is_free(dos: Game, line: str) -> None:
    typed(dos, line)
    rows = [row.rstrip() for row in dos.rows()[:24]]
    last = max(at for at, row in enumerate(rows) if row)
    assert rows[last] == "C:\\>"
    assert rows[last - 1] == ""
    assert rows[last - 2] != ""


def test_a_line_is_text_and_the_answer_to_a_question_is_not(dos: Game) -> None:
    assert dos.app.takes_text()
    typed(dos, "del pyramid.hgh")
    assert not dos.app.takes_text()
    dos.do("key n")
    assert dos.app.takes_text()


def test_text_is_asked_for_a_number_and_not_at_the_table(start: Start) -> None:
    game = start("--start", "table")
    assert not game.app.takes_text()
    game.app.push(LineEntry(game.app, ("",) * 6, print, print, 9))
    assert game.app.takes_text()
