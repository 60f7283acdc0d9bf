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
    resolve = _resolve_select_style if manner.kind == "select" else _resolve_pair_style
    return resolve(manner, position, hand, gesture)


def use(manner: Manner, position: Position, hand: Hand, name: str) -> Intent | None:
    """Return what activating a target means, by Enter or by a click."""
    resolve = _play_selected if manner.kind == "select" else _pick_card
    return resolve(manner, position, hand, name)


def _single_move(input_rules: Manner, context: Position, target_id: str) -> Move | None:
    """Return the only move that a tap can mean if one tap plays, or None if there is none or more than one.

    In the pair style a tap on the stock means its top card, not a draw.
    """
    if not context.at_once or context.over:
        return None
    draws = () if input_rules.kind == "select" else (DRAW, REDEAL)
    legal = legal_moves(context.rules, context.state)
    moves = [move for move in legal if target_id in names_of(move) and move not in draws]
    return moves[0] if len(moves) == 1 else None


# Style `select`: a click selects, a click on the selection plays it.


def _resolve_select_style(
    input_rules: Manner, context: Position, input_state: Hand, gesture: Gesture
) -> Intent | None:
    """Return what a gesture means in style `select`."""
    match gesture:
        case Grasp(drag):
            if drag.name == input_state.focus:
                return Select(input_state._replace(drag=drag, again=True))
            return Select(input_state.on(drag.name)._replace(drag=drag, again=False), None)
        case Tap(target_id, was_focused):
            plays_now = was_focused or _single_move(input_rules, context, target_id)
            return (
                _play_selected(input_rules, context, input_state, target_id)
                if plays_now
                else Select(input_state._replace(drag=None))
            )
        case Drop(drag, drop_target_id):
            resolved = (
                _play_selected(input_rules, context, input_state, drag.name)
                if drop_target_id == input_rules.waste
                else None
            )
            return (
                Play(resolved.move, input_state.focus, drag)
                if isinstance(resolved, Play)
                else resolved or FlyBack(drag)
            )
        case Use():
            return _play_selected(input_rules, context, input_state, input_state.focus)
        case PressTarget(target_id) if target_id not in (
            STOCK,
            input_rules.waste,
        ) and not target_id.startswith("card:"):
            return Order(target_id)
        case PressTarget(target_id) if target_id == input_rules.waste:
            return None
        case PressTarget() if context.over:
            return Refuse(input_rules.end, input_state)
        case PressTarget(target_id) if target_id == STOCK:
            return (
                _play_selected(input_rules, context, input_state, target_id)
                if input_state.focus == STOCK
                else Select(input_state.on(target_id), None)
            )
        case PressTarget():
            return Refuse("that card is covered", input_state)
    return None


def _play_selected(
    input_rules: Manner, context: Position, input_state: Hand, target_id: str
) -> Intent | None:
    """Return the intent of playing a card, or of drawing from the stock."""
    if context.over:
        return Refuse(input_rules.end, input_state)
    move = DRAW if target_id == STOCK else move_of(target_id)
    return None if move is None else Play(move, input_state.focus)


# Style `pair`: one card is picked, the second one makes a pair.


def _resolve_pair_style(
    input_rules: Manner, context: Position, input_state: Hand, gesture: Gesture
) -> Intent | None:
    """Return what a gesture means in style `pair`."""
    match gesture:
        case Grasp(drag):
            return Select(input_state._replace(drag=drag))
        case Tap(target_id):
            resolved = _pick_card(
                input_rules, context, input_state._replace(drag=None, focus=target_id), target_id
            )
            picks = isinstance(resolved, Select) and resolved.hand.picked == target_id
            single = _single_move(input_rules, context, target_id) if picks else None
            return resolved if single is None else Play(single, target_id)
        case Drop(drag, drop_target_id):
            move = _find_drop_move(input_rules, context, drag, drop_target_id)
            return FlyBack(drag) if move is None else Play(move, input_state.focus, drag)
        case Use():
            return _pick_card(input_rules, context, input_state, input_state.focus)
        case PressTarget(target_id) if target_id != input_rules.discard:
            return _pick_card(input_rules, context, input_state, target_id)
    return None


def _pick_card(input_rules: Manner, context: Position, input_state: Hand, target_id: str) -> Intent | None:
    """Return the intent of using a card or a pile. Other targets run their command."""
    state = context.state
    if target_id not in (STOCK, WASTE, input_rules.empty_stock) and not target_id.startswith("card:"):
        return Order(target_id)
    if context.over:
        return Refuse(_GAME_OVER_TEXT, input_state)
    if target_id in (STOCK, input_rules.empty_stock):
        return _use_stock(input_rules, context, input_state)
    if target_id in available(context.rules, state):
        return _select_or_pair(input_rules, context, input_state, target_id)
    if target_id == WASTE:
        return _reject(input_rules, input_state, "the waste is empty")
    if gone(state, target_id):
        return _reject(input_rules, input_state, "no card is there any more")
    return _reject(input_rules, input_state, "that card is covered") if covered(state, target_id) else None


def _use_stock(input_rules: Manner, context: Position, input_state: Hand) -> Intent | None:
    """Return the intent of using the stock: a draw, a redeal, or its top card as one of a pair."""
    rules, state = context.rules, context.state
    card = card_at(rules, state, STOCK)
    if input_rules.stock_deals and (card is None or input_state.picked is None):
        single = move_of(STOCK) if rules.matching.goes_alone(card) else None
        return Play(single or (DRAW if state.stock else REDEAL), input_state.focus)
    if card is None:
        return _reject(input_rules, input_state, "the stock is empty")
    return _select_or_pair(input_rules, context, input_state, STOCK)


def _select_or_pair(
    input_rules: Manner, context: Position, input_state: Hand, target_id: str
) -> Intent | None:
    """Return the intent of using a playable card: select, deselect or remove it, or pair it with the selected card."""
    rules, state, picked_id = context.rules, context.state, input_state.picked
    clears_selection = input_rules.wrong_card == "clears"
    if target_id == picked_id:
        return Select(input_state._replace(picked=None))
    if rules.matching.goes_alone(card_at(rules, state, target_id)) and not (clears_selection and picked_id):
        single = move_of(target_id)
        return None if single is None else Play(single, input_state.focus)
    if picked_id is not None:
        return _play_pair(input_rules, context, input_state, picked_id, target_id)
    if target_id == WASTE and why_not(rules, state, WASTE_PAIR) is None:
        return Play(WASTE_PAIR, input_state.focus)
    return Select(input_state._replace(picked=target_id), None)


def _play_pair(
    input_rules: Manner, context: Position, input_state: Hand, first_id: str, second_id: str
) -> Intent:
    """Return the move that removes two cards. If they do not match, the mismatch rule decides."""
    move = move_of(first_id, second_id)
    reason = why_not(context.rules, context.state, move) if move else "those two do not go together"
    if move is not None and reason is None:
        return Play(move, input_state.focus)
    if input_rules.wrong_card == "clears":
        return _reject(input_rules, input_state, reason or "")
    return Select(input_state._replace(picked=second_id), None)


def _reject(input_rules: Manner, input_state: Hand, reason: str) -> Refuse:
    """Reject a card. Where a mistake clears the selection, it is cleared."""
    return Refuse(
        reason, input_state._replace(picked=None) if input_rules.wrong_card == "clears" else input_state
    )


def _find_drop_move(input_rules: Manner, context: Position, drag: Drag, target_id: str | None) -> Move | None:
    """Return the move that dropping a card there means, or None."""
    if target_id is None:
        return None
    if drag.name == STOCK and target_id == WASTE and input_rules.stock_deals:
        return DRAW
    if target_id == input_rules.discard:
        return move_of(drag.name)
    move = move_of(drag.name, target_id)
    is_stock_to_waste = drag.name == STOCK and target_id == WASTE
    return DRAW if move and is_stock_to_waste and why_not(context.rules, context.state, move) else move


def _handle_digit(input_rules: Manner, context: Position, input_state: Hand, digit: str) -> Intent | None:
    """Handle a digit: first that of a row, then that of a column in this row."""
    row = input_state.row
    if row is None:
        return Select(input_state._replace(row=digit), f"Row {digit}, column ...")
    input_state = input_state._replace(row=None)
    if not "1" <= digit <= row:
        return Refuse(
            f"row {row} has columns 1 to {row}" if row > "1" else "row 1 has only column 1", input_state
        )
    target_id = f"card:{row}{digit}"
    return _pick_card(input_rules, context, input_state._replace(focus=target_id), target_id)
