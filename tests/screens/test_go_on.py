"""The games left off: none is lost for another, and the menu's Go on leads to each; single acts are in `acts.txt`."""

from pathlib import Path
from zipfile import ZipFile

import pytest

from retro_pyramid.cards import deal
from retro_pyramid.formats.native.checksummed import format_check_line
from retro_pyramid.formats.native.save_text import encode_save
from retro_pyramid.resources import read_asset_text
from retro_pyramid.rules import DRAW, rules_for
from retro_pyramid.rules.transcript import crc32_hex
from retro_pyramid.session import Session
from retro_pyramid.storage import DataFolder, UserData
from retro_pyramid.storage.importing.importer import import_path
from retro_pyramid.storage.unfinished import MAX_UNFINISHED, encode_resume_file
from tests.folders import entry
from tests.programs import PROGRAMS
from tests.screens.conftest import Start
from tests.screens.driver import Game
from tests.screens.em import ALONE
from tests.screens.pair_games import table_of
from tests.scripts.search import stuck_game


def leave(start: Start, edition: str, deal: int) -> Game:
    """Begin a deal, draw a card, and close the program."""
    return draw(at_table(start, edition, "--deal", str(deal)))


def at_table(start: Start, edition: str, *words: str) -> Game:
    return start("--edition", edition, "--start", "table", "-mouse", *words).do("settle")


def draw(game: Game) -> Game:
    table_of(game).play_move(DRAW)
    return game.do("settle")


def menu(start: Start, edition: str, *words: str) -> Game:
    return start("--edition", edition, "--start", "menu", "-mouse", *words).do("wait 2")


def go_on(game: Game) -> Game:
    game.app.top_screen.activate("menu:go_on")
    return game


def backup(tmp_path: Path, games: bytes) -> str:
    """Make a backup of games left off, and return its name."""
    with ZipFile(tmp_path / "backup.zip", "w") as archive:
        archive.writestr("RESUME.PYR", games)
    return archive.filename or ""


def left(game: Game) -> list[int | None]:
    return [
        one.saved.transcript.deal_number
        for one in game.files.unfinished_games.list_unfinished(game.app.edition.id)
    ]


def test_the_oldest_goes_where_there_are_too_many_and_that_is_told(start: Start) -> None:
    for number in range(1, MAX_UNFINISHED):
        assert not leave(start, "em", number).files.notification_lines
    leave(start, "windows", 7)
    last = leave(start, "em", 99).do("wait 2")
    assert last.message == "Too many games are left off: the oldest has gone, deal 1 of em"
    assert left(last) == [99, *range(MAX_UNFINISHED - 1, 1, -1)]
    assert last.files.unfinished_games.find_unfinished("windows") is not None
    # A move in a game that is among them costs none.
    assert len(left(leave(start, "em", 99))) == MAX_UNFINISHED - 1


def test_a_backup_dropped_during_a_game_brings_its_games_and_loses_none(start: Start, tmp_path: Path) -> None:
    other = UserData(DataFolder(tmp_path / "other"))
    game = leave(start, "em", 11)
    assert game.app.session is not None
    mine = game.app.session.entry or ""
    for number, place in ((11, mine), (12, entry("em"))):
        session = game.app.top_screen.lifecycle.create_game(number)  # type: ignore[attr-defined]
        other.unfinished_games.save_game(session.to_saved_session(), place)
    game.app.import_path(backup(tmp_path, (tmp_path / "other" / "RESUME.PYR").read_bytes()))
    assert left(game.do("settle")) == [11, 12]
    # The same game was not played as long there.
    again = start("--edition", "em", "--start", "table").do("settle")
    assert (again.state["deal"], again.moves) == (11, ["D"])


@pytest.mark.parametrize("mine", [0, 1])
def test_of_a_game_here_and_in_a_backup_the_longer_stays(start: Start, tmp_path: Path, mine: int) -> None:
    game = leave(start, "em", 11)
    session = game.app.top_screen.lifecycle.create_game(12)  # type: ignore[attr-defined]
    saves = []
    for _ in range(2):
        session.play_move(session.legal_moves()[0])
        saves.append(session.to_saved_session())
    here, other = (UserData(DataFolder(tmp_path / name)) for name in ("here", "other"))
    here.unfinished_games.save_game(saves[mine], entry("em"))
    other.unfinished_games.save_game(saves[1 - mine], entry("em"))
    assert import_path(here, str(tmp_path / "other" / "RESUME.PYR")).errors == ()
    assert [len(one.saved.transcript.moves) for one in here.unfinished_games.list_unfinished("em")] == [2]
    assert (tmp_path / "here" / "RESUME.PYR.BAK").is_file()


@pytest.mark.parametrize(
    ("edition", "over"), [*((name, "") for name in PROGRAMS), ("odm", "key F8"), ("em", "key F1")]
)
def test_an_open_menu_gains_games(start: Start, tmp_path: Path, edition: str, over: str) -> None:
    other = UserData(DataFolder(tmp_path / "other"))
    session = start("--edition", edition, "--start", "table", "--deal", "11").app.session
    assert session is not None
    session.play_move(session.legal_moves()[0])
    other.unfinished_games.save_game(session.to_saved_session(), entry(edition))
    game = menu(start, edition).do("key DOWN; key DOWN", *filter(None, [over]))
    chosen = game.app.screens[0].selected_id
    assert "menu:go_on" not in {target.id for target in game.app.screens[0].targets()}
    game.app.import_path(backup(tmp_path, (tmp_path / "other" / "RESUME.PYR").read_bytes()))
    game.do("wait 400", *["key ESC"] * (len(game.app.screens) - 1))
    assert (game.screen, game.selected) == ("menu", chosen)
    assert "menu:go_on" in game.enabled()
    assert (go_on(game).do("settle").state["deal"], len(game.moves)) == (11, 1)


def play_to_the_end(game: Game) -> Game:
    while game.app.session and game.app.session.status == "playing":
        table_of(game).play_move(game.app.session.legal_moves()[0])
    return game


def counted(game: Game) -> int:
    return sum(figures.games for figures in game.files.statistics.read().values())


RESUMED = {
    "play": ("--start", "table"),
    "resume": ("--start", "table", "--deal", "61", "--resume"),
    "go on": ("--start", "menu"),
}


@pytest.mark.parametrize("how", RESUMED)
@pytest.mark.parametrize("edition", PROGRAMS)
def test_of_two_games_of_one_deal_each_ends_once(start: Start, edition: str, how: str) -> None:
    words = ("--edition", edition, "-mouse")
    draw(start(*words, "--start", "table", "--deal", "61").do("wait 9"))
    second = draw(draw(start(*words, "--start", "table", "--deal", "61")))
    assert counted(play_to_the_end(second)) == 1
    first = start(*words, *RESUMED[how]).do("wait 1")
    if how == "go on":
        go_on(first)
    if first.screen == "name":
        first.do("text Ann", "key ENTER", "key ENTER; wait 1")
    assert first.moves == ["D"]
    assert counted(play_to_the_end(draw(first))) == 2
    assert left(first) == []


def test_the_deal_of_the_day_begun_twice_ends_twice(start: Start) -> None:
    words = ("--edition", "tilldawn", "--day", "20261120")
    draw(start(*words, "--daily").do("wait 9"))
    draw(draw(start(*words, "--start", "table", "--deal", "1892988063")))
    again = start(*words, "--daily").do("wait 1")
    assert len(again.moves) == 2
    assert left(play_to_the_end(again)) == [1892988063]
    again = start(*words, "--daily").do("wait 1")
    assert again.moves == ["D"]
    assert counted(play_to_the_end(again)) == 2
    assert left(again) == []
    assert start(*words, "--daily").do("wait 1").moves == []


def test_a_game_with_auto_match_leaves_one_without_it_alone(start: Start) -> None:
    words = ("--edition", "tilldawn", "--start", "table", "--deal", "5")
    options = [("--option", f"auto_match={value}") for value in ("on", "off")]
    for option, moves in zip(options, (4, 3), strict=True):
        game = start(*words, *option)
        for _ in range(moves):
            draw(game)
    first = draw(start(*words, *options[0], "--resume"))
    assert len(first.moves) == 5
    assert [
        len(one.saved.transcript.moves) for one in first.files.unfinished_games.list_unfinished("tilldawn")
    ] == [5, 3]


def test_the_game_of_the_day_goes_on_after_auto_match_was_changed_in_it(start: Start) -> None:
    words = ("--edition", "tilldawn", "--day", "20261120", "--daily")
    game = draw(start(*words))
    for _ in range(2):
        table_of(game).run_action("auto_match")
    assert start(*words).do("wait 1").moves == ["D"]


def test_the_game_that_follows_a_tournament_ends_once(start: Start) -> None:
    draw(at_table(start, "em", "--deal", "61").do("wait 9"))
    play_to_the_end(draw(draw(at_table(start, "em", "--deal", "61"))))
    game = at_table(start, "em", "--deal", "7").do(ALONE)
    assert table_of(game).game_mode.is_ranked
    table_of(game).run_action("exit")
    game.do("key y; wait 1")
    assert game.moves == ["D"]
    assert counted(play_to_the_end(draw(game))) == 2
    assert left(game) == []


def test_games_of_an_older_file_end_once(start: Start, tmp_path: Path) -> None:
    """Such a file has a game at a checksum of its deal, and one begun before it at a checksum of its text."""
    save = draw(at_table(start, "em", "--deal", "61")).app.session.to_saved_session()  # type: ignore[union-attr]
    older = save._replace(ticks=7)
    texts = [encode_save(one).decode() for one in (save, older)]
    places = ("em left E1950644", f"em left {crc32_hex(texts[1].encode())}")
    (tmp_path / "data" / "RESUME.PYR").write_bytes(encode_resume_file(dict(zip(places, texts, strict=True))))
    for games in (1, 2):
        game = at_table(start, "em")
        assert game.moves == ["D"]
        assert counted(play_to_the_end(draw(game))) == games
        assert len(left(game)) == 2 - games


def test_a_game_that_ended_here_and_not_in_a_backup_waits_for_its_name_alone(tmp_path: Path) -> None:
    number, moves = stuck_game()
    session = Session(rules_for("odm"), deal(number), number)
    for move in moves[:-1]:
        session.play_move(move)
    here, other = (UserData(DataFolder(tmp_path / name)) for name in ("here", "other"))
    other.unfinished_games.save_game(session.to_saved_session(), entry("odm"))
    session.play_move(moves[-1])
    here.unfinished_games.save_game(session.to_saved_session(), entry("odm"), is_awaiting_name=True)
    assert import_path(here, str(tmp_path / "other" / "RESUME.PYR")).errors == ()
    assert (
        here.unfinished_games.list_unfinished("odm"),
        here.unfinished_games.find_awaiting_name("odm"),
    ) == ([], (entry("odm"), session.to_saved_session()))


@pytest.mark.parametrize("edition", PROGRAMS)
def test_every_help_says_where_a_game_left_off_goes_on(edition: str) -> None:
    assert "^BGo on^B" in read_asset_text(f"{edition}.help")


@pytest.mark.parametrize(
    ("edition", "text"), [("odm", "x\r\n"), ("em", "x"), ("windows", "x\n"), ("relaxed", "x")]
)
def test_whatever_is_in_the_file_games_go_on(start: Start, tmp_path: Path, edition: str, text: str) -> None:
    body = f"retro-pyramid-resume 1\n= {edition}\n{text}".encode()
    (tmp_path / "data").mkdir()
    file = tmp_path / "data" / "RESUME.PYR"
    file.write_bytes(body + format_check_line(body))
    for _ in range(2):
        game = draw(at_table(start, edition))
        assert game.moves
    # Also where such a one is dropped on the window.
    game.app.import_path(backup(tmp_path, body + format_check_line(body)))
    moves = game.moves
    assert len(draw(at_table(start, edition)).moves) > len(moves)
    assert (tmp_path / "data" / "RESUME.PYR.BAK").read_bytes() == body + format_check_line(body)


@pytest.mark.parametrize("edition", PROGRAMS[2::2])
def test_a_game_too_long_to_be_saved_goes_on(
    start: Start, monkeypatch: pytest.MonkeyPatch, edition: str
) -> None:
    game = leave(start, edition, 61)
    monkeypatch.setattr("retro_pyramid.formats.native.save_text.MAX_TRANSCRIPT_LENGTH", 100)
    draw(draw(game)).do("wait 400")
    assert "This game is too long to be saved. It goes on unsaved." in game.app.shown_notices
    assert len(game.moves) == 3
    monkeypatch.undo()
    # What was saved last comes back.
    assert len(at_table(start, edition).moves) == 1
