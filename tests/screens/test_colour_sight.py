"""Every mark on every table and adapter stands out for all eyes: by light and dark, not by hue."""

import pytest

from tests.colour_sight import ALIKE, SETTINGS, START, SUITS, bars, figures, letters
from tests.programs import PROGRAMS
from tests.screens.conftest import Start
from tests.screens.pair_games import table_of

TABLE, CARD, LETTERS = 0.25, 0.15, 0.1
"""The least shares of a mark's pixels to be seen: over the table, over a card, and of words on a paper of their own."""
BOLD = 100
"""The least number of a mark's pixels in strokes two pixels wide that stand out from the table, where pixels are fine."""


@pytest.mark.parametrize("edition", PROGRAMS)
def test_marks_and_four_coloured_suits_stand_out_for_every_sight(start: Start, edition: str) -> None:
    game = start(*START, edition).do("settle")
    framed = table_of(game).table_spec.selection_highlight == "frame"
    for adapter, settings in SETTINGS.items():
        game.app.settings_store.set_values(settings)
        for mark, sight, seen in figures(game):
            assert seen.pixels >= 60, (adapter, mark)
            assert seen.table >= (LETTERS if mark.startswith("lamp") else TABLE), (adapter, mark, sight, seen)
            assert seen.card >= CARD or mark.endswith("empty"), (adapter, mark, sight, seen)
            outlined = mark.startswith(("selector", "hint")) or (mark == "picked" and framed)
            if outlined and adapter.startswith("EGA deck"):
                assert seen.bold >= BOLD, (adapter, mark, sight, seen)
        for bar, sight, apart in bars(game):
            assert apart >= ALIKE, (adapter, bar, sight)
    for adapter in ("EGA text", "CGA text"):
        game.app.settings_store.set_values({**SETTINGS[adapter], "shell.suits": "four"})
        words = list(letters(game))
        assert {one.char for one in words} >= set(SUITS)
        assert all(one.contrast >= one.needed for one in words)
        # Four suits, four looks.
        looks = {
            one.char: one.attribute for one in words if one.char in SUITS and one.attribute >> 4 in (2, 7)
        }
        assert len(set(looks.values())) == 4
