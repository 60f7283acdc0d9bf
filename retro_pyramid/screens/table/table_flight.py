"""Cards of On Disk Monthly's table on their way: the deal, a draw, a card played, the march at the end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from retro_pyramid.rules import DRAW, POSITIONS, Move, State, coverers, is_open, parse_position
from retro_pyramid.screens.parts.motion import DEAL_STEP, GLIDE_TICKS, Flip, Glide, Point
from retro_pyramid.screens.table.table_picture import face_up, parade

if TYPE_CHECKING:
    from retro_pyramid.screens.table.table import Table


def fly_deal(table: Table) -> None:
    """Let the cards of the deal fly to their places, and the first of the deck to the discard pile."""
    felt, motions, state = table.felt, table.motions, table.session.state
    for slot in range(POSITIONS):
        face = state.layout[slot] if face_up(table.session, slot) else None
        begin = motions.now + DEAL_STEP * slot
        motions.glides.append(Glide(face, felt.stock, felt.slots[slot], begin, slot))
    top = Glide(state.waste[-1], felt.stock, felt.discard, motions.now + DEAL_STEP * POSITIONS)
    motions.glides.append(top)


def fly_move(table: Table, move: Move, before: State, after: State, dropped: Point | None) -> None:
    """Let the card of a move fly to the discard pile, from where it was dropped if it was, and what it uncovered turn."""
    felt, motions = table.felt, table.motions
    if move == DRAW:
        motions.glides.append(Glide(after.waste[-1], dropped or felt.stock, felt.discard, motions.now))
        return
    slot = parse_position(str(move))
    motions.glides.append(Glide(before.layout[slot], dropped or felt.slots[slot], felt.discard, motions.now))
    if table.session.rules.hides_covered:
        motions.flips += [
            Flip(above, motions.now)
            for above in range(POSITIONS)
            if slot in coverers(above) and is_open(after, above)
        ]


def fly_parade(table: Table) -> None:
    """Let the court cards march in once the last card lies on the pile."""
    table.motions.glides += parade(table.felt, table.motions.now + GLIDE_TICKS)
