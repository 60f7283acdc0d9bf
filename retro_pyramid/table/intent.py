"""Intents: decides what a gesture means, from the rules, the position and the input state alone.

There are two input styles. `select` (On Disk Monthly): a click selects, a click on the selection plays it. `pair` (the other
editions): two cards are picked, and the second one makes the move.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from retro_pyramid.rules import DRAW, REDEAL, Move, Rules, State, legal_moves, why_not
from retro_pyramid.rules.moves import WASTE_PAIR
from retro_pyramid.table.animation import Drag
from retro_pyramid.table.gesture import (
    Back,
    Digit,
    Drop,
    Gesture,
    Grasp,
    Hand,
    PressTarget,
    RightClick,
    Tap,
    Use,
)
from retro_pyramid.table.target_ids import STOCK, WASTE, available, card_at, covered, gone, move_of, names_of

GO_ON = "button:go-on"
AUTO_MATCH = "automatch"
_GAME_OVER_TEXT = "the game is over"


class Manner(NamedTuple):
    """How an edition's table interprets clicks and keys."""

    kind: Literal["select", "pair"] = "pair"
    """The input style."""
    waste: str = WASTE
    """Target id of the waste."""
    discard: str = "discard"
    """Target id of the pile of removed cards."""
    empty_stock: str = STOCK
    """Target id of the stock while it is empty."""
    stock_deals: bool = True
    """Whether a click on the stock draws if nothing is selected. Otherwise it selects the stock's top card."""
    wrong_card: Literal["selects", "clears"] = "selects"
    """What a second card that does not match does: it becomes the selection, or it is rejected and clears the selection."""
    right_draws: bool = False
    """Whether the right mouse button draws or redeals, wherever it is pressed."""
    numbers: bool = False
    """Whether two digits, row and column, name a card."""
    end: str = _GAME_OVER_TEXT
    """Message if the player tries to play on after the game."""


class Select(NamedTuple):
    """Change only the input state. `message` is shown; None clears the message, and "" leaves it."""

    hand: Hand
    words: str | None = ""


class Play(NamedTuple):
    """Play a move. A dropped card is animated from where it was dropped; `focus_id` is the focus before the move."""

    move: Move
    focus: str
    dropped: Drag | None = None


class Refuse(NamedTuple):
    """Beep and show a reason. The input state is replaced."""

    reason: str
    hand: Hand


class Do(NamedTuple):
    """Run an action by name."""

    action: str


class Order(NamedTuple):
    """Run the command that has this target id."""

    name: str


class FlyBack(NamedTuple):
    """Animate a dropped card back to where it was picked up."""

    drag: Drag


Intent = Select | Play | Refuse | Do | Order | FlyBack


class Position(NamedTuple):
    """The position that an intent is derived from.

    `plays_on_tap` says whether a tap plays at once if only one move is possible.
    """

    rules: Rules
    state: State
    over: bool = False
    at_once: bool = False


def intent(manner: Manner, position: Position, hand: Hand, gesture: Gesture) -> Intent | None:
    """Return what a gesture means, or None if it means nothing. Focus movement and other keys are handled elsewhere."""
    match gesture:
        case Back() if hand.picked or hand.row:
            return Select(hand._replace(picked=None, row=None), None)
        case Back():
            return Do("leave")
        case Digit(digit):
            return _handle_digit(manner, position, hand, digit)
        case RightClick():
            draws = manner.right_draws and not position.over
            return Play(DRAW if position.state.stock else REDEAL, hand.focus) if draws else None
        case Use() if position.over and manner.kind == "pair":
            return Order(GO_ON)
    meant = _resolve_select_style if manner.kind == "select" else _resolve_pair_style
    return meant(manner, position, hand, gesture)


def use(manner: Manner, position: Position, hand: Hand, name: str) -> Intent | None:
    """Return what activating a target means, by Enter or by a click."""
    take = _play_selected if manner.kind == "select" else _pick_card
    return take(manner, position, hand, name)


def _single_move(manner: Manner, position: Position, name: str) -> Move | None:
    """Return the only move that a tap can mean if one tap plays, or None if there is none or more than one.

    In the pair style a tap on the stock means its top card, not a draw.
    """
    if not position.at_once or position.over:
        return None
    draws = () if manner.kind == "select" else (DRAW, REDEAL)
    legal = legal_moves(position.rules, position.state)
    moves = [move for move in legal if name in names_of(move) and move not in draws]
    return moves[0] if len(moves) == 1 else None


# Style `select`: a click selects, a click on the selection plays it.


def _resolve_select_style(manner: Manner, position: Position, hand: Hand, gesture: Gesture) -> Intent | None:
    match gesture:
        case Grasp(drag):
            if drag.name == hand.focus:
                return Select(hand._replace(drag=drag, again=True))
            return Select(hand.on(drag.name)._replace(drag=drag, again=False), None)
        case Tap(name, again):
            plays = again or _single_move(manner, position, name)
            return _play_selected(manner, position, hand, name) if plays else Select(hand._replace(drag=None))
        case Drop(drag, goal):
            laid = _play_selected(manner, position, hand, drag.name) if goal == manner.waste else None
            return Play(laid.move, hand.focus, drag) if isinstance(laid, Play) else laid or FlyBack(drag)
        case Use():
            return _play_selected(manner, position, hand, hand.focus)
        case PressTarget(name) if name not in (STOCK, manner.waste) and not name.startswith("card:"):
            return Order(name)
        case PressTarget(name) if name == manner.waste:
            return None
        case PressTarget() if position.over:
            return Refuse(manner.end, hand)
        case PressTarget(name) if name == STOCK:
            return (
                _play_selected(manner, position, hand, name)
                if hand.focus == STOCK
                else Select(hand.on(name), None)
            )
        case PressTarget():
            return Refuse("that card is covered", hand)
    return None


def _play_selected(manner: Manner, position: Position, hand: Hand, name: str) -> Intent | None:
    if position.over:
        return Refuse(manner.end, hand)
    move = DRAW if name == STOCK else move_of(name)
    return None if move is None else Play(move, hand.focus)


# Style `pair`: one card is picked, the second one makes a pair.


def _resolve_pair_style(manner: Manner, position: Position, hand: Hand, gesture: Gesture) -> Intent | None:
    match gesture:
        case Grasp(drag):
            return Select(hand._replace(drag=drag))
        case Tap(name):
            meant = _pick_card(manner, position, hand._replace(drag=None, focus=name), name)
            picks = isinstance(meant, Select) and meant.hand.picked == name
            only = _single_move(manner, position, name) if picks else None
            return meant if only is None else Play(only, name)
        case Drop(drag, goal):
            move = _find_drop_move(manner, position, drag, goal)
            return FlyBack(drag) if move is None else Play(move, hand.focus, drag)
        case Use():
            return _pick_card(manner, position, hand, hand.focus)
        case PressTarget(name) if name != manner.discard:
            return _pick_card(manner, position, hand, name)
    return None


def _pick_card(manner: Manner, position: Position, hand: Hand, name: str) -> Intent | None:
    state = position.state
    if name not in (STOCK, WASTE, manner.empty_stock) and not name.startswith("card:"):
        return Order(name)
    if position.over:
        return Refuse(_GAME_OVER_TEXT, hand)
    if name in (STOCK, manner.empty_stock):
        return _use_stock(manner, position, hand)
    if name in available(position.rules, state):
        return _select_or_pair(manner, position, hand, name)
    if name == WASTE:
        return _reject(manner, hand, "the waste is empty")
    if gone(state, name):
        return _reject(manner, hand, "no card is there any more")
    return _reject(manner, hand, "that card is covered") if covered(state, name) else None


def _use_stock(manner: Manner, position: Position, hand: Hand) -> Intent | None:
    rules, state = position.rules, position.state
    card = card_at(rules, state, STOCK)
    if manner.stock_deals and (card is None or hand.picked is None):
        alone = move_of(STOCK) if rules.matching.goes_alone(card) else None
        return Play(alone or (DRAW if state.stock else REDEAL), hand.focus)
    if card is None:
        return _reject(manner, hand, "the stock is empty")
    return _select_or_pair(manner, position, hand, STOCK)


def _select_or_pair(manner: Manner, position: Position, hand: Hand, name: str) -> Intent | None:
    rules, state, picked = position.rules, position.state, hand.picked
    clears = manner.wrong_card == "clears"
    if name == picked:
        return Select(hand._replace(picked=None))
    if rules.matching.goes_alone(card_at(rules, state, name)) and not (clears and picked):
        alone = move_of(name)
        return None if alone is None else Play(alone, hand.focus)
    if picked is not None:
        return _play_pair(manner, position, hand, picked, name)
    if name == WASTE and why_not(rules, state, WASTE_PAIR) is None:
        return Play(WASTE_PAIR, hand.focus)
    return Select(hand._replace(picked=name), None)


def _play_pair(manner: Manner, position: Position, hand: Hand, first: str, second: str) -> Intent:
    move = move_of(first, second)
    reason = why_not(position.rules, position.state, move) if move else "those two do not go together"
    if move is not None and reason is None:
        return Play(move, hand.focus)
    if manner.wrong_card == "clears":
        return _reject(manner, hand, reason or "")
    return Select(hand._replace(picked=second), None)


def _reject(manner: Manner, hand: Hand, reason: str) -> Refuse:
    """Reject a card. Where a mistake clears the selection, it is cleared."""
    return Refuse(reason, hand._replace(picked=None) if manner.wrong_card == "clears" else hand)


def _find_drop_move(manner: Manner, position: Position, drag: Drag, goal: str | None) -> Move | None:
    """Return the move that dropping a card there means, or None."""
    if goal is None:
        return None
    if drag.name == STOCK and goal == WASTE and manner.stock_deals:
        return DRAW
    if goal == manner.discard:
        return move_of(drag.name)
    move = move_of(drag.name, goal)
    to_waste = drag.name == STOCK and goal == WASTE
    return DRAW if move and to_waste and why_not(position.rules, position.state, move) else move


def _handle_digit(manner: Manner, position: Position, hand: Hand, digit: str) -> Intent | None:
    """Handle a digit: first that of a row, then that of a column in this row."""
    row = hand.row
    if row is None:
        return Select(hand._replace(row=digit), f"Row {digit}, column ...")
    hand = hand._replace(row=None)
    if not "1" <= digit <= row:
        return Refuse(f"row {row} has columns 1 to {row}" if row > "1" else "row 1 has only column 1", hand)
    name = f"card:{row}{digit}"
    return _pick_card(manner, position, hand._replace(focus=name), name)
