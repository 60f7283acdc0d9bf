"""With --still nothing moves: cards lie where they go at once, and no game plays itself unasked."""

from pathlib import Path

import pytest

from retro_pyramid.machine import host
from tests.programs import PROGRAMS
from tests.screens.driver import Game

MODES = {"graphics": (), "text": ("T",)}


def play_a_move(game: Game) -> None:
    """Draw by keys, in any program."""
    game.do("key UP; key ENTER" if game.app.record.id == "odm" else "key D")


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("edition", PROGRAMS)
def test_a_deal_and_a_move_are_done_at_once(
    edition: str, mode: str, opened: host.Presenter, tmp_path: Path
) -> None:
    words = (*MODES[mode], "--edition", edition, "-nomouse", "--deal", "61", "--start", "table")
    game, moving = Game(tmp_path / "a", *words, "--still"), Game(tmp_path / "b", *words)
    game.do("wait 1")
    moving.do("wait 1")
    assert not game.app.busy()
    assert moving.app.busy()
    for each in (game, moving):
        play_a_move(each)
    assert game.moves == ["D"]
    assert not game.app.busy()
    assert moving.app.busy()
    moving.do("settle")
    assert game.picture() == moving.picture()


@pytest.mark.parametrize("edition", PROGRAMS)
def test_undo_redo_and_pairs_are_done_at_once_too(
    edition: str, opened: host.Presenter, tmp_path: Path
) -> None:
    game = Game(tmp_path, "--edition", edition, "-nomouse", "--deal", "61", "--start", "table", "--still")
    game.app.choices.change({"shell.helps": "on"})
    take = (
        "key HOME; key RIGHT; key RIGHT; key ENTER"
        if edition != "odm"
        else "key END; key LEFT; key LEFT; key ENTER"
    )
    for act in ("wait 1", take, "key u", "key y"):
        game.do(act)
        assert not game.app.busy()
    assert len(game.moves) == 1


def test_no_game_plays_itself_after_a_minute(opened: host.Presenter, tmp_path: Path) -> None:
    game = Game(tmp_path, "--start", "menu", "--still").do("wait 4000")
    assert game.screen == "menu"
    assert Game(tmp_path, "--start", "menu").do("wait 4000").screen == "demonstration"


def test_the_title_stands_still(opened: host.Presenter, tmp_path: Path) -> None:
    game = Game(tmp_path, "--still").do("wait 1")
    assert not game.app.busy()
    before = game.picture()
    assert game.do("wait 120").picture() == before
