"""Every mark on every table and adapter stands out for all eyes: by light and dark, not by hue."""

import pytest

from tests.colour_sight import ADAPTERS, ALIKE, START, bars, figures
from tests.programs import PROGRAMS
from tests.screens.conftest import Start

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
