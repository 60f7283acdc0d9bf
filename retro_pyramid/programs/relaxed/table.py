"""Relaxed Pyramid's table: a tomb of dark red and gold."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from retro_pyramid.machine.video import WIDTH
from retro_pyramid.programs.common import cell, commands, text_pyramid
from retro_pyramid.programs.relaxed.finale import FINALE
from retro_pyramid.screens.parts.felt import drawn_ground, pyramid_places
from retro_pyramid.screens.table.intent import Manner
from retro_pyramid.screens.table.layout import Places
from retro_pyramid.screens.table.look import TableLook
from retro_pyramid.screens.table.referee import Referee
from retro_pyramid.screens.table.view import Fact, Standing, View, usual_standing

if TYPE_CHECKING:
    from retro_pyramid.screens.table.table import Table


class _Tomb(Referee):
    """Says how a game ends here."""

    won = "The pyramid is empty: you won!"

    def tells_worth(self, table: Table) -> bool:
        """Return False: what the deal was worth stands in the line below, as piles leave no room beside the verdict."""
        return False


def _standing(view: View) -> Standing:
    """Return what is usual, and what the deal was worth."""
    left, right = usual_standing(view)
    return Standing((*left, *([Fact(view.worth)] if view.worth else [])), right)


LOOK = TableLook(
    graphics=Places(
        slots=pyramid_places(WIDTH // 2, 6, 72, 30, 64),
        stock=(16, 253),
        waste=(96, 253),
        lamp=(3, 2),
        discard=(560, 253),
    ),
    text=Places(
        slots=text_pyramid(0, down=2),
        stock=cell(3, 17),
        waste=cell(15, 17),
        lamp=(3, 1),
        discard=cell(67, 17),
    ),
    ground=partial(drawn_ground, "relaxed"),
    text_ground=(" ", 0x56),
    outline=14,
    label=0x5E,
    referee=lambda: _Tomb(commands("relaxed")),
    manner=Manner(discard="foundation"),
    bare_waste=True,
    finale=FINALE,
    standing=_standing,
)
