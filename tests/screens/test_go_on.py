"""The games left off: none is lost for another, and the menu's Go on leads to each; single acts are in `acts.txt`."""

from pathlib import Path
from zipfile import ZipFile

import pytest

from retro_pyramid.formats.own.checked import check_line
from retro_pyramid.packaged import asset_text
from retro_pyramid.rules import DRAW
from retro_pyramid.storage import DataFolder, GameFiles
from retro_pyramid.storage.bringing.bring import bring_in
from retro_pyramid.storage.resume import MOST_LEFT
from tests.programs import PROGRAMS
from tests.screens.conftest import Start
from tests.screens.driver import Game
from tests.screens.pair_games import table_of


def leave(start: Start, edition: str, deal: int) -> Game:
    """Begin a deal, draw a card, and close the program."""
    return draw(at_table(start, edition, "--deal", str(deal)))


def at_table(start: Start, edition: str, *words: str) -> Game:
    return start("--edition", edition, "--start", "table", "-mouse", *words).do("settle")


def draw(game: Game) -> Game:
    table_of(game).perform(DRAW)
    return game.do("settle")


def menu(start: Start, edition: str, *words: str) -> Game:
    return start("--edition", edition, "--start", "menu", "-mouse", *words).do("wait 2")


def go_on(game: Game) -> Game:
    game.app.top.use("menu:go_on")
    return game


def backup(tmp_path: Path, games: bytes) -> str:
    """Make a backup of games left off, and return its name."""
    with ZipFile(tmp_path / "backup.zip", "w") as archive:
        archive.writestr("RESUME.PYR", games)
    return archive.filename or ""


def left(game: Game) -> list[int | None]:
    return [save.game.deal for save in game.files.resume.left(game.app.record.id)]


def test_the_oldest_goes_where_there_are_too_many_and_that_is_told(start: Start) -> None:
    for deal in range(1, MOST_LEFT):
        assert not leave(start, "em", deal).files.notices
    leave(start, "windows", 7)
    last = leave(start, "em", 99).do("wait 2")
    assert last.message == "Too many games are left off: the oldest has gone, deal 1 of em"
    assert left(last) == [99, *range(MOST_LEFT - 1, 1, -1)]
    assert last.files.resume.get("windows") is not None
    # A move in a game that is among them costs none.
    assert len(left(leave(start, "em", 99))) == MOST_LEFT - 1


def test_a_backup_dropped_during_a_game_brings_its_games_and_loses_none(start: Start, tmp_path: Path) -> None:
    other = GameFiles(DataFolder(tmp_path / "other"))
    game = leave(start, "em", 11)
    assert game.app.session is not None
    for deal in (11, 12):
        session = game.app.top.game.of(deal)  # type: ignore[attr-defined]
        other.resume.put(session.save())
    game.app.bring_in(backup(tmp_path, (tmp_path / "other" / "RESUME.PYR").read_bytes()))
    assert left(game.do("settle")) == [11, 12]
    # Its game of the same deal was not played as long.
    again = start("--edition", "em", "--start", "table").do("settle")
    assert (again.state["deal"], again.moves) == (11, ["D"])


@pytest.mark.parametrize("mine", [0, 1])
def test_of_a_game_here_and_in_a_backup_the_longer_stays(start: Start, tmp_path: Path, mine: int) -> None:
    game = leave(start, "em", 11)
    session = game.app.top.game.of(12)  # type: ignore[attr-defined]
    saves = []
    for _ in range(2):
        session.play(session.legal_moves()[0])
        saves.append(session.save())
    here, other = (GameFiles(DataFolder(tmp_path / name)) for name in ("here", "other"))
    here.resume.put(saves[mine])
    other.resume.put(saves[1 - mine])
    assert bring_in(here, str(tmp_path / "other" / "RESUME.PYR")).troubles == ()
    assert [len(save.game.moves) for save in here.resume.left("em")] == [2]
    assert (tmp_path / "here" / "RESUME.PYR.BAK").is_file()


@pytest.mark.parametrize(
    ("edition", "over"), [*((name, "") for name in PROGRAMS), ("odm", "key F8"), ("em", "key F1")]
)
def test_an_open_menu_gains_games(start: Start, tmp_path: Path, edition: str, over: str) -> None:
    other = GameFiles(DataFolder(tmp_path / "other"))
    session = start("--edition", edition, "--start", "table", "--deal", "11").app.session
    assert session is not None
    session.play(session.legal_moves()[0])
    other.resume.put(session.save())
    game = menu(start, edition).do("key DOWN; key DOWN", *filter(None, [over]))
    chosen = game.app.screens[0].selected
    assert "menu:go_on" not in {target.id for target in game.app.screens[0].targets()}
    game.app.bring_in(backup(tmp_path, (tmp_path / "other" / "RESUME.PYR").read_bytes()))
    game.do("wait 400", *["key ESC"] * (len(game.app.screens) - 1))
    assert (game.screen, game.selected) == ("menu", chosen)
    assert "menu:go_on" in game.enabled()
    assert (go_on(game).do("settle").state["deal"], len(game.moves)) == (11, 1)


@pytest.mark.parametrize("edition", PROGRAMS)
def test_every_help_says_where_a_game_left_off_goes_on(edition: str) -> None:
    assert "^BGo on^B" in asset_text(f"{edition}.help")


@pytest.mark.parametrize(
    ("edition", "text"), [("odm", "x\r\n"), ("em", "x"), ("windows", "x\n"), ("relaxed", "x")]
)
def test_whatever_is_in_the_file_games_go_on(start: Start, tmp_path: Path, edition: str, text: str) -> None:
    body = f"retro-pyramid-resume 1\n= {edition}\n{text}".encode()
    (tmp_path / "data").mkdir()
    file = tmp_path / "data" / "RESUME.PYR"
    file.write_bytes(body + check_line(body))
    for _ in range(2):
        game = draw(at_table(start, edition))
        assert game.moves
    # Also where such a one is dropped on the window.
    game.app.bring_in(backup(tmp_path, body + check_line(body)))
    moves = game.moves
    assert len(draw(at_table(start, edition)).moves) > len(moves)
    assert (tmp_path / "data" / "RESUME.PYR.BAK").read_bytes() == body + check_line(body)


@pytest.mark.parametrize("edition", PROGRAMS[2::2])
def test_a_game_too_long_to_be_saved_goes_on(
    start: Start, monkeypatch: pytest.MonkeyPatch, edition: str
) -> None:
    game = leave(start, edition, 61)
    monkeypatch.setattr("retro_pyramid.formats.own.saves.MOST_CHARACTERS", 100)
    draw(draw(game)).do("wait 400")
    assert "This game is too long to be saved. It goes on unsaved." in game.app.noticed
    assert len(game.moves) == 3
    monkeypatch.undo()
    # What was saved last comes back.
    assert len(at_table(start, edition).moves) == 1
