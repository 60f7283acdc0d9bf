"""Cards on their way over a pair game's table, and where the keyboard's focus goes when they are gone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from retro_pyramid.rules import DRAW, POSITIONS, REDEAL, Move, State
from retro_pyramid.screens.parts.motion import DEAL_STEP, GLIDE_TICKS, Glide, Point
from retro_pyramid.screens.parts.positions import STOCK, WASTE, available, slot_of, taken
from retro_pyramid.screens.table.pairs_picture import TO_DISCARD, TO_STOCK, TO_WASTE, place_of
from retro_pyramid.screens.table.table_picture import parade

if TYPE_CHECKING:
    from retro_pyramid.screens.parts.motion import Drag
    from retro_pyramid.screens.table.pairs import PairTable


def fly_deal(table: PairTable) -> None:
    """Let the cards of a new game fly to their places."""
    state, now = table.session.state, table.motions.now
    table.motions.glides += [
        Glide(state.layout[slot], table.places.stock, table.places.slots[slot], now + DEAL_STEP * slot, slot)
        for slot in range(POSITIONS)
    ]
    table.app.sound("deal")


def fly_move(
    table: PairTable,
    move: Move,
    before: State,
    after: State,
    places: Mapping[str, Point],
    dropped: Drag | None = None,
) -> None:
    """Let the cards of a move fly from where they lay, a card dropped from where it lies."""
    left, now = taken(before, after), table.motions.now
    glides = table.motions.glides
    if table.places.discard:
        for name, card in left:
            start = places.get(name, table.places.stock)
            glides.append(Glide(card, start, table.places.discard, now, TO_DISCARD))
    if move == REDEAL:
        glides.append(Glide(None, table.places.waste, table.places.stock, now, TO_STOCK))
    elif move == DRAW and not left:
        goal = place_of(table, WASTE)
        start = table.places.stock if dropped is None else dropped.place
        for card in after.waste[len(before.waste) :]:
            glides.append(Glide(card, start, goal, now, TO_WASTE))
    table.app.sound("draw" if move in (DRAW, REDEAL) and not left else "move")


def fly_back(table: PairTable, drag: Drag) -> None:
    """Let a card that was dropped wrongly fly back to where it was taken."""
    slot = slot_of(drag.name)
    goal = slot if slot is not None else TO_WASTE if drag.name == WASTE else TO_STOCK
    home = place_of(table, drag.name)
    table.motions.glides.append(Glide(drag.card, drag.place, home, table.motions.now, goal))


def fly_parade(table: PairTable) -> None:
    """Let the court cards march in."""
    table.motions.glides += parade(table.felt, table.motions.now + GLIDE_TICKS, table.look.parade)


def nearest(table: PairTable, name: str) -> str:
    """Return what the focus goes to: it stays on piles and buttons, else it takes the nearest open card."""
    names = available(table.session.rules, table.session.state)
    cards = [other for other in names if slot_of(other) is not None]
    if not cards or (name in (STOCK, WASTE) and table.session.moves):
        return STOCK if name.startswith("card:") else name
    x, y = place_of(table, name) if name.startswith("card:") else (0, 0)

    def distance(other: str) -> float:
        other_x, other_y = place_of(table, other)
        return (other_x - x) ** 2 + (1.37 * (other_y - y)) ** 2

    return name if name in cards or name.startswith("button:") else min(cards, key=distance)
