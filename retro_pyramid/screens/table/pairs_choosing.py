"""What using a card, a pile or a button of a pair game's table means: one card is selected, the second makes a pair."""

from __future__ import annotations

from typing import TYPE_CHECKING

from retro_pyramid.rules import DRAW, why_not
from retro_pyramid.rules.moves import WASTE_PAIR
from retro_pyramid.screens.parts.positions import (
    STOCK,
    WASTE,
    available,
    card_at,
    covered,
    gone,
    is_king,
    move_of,
)
from retro_pyramid.screens.parts.wording import reason_told
from retro_pyramid.screens.table.commands import give
from retro_pyramid.screens.table.pairs_playing import draw_card, play

if TYPE_CHECKING:
    from retro_pyramid.screens.table.pairs import PairTable


def use(table: PairTable, name: str) -> None:
    """Do what a click on a target does, or Enter with the focus there."""
    state = table.session.state
    commands = [command for command in table.commands() if command.id == name]
    if commands:
        give(table, commands[0])
    elif name == "automatch":
        table.run("auto_match")
    elif table.over():
        table.refuse("the game is over")
    elif name in (STOCK, table.look.empty_stock):
        _use_stock(table)
    elif name in available(table.session.rules, state):
        _choose(table, name)
    elif name == WASTE:
        _mistake(table, "the waste is empty")
    elif gone(state, name):
        _mistake(table, "no card is there any more")
    elif covered(state, name):
        _mistake(table, "that card is covered")


def _use_stock(table: PairTable) -> None:
    session = table.session
    card = card_at(session.rules, session.state, STOCK)
    if table.look.stock_deals and (card is None or table.picked is None):
        if is_king(card):
            play(table, move_of(STOCK) or DRAW)
        else:
            draw_card(table)
    elif card is None:
        _mistake(table, "the stock is empty")
    else:
        _choose(table, STOCK)


def _choose(table: PairTable, name: str) -> None:
    session, picked = table.session, table.picked
    clears = table.look.wrong_card == "clears"
    if name == picked:
        table.picked = None
    elif is_king(card_at(session.rules, session.state, name)) and not (clears and picked):
        play(table, move_of(name))
    elif picked is not None:
        _pair(table, picked, name)
    elif name == WASTE and why_not(session.rules, session.state, WASTE_PAIR) is None:
        play(table, WASTE_PAIR)
    else:
        table.picked = name
        table.say(None)


def _pair(table: PairTable, first: str, second: str) -> None:
    session, move = table.session, move_of(first, second)
    reason = why_not(session.rules, session.state, move) if move else "those two do not go together"
    if reason is None:
        play(table, move)
    elif table.look.wrong_card == "clears":
        _mistake(table, reason_told(reason))
    else:
        table.picked = second
        table.say(None)


def _mistake(table: PairTable, reason: str) -> None:
    """Refuse what cannot be selected; where a mistake clears the selection, it is gone."""
    if table.look.wrong_card == "clears":
        table.picked = None
    table.refuse(reason)
