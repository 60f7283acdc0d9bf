"""A file dropped on the window: recognised, kept, and shown at once."""

import os
from pathlib import Path
from zipfile import ZipFile

import pytest

from retro_pyramid.formats.pictures.deck import ADAPTER_DECK_LAYOUTS, decode_deck
from retro_pyramid.machine.adapters.palette import CGA_PALETTES
from retro_pyramid.machine.presenter import Presenter
from retro_pyramid.machine.video import image_from_pixels
from retro_pyramid.resources import read_asset_bytes
from retro_pyramid.storage import MemoryStore, UserData
from retro_pyramid.storage.importing.backup import build_backup_zip
from tests.formats.test_pictures import chain
from tests.formats.test_score_inference import REAL
from tests.machine.naive import pixels
from tests.screens.conftest import Start
from tests.screens.driver import MODES, Game


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, opened: Presenter, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("OLD.HGH").write_bytes(REAL)
    Path("CARDS.DEC").write_bytes(chain("bgi16", 1, 52, None, True, (16, 20), 3))
    Path("NOTES.RTF").write_text("nothing of the kind")
    Path("PYRAMID.TXT").write_text("^C^SA FINE GAME^S\n\nIts ^BESC^B is loud.\n")


@pytest.mark.parametrize("where", ["title", "table"])
def test_a_board_is_shown_over_whatever_is_on(start: Start, where: str) -> None:
    game = start("--start", where, "--deal", "61").do("settle")
    before = game.screen
    game.do("drop OLD.HGH")
    assert game.screen == "scores"
    assert str(game.message).startswith("OLD.HGH: high scores, layout 15xname15,score:int16,int16")
    assert all(map(game.says, ("Kathleen", "OLD.HGH: high scores")))
    assert game.do("key ESC").screen == before


@pytest.mark.parametrize("where", ["title", "table", "scores"])
def test_what_scores_would_lose_beside_others_is_asked_before(start: Start, where: str) -> None:
    game = start("--start", "menu" if where == "scores" else where, "--deal", "61")
    game.do("key h; key ENTER" if where == "scores" else "settle")
    game.files.add_score("Ann", 50, 1)
    before, board, there = game.screen, game.files.read_high_scores(), sorted(game.files.store.list_names())
    assert game.do("drop OLD.HGH").screen == "confirm"
    assert all(map(game.says, ("Add these scores to yours?", "That cuts 6 levels to 1")))
    game.do("key ESC")
    assert (game.screen, game.files.read_high_scores()) == (before, board)
    assert sorted(game.files.store.list_names()) == there
    assert game.do("drop OLD.HGH; key y").screen == "scores"
    assert all(map(game.says, ("Kathleen", "Ann")))
    assert str(game.message).startswith("OLD.HGH: high scores")


@pytest.mark.parametrize(
    ("words", "line"),
    [("", ""), ("2", ""), ("--edition tilldawn", "key c"), ("--edition tilldawn", "key c; key c")],
)
def test_cards_change_on_the_table_at_once(start: Start, words: str, line: str) -> None:
    words_ = ("--start", "table", "--deal", "61", *words.split())
    table = start(*words_).do("settle", *filter(None, [line]), "wait 310")
    before = table.picture()
    table.do("drop CARDS.DEC", "wait 620")
    assert (table.screen, table.moves, table.picture() != before) == ("table", [], True)
    again = start(*words_).do("settle", "wait 620")
    assert table.picture() == again.picture()
    # Small and large ones, also those that were not on the table when the cards came.
    assert table.do("key c; wait 310").picture() == again.do("key c; wait 310").picture()


def test_what_is_unknown_is_said_in_the_colour_of_alarm_and_changes_nothing(start: Start) -> None:
    def bar(words: str) -> int:
        """The attribute of words on the screen."""
        row, line = next((number, row) for number, row in enumerate(table.rows()) if words in row)
        return table.machine.display.cells[2 * (80 * row + line.index(words)) + 1]

    table = start("T", "--start", "table", "--deal", "61").do("settle")
    before = table.rows()
    table.do("drop NOTES.RTF")
    assert (table.screen, bar("NOTES.RTF: expected a text to end in .TXT .DOC")) == ("table", 0x4F)
    table.do("drop ABSENT.HGH")
    assert bar("No such file") == 0x4F
    assert table.do("wait 620").rows() == before
    table.do("drop CARDS.DEC")
    assert bar("CARDS.DEC: cards") == 0x70


@pytest.mark.posix
def test_a_named_pipe_is_refused_and_not_waited_for(table: Game) -> None:
    os.mkfifo("PIPE")
    table.do("drop PIPE")
    assert table.says("PIPE: expected a file, a folder or a .zip")


@pytest.mark.parametrize("name", ["GAME.TXT", "GAME.PYR"])
def test_a_cursor_in_digits_that_are_none_is_passed_over(table: Game, name: str) -> None:
    Path(name).write_text("retro-pyramid 1\nedition odm\ndeal 61\nmoves 75 D\nnote cursor ²\n")
    table.do(f"drop {name}")
    assert table.screen == "replay"


def test_a_long_report_is_a_box_that_covers_no_menu_for_long(start: Start) -> None:
    name = "A-NAME-OF-SOME-LENGTH-FOR-A-PICTURE-THAT-WAS-NEVER-A-DECK.DEC"
    Path(name).write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(200))
    menu = start("--start", "menu")
    before = menu.rows()
    assert menu.do(f"drop {name}").screen == "notice"
    assert all(map(menu.says, ("Not brought in", "PNG")))
    menu.do("key ENTER", "wait 2")
    assert (menu.screen, menu.rows()) == ("menu", before)


def test_a_report_of_several_lines_is_told_at_once(start: Start) -> None:
    with ZipFile("DISK.ZIP", "w") as archive:
        for file in ("OLD.HGH", "CARDS.DEC", "PYRAMID.TXT"):
            archive.write(file)
    game = start("--start", "menu").do("drop DISK.ZIP")
    assert game.screen == "notice"
    assert all(map(game.says, ("OLD.HGH: high scores", "CARDS.DEC: cards", "PYRAMID.TXT: Your Disk")))
    assert game.do("key ENTER").screen == "scores"
    assert game.do("key ESC").screen == "menu"
    assert not any(
        "OLD.HGH" in notice for notice in (*game.app.shown_notices, *game.files.notification_lines)
    )


def backup(**settings: str) -> None:
    """Write a backup with these settings; `_` stands for the dot in their names."""
    theirs = UserData(MemoryStore())
    for name, value in settings.items():
        theirs.save_setting(name.replace("_", ".", 1), value)
    Path("BACKUP.ZIP").write_bytes(build_backup_zip(theirs))


@pytest.mark.parametrize(
    "setting",
    ["shell.video=mono", "shell.deck=2", "shell.suits=four", "tilldawn.cards=small", "shell.phosphor=amber"],
)
def test_the_settings_of_a_backup_hold_at_once(start: Start, tmp_path: Path, setting: str) -> None:
    name, _, value = setting.partition("=")
    backup(**{name.replace(".", "_"): value})
    words = "--edition", "tilldawn", "--start", "table", "--deal", "61"
    game = start(*words).do("settle", "wait 100")
    before = game.picture()
    game.do("drop BACKUP.ZIP", "wait 620")
    assert game.app.settings[name] == value
    other = Game(tmp_path / "other", *words).do("settle", "wait 100")
    other.app.settings_store.set_values({name: value})
    # As the table itself does it where small cards are chosen at it.
    other.app.rebuild()
    assert game.picture() == other.do("wait 701").picture()
    assert (game.picture() == before) == (name == "shell.phosphor")


def test_the_window_and_the_rules_follow_the_settings_of_a_backup(start: Start) -> None:
    backup(shell_fullscreen="on", tilldawn_auto_match="off")
    game = start("--edition", "tilldawn", "--start", "table", "--deal", "61").do("settle")
    game.app.settings_store.set_values({"shell.suits": "four"})
    asked: list[bool] = []
    game.app.services = game.app.services._replace(set_fullscreen=asked.append)
    game.do("drop BACKUP.ZIP")
    assert (asked, game.app.options["auto_match"]) == ([True], "off")
    assert game.app.settings["shell.suits"] == "four", "what the backup does not name stays as it is"
    game.do("drop BACKUP.ZIP")
    assert asked == [True]


def test_what_words_chose_holds_against_a_backup(start: Start) -> None:
    backup(shell_video="mono")
    game = start("--start", "table", "--deal", "61", "--video", "cga").do("settle", "drop BACKUP.ZIP")
    assert game.state["video"] == "cga"
    assert start("--start", "menu").state["video"] == "mono"


@pytest.mark.parametrize("where", ["title", "menu"])
def test_a_text_is_shown_at_once_and_kept_in_the_magazine(start: Start, where: str) -> None:
    game = start("--start", where, "--deal", "61").do("settle")
    before = game.screen
    game.do("drop PYRAMID.TXT")
    told = "PYRAMID.TXT: a text; Your Disk in the magazine shows it"
    assert (game.screen, game.message) == ("article", told)
    assert game.says("Its ESC is loud.")
    assert game.do("key ESC").screen == before
    again = start("--start", "shell").do("key y; key ENTER")
    assert again.selected == "menu:pyramid.txt"
    assert again.do("key ENTER").says("A FINE GAME")
    assert again.do("key ESC").selected == "menu:pyramid.txt"
    assert again.do("key ESC").selected == "menu:disk"


@pytest.mark.parametrize("stage", ["whole", "narrow"])
def test_on_a_cga_its_own_cards_give_way_to_the_players_ones(start: Start, stage: str) -> None:
    game = start("--start", "table", "--deal", "61", "--video", "cga").do("settle")
    video, back = game.machine.display, game.app.services.card_art.get_card_images().back

    def shown() -> set[int]:
        image = back if stage == "whole" else video.half_width_image(back)
        video.page.blt(0, 0, image, 0, 0, image.width, image.height)
        video.clear_text()
        picture = pixels(video.compose_picture(0, None))
        left, right = (8, 24) if stage == "whole" else (4, 12)
        return {picture[320 * y + x] for y in range(8, 28) for x in range(left, right)}

    # The built-in back is woven in white and cyan, with holes.
    assert shown() == {0, 11, 15}
    game.do("drop CARDS.DEC")
    video, back = game.machine.display, game.app.services.card_art.get_card_images().back
    alike = image_from_pixels(64, 64, bytes(memoryview(back.data_ptr()).cast("B")))
    theirs = shown()
    back = alike
    assert shown() == theirs != {0, 11, 15}


@pytest.mark.parametrize("palette", list(CGA_PALETTES)[:2])
def test_a_cga_deck_of_the_players_is_shown_dot_by_dot_on_a_cga(start: Start, palette: str) -> None:
    Path("OTHER.DEC").write_bytes(read_asset_bytes("PYRCGA.DEC"))
    game = start("--start", "table", "--deal", "61", "--video", "cga", "--cga", palette)
    game.do("settle", "drop OTHER.DEC")
    video, card = game.machine.display, game.app.services.card_art.get_card_images().faces[12]
    video.page.blt(0, 0, card, 0, 0, 64, 64)
    video.clear_text()
    picture = pixels(video.compose_picture(0, None))
    king = decode_deck(read_asset_bytes("PYRCGA.DEC"), 1, ADAPTER_DECK_LAYOUTS["PYRCGA.DEC"]).faces[12]
    rows = [picture[320 * y + 1 : 320 * y + 31] for y in range(36)]
    assert rows == [
        king.pixels[32 * y + 1 : 32 * y + 31].translate(bytes(CGA_PALETTES[palette]).ljust(256))
        for y in range(36)
    ]


@pytest.mark.parametrize(
    ("name", "told", "mode"),
    [
        ("Пирамида.HGH", "????????.HGH", "text"),
        ("Me\u0301dor.zip", "Me?dor.zip", "cga"),
        ("☃.DEC", "?.DEC", "graphics"),
    ],
    ids=ascii,
)
def test_names_with_strange_characters_are_told(
    start: Start, tmp_path: Path, name: str, told: str, mode: str
) -> None:
    (tmp_path / name).write_bytes(b"nothing")
    game = start("--start", "table", "--deal", "61", *MODES[mode]).do("settle")
    game.app.import_path(str(tmp_path / name))
    assert game.do("wait 2").says(told)
