"""Dragging at On Disk Monthly's table: a card on to the discard pile, or the deck's next card there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from retro_pyramid.machine.events import Press, Release
from retro_pyramid.machine.targets import Target
from retro_pyramid.rules import parse_position
from retro_pyramid.screens.parts.motion import Drag, Glide

if TYPE_CHECKING:
    from retro_pyramid.screens.table.table import Table

STOCK = "stock"
_TO_STOCK = -2


def take(table: Table, target: Target, press: Press) -> None:
    """Take a card that can be used with the pointer: it is selected, and follows from now on."""
    table.uses_at_release = target.id == table.selected
    if not table.uses_at_release:
        table.select(target.id)
    slot = None if target.id == STOCK else parse_position(target.id.removeprefix("card:"))
    card = None if slot is None else table.session.state.layout[slot]
    place = table.felt.stock if slot is None else table.felt.slots[slot]
    held = (press.x - place[0], press.y - place[1])
    table.drag = Drag(target.id, card, place, held, (press.x, press.y))


def let_go(table: Table, release: Release) -> None:
    """Let the card go: over the discard pile it is played, anywhere else it flies back; not moved, it was a click."""
    drag = table.drag
    if drag is None or release.button != 1:
        return
    drag, table.drag = drag.to(release.x, release.y), None
    if not drag.moved:
        if table.uses_at_release:
            table.use_selected()
        return
    moves = len(table.session.moves)
    if _over_discard(table, drag, release):
        table.use_selected(drag.place)
    if len(table.session.moves) == moves:
        home = drag.start[0] - drag.held[0], drag.start[1] - drag.held[1]
        slot = _TO_STOCK if drag.name == STOCK else parse_position(drag.name.removeprefix("card:"))
        table.motions.glides.append(Glide(drag.card, drag.place, home, table.motions.now, slot))


def _over_discard(table: Table, drag: Drag, release: Release) -> bool:
    """Return whether the pointer is over the discard pile, or the card over a part of it."""
    (left, top), (wide, high) = table.felt.discard, table.felt.card_size
    inside = left <= release.x < left + wide and top <= release.y < top + high
    x, y = drag.place
    return inside or (abs(x - left) < wide and abs(y - top) < high)
