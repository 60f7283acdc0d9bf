"""Relaxed Pyramid's table: a tomb of dark red and gold."""

from __future__ import annotations

from typing import TYPE_CHECKING

from retro_pyramid.editions.loading import commands, lying
from retro_pyramid.editions.relaxed.end_animation import FINALE, SIGNS
from retro_pyramid.table.game_mode import Referee
from retro_pyramid.table.intent import Manner
from retro_pyramid.table.table_spec import TableLook
from retro_pyramid.table.view import Fact, Standing, View, usual_standing

if TYPE_CHECKING:
    from retro_pyramid.table.table_screen import Table


class _Tomb(Referee):
    won = "The pyramid is empty: you won!"

    def tells_worth(self, table: Table) -> bool:
        """Return False: what the deal was worth stands in the line below, as piles leave no room beside the verdict."""
        return False


def _standing(view: View) -> Standing:
    left, right = usual_standing(view)
    # Where that stands, there is no room for the stock, which is empty or of no more use.
    return Standing((left[0], Fact(view.worth)) if view.worth else left, right)


LOOK = TableLook(
    graphics=lying("relaxed", "graphics"),
    text=lying("relaxed", "text"),
    ground="relaxed",
    text_ground=(" ", 0x56),
    outline=14,
    label=0x5E,
    referee=lambda: _Tomb(commands("relaxed")),
    manner=Manner(discard="foundation"),
    bare_waste=True,
    finale=FINALE,
    signs=SIGNS,
    standing=_standing,
)
