"""Moves at a pair game's table: played in the session, flown over the felt, kept and announced."""

from __future__ import annotations

from typing import TYPE_CHECKING

from retro_pyramid.rules import DRAW, REDEAL, IllegalMove, Move
from retro_pyramid.screens.parts.positions import available
from retro_pyramid.screens.parts.wording import reason_told
from retro_pyramid.screens.table.pairs_flight import fly_move
from retro_pyramid.screens.table.pairs_picture import place_of

if TYPE_CHECKING:
    from retro_pyramid.screens.parts.motion import Drag
    from retro_pyramid.screens.table.pairs import PairTable


def draw_card(table: PairTable) -> None:
    """Draw, or turn the waste over when the stock is empty."""
    play(table, DRAW if table.session.state.stock else REDEAL)


def play(table: PairTable, move: Move | None, dropped: Drag | None = None) -> None:
    """Play a move and let its cards fly, a card dropped from where it lies; a refusal is said."""
    session, before = table.session, table.session.state
    if move is None:
        return
    places = {name: place_of(table, name) for name in available(session.rules, before)}
    if dropped is not None:
        places[dropped.name] = dropped.place
    try:
        after = session.play(move)
    except IllegalMove as error:
        table.refuse(reason_told(str(error)))
        return
    table.forget()
    table.say(None)
    table.previous = None
    fly_move(table, move, before, after, places, dropped)
    table.after_change()


def show_played(table: PairTable, move: Move) -> None:
    """Let the cards of a move fly that was played in the session by somebody else."""
    before, after = table.session.history[-2].state, table.session.state
    fly_move(table, move, before, after, {})
    table.after_change()
