"""With --still nothing moves: cards lie where they go at once, and no game plays itself unasked."""

from pathlib import Path

import pytest

from retro_pyramid.machine import host
from tests.programs import PROGRAMS
from tests.screens.conftest import Start
from tests.screens.driver import Game


@pytest.mark.parametrize("mode", [(), ("T",)], ids=["graphics", "text"])
@pytest.mark.parametrize("edition", PROGRAMS)
def test_a_deal_and_moves_both_ways_are_done_at_once(
    edition: str, mode: tuple[str, ...], opened: host.Presenter, tmp_path: Path
) -> None:
    words = (*mode, "--edition", edition, "-nomouse", "--deal", "61", "--start", "table")
    game, moving = Game(tmp_path / "a", *words, "--still"), Game(tmp_path / "b", *words)
    draw = "key UP; key ENTER" if edition == "odm" else "key D"
    for line in ("wait 1", draw):
        assert not game.do(line).app.busy()
        assert moving.do(line).app.busy()
    assert game.moves == ["D"]
    assert game.picture() == moving.do("settle").picture()
    game.app.choices.change({"shell.helps": "on"})
    first = "key END; key LEFT; key LEFT" if edition == "odm" else "key HOME; key RIGHT; key RIGHT"
    for line, moves in (("key u", 0), (f"{first}; key ENTER", 1), ("key u", 0), ("key y", 1)):
        assert not game.do(line).app.busy()
        assert len(game.moves) == moves


def test_no_game_plays_itself_after_a_minute(start: Start) -> None:
    assert start("--start", "menu", "--still").do("wait 4000").screen == "menu"
    assert start("--start", "menu").do("wait 4000").screen == "demonstration"
