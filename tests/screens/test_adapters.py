"""The adapter changes the picture and nothing else: the same lines lead to the same state on each."""

from functools import partial
from pathlib import Path

import pytest
import pyxel

from retro_pyramid.machine.adapters.colours import ARTIFACT_COLOURS
from retro_pyramid.machine.presenter import Presenter
from tests.machine.naive import HARDWARE, MEASURED, pixels
from tests.screens.conftest import Start
from tests.screens.driver import Game
from tests.screens.places import reach

SAME = {
    "ega": ("cga", "level2", "helps", "em_hint", "tilldawn_hand", "windows_picked"),
    "ega T": ("mono", "level2", "won", "em_hint", "tilldawn_small"),
}
"""An adapter, another of its kind, and places to come to on both."""


@pytest.mark.parametrize(
    ("one", "other", "place"),
    [(one, other, place) for one, (other, *places) in SAME.items() for place in places],
)
def test_every_adapter_comes_to_one_state(
    opened: Presenter, tmp_path: Path, one: str, other: str, place: str
) -> None:
    states = []
    for adapter in (one, other):
        name, *more = adapter.split()
        game = reach(partial(Game, tmp_path / name), place, "--video", name, *more)
        states.append(game.state)
        assert states[-1].pop("video") == name
    # What cannot be used stands in brackets where no colour tells it.
    said = ["".join(filter(str.isalnum, "".join(state.pop("text") or ()))) for state in states]
    assert states[0] == states[1]
    assert said[0] == said[1]


@pytest.mark.parametrize(("palette", "measured"), MEASURED)
def test_a_table_on_the_cga_shows_the_four_measured_colours(
    start: Start, palette: str, measured: str
) -> None:
    game = start("--start", "table", "--deal", "61", "--video", "cga", "--cga", palette).do("settle")
    shown = {f"#{pyxel.colors[dot]:06X}" for dot in set(pixels(game.image()))}
    assert shown == set(HARDWARE["cga"][measured])


def test_on_a_composite_monitor_titles_and_finales_have_16_colours_and_nothing_else(start: Start) -> None:
    words = ("--video", "cga", "--cga", "composite")

    def composite(game: Game, line: str = "wait 1") -> bool:
        game.do(line).image()
        return tuple(pyxel.colors)[:16] == ARTIFACT_COLOURS

    title = start(*words).do("settle")
    seen = [composite(title, line) for line in ("wait 1", "key F2", "key F8", "key ESC", "key ENTER")]
    assert seen == [True, True, False, True, False]
    # The trail of cards is drawn anew where a box has changed the mode, and the first frame of a new game is a table's.
    won = reach(start, "windows_won", *words)
    seen = [composite(won, line) for line in ("wait 1", "key F8", "key ESC", "key N", "wait 1")]
    assert seen == [True, False, True, False, False]
