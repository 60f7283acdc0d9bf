"""Every mark on every table and adapter stands out for all eyes: by light and dark, not by hue."""

from pathlib import Path

import pytest

from retro_pyramid.machine.host import Presenter
from tests.colour_sight import ADAPTERS, ALIKE, SETTINGS, START, SUITS, bars, figures, letters
from tests.programs import PROGRAMS
from tests.screens.conftest import Start
from tests.screens.driver import Game
from tests.screens.places import PLACES
from tests.screens.test_golden import ENDS, LESSONS

TABLE, CARD, LETTERS = 0.25, 0.15, 0.1
"""The least shares of a mark's pixels to be seen: over the table, over a card, and of words on a paper of their own."""


@pytest.mark.parametrize("edition", PROGRAMS)
@pytest.mark.parametrize("adapter", ADAPTERS)
def test_marks_stand_out_for_every_sight(start: Start, edition: str, adapter: str) -> None:
    game = start(*ADAPTERS[adapter], *START, edition).do("settle")
    for mark, sight, seen in figures(game):
        assert seen.pixels >= 60, mark
        least = LETTERS if mark.startswith("lamp") else TABLE
        assert seen.table >= least, (mark, sight, seen)
        assert seen.card >= CARD or mark.endswith("empty"), (mark, sight, seen)
    for bar, sight, apart in bars(game):
        assert apart >= ALIKE, (bar, sight)


ALL = PLACES | ENDS | LESSONS


@pytest.mark.parametrize("place", ALL)
def test_every_word_can_be_read_on_every_screen(opened: Presenter, tmp_path: Path, place: str) -> None:
    words, lines = ALL[place]
    game = Game(tmp_path, *words, new=place in LESSONS).go(lines)
    for adapter, settings in SETTINGS.items():
        game.app.choices.change(settings)
        faint = [one for one in letters(game) if one.contrast < one.needed - 0.01]
        assert faint == [], adapter


@pytest.mark.parametrize("adapter", ["EGA text", "CGA text"])
@pytest.mark.parametrize("edition", PROGRAMS)
def test_four_coloured_suits_can_be_read_in_characters(start: Start, edition: str, adapter: str) -> None:
    game = start(*ADAPTERS[adapter], *START, edition).do("settle")
    game.app.choices.change({"shell.suits": "four"})
    game.app.refit()
    seen = list(letters(game.do("wait 1")))
    assert {one.char for one in seen} >= set(SUITS)
    assert all(one.contrast >= one.needed for one in seen)
    # Four suits, four looks.
    inks = {one.char: one.attribute for one in seen if one.char in SUITS and one.attribute >> 4 in (2, 7)}
    assert len(set(inks.values())) == 4
