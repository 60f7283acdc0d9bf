"""Intents: decides what a gesture means, from the rules, the position and the input state alone.

There are two input styles. `select` (On Disk Monthly): a click selects, a click on the selection plays it. `pair` (the other
editions): two cards are picked, and the second one makes the move.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from retro_pyramid.rules import DRAW, REDEAL, Move, Rules, State, illegal_reason, legal_moves
from retro_pyramid.rules.moves import WASTE_PAIR
from retro_pyramid.table.animation import Drag
from retro_pyramid.table.gesture import (
    Activate,
    Cancel,
    DigitKey,
    DropCard,
    Gesture,
    InputState,
    PickUp,
    PressTarget,
    RightClick,
    Tap,
)
from retro_pyramid.table.target_ids import (
    STOCK,
    WASTE,
    find_move,
    get_move_target_ids,
    get_playable_card,
    is_covered,
    is_slot_empty,
    list_available_targets,
)

CONTINUE = "button:go-on"
AUTO_MATCH = "automatch"
_GAME_OVER_TEXT = "the game is over"


class InputRules(NamedTuple):
    """How an edition's table interprets clicks and keys."""

    style: Literal["select", "pair"] = "pair"
    """The input style."""
    waste_id: str = WASTE
    """Target id of the waste."""
    discard_id: str = "discard"
    """Target id of the pile of removed cards."""
    empty_stock_id: str = STOCK
    """Target id of the stock while it is empty."""
    click_stock_draws: bool = True
    """Whether a click on the stock draws if nothing is selected. Otherwise it selects the stock's top card."""
    on_mismatch: Literal["selects", "clears"] = "selects"
    """What a second card that does not match does: it becomes the selection, or it is rejected and clears the selection."""
    right_click_draws: bool = False
    """Whether the right mouse button draws or redeals, wherever it is pressed."""
    has_digit_selection: bool = False
    """Whether two digits, row and column, name a card."""
    game_over_text: str = _GAME_OVER_TEXT
    """Message if the player tries to play on after the game."""


class UpdateSelection(NamedTuple):
    """Change only the input state. `message` is shown; None clears the message, and "" leaves it."""

    input_state: InputState
    message: str | None = ""


class PlayMove(NamedTuple):
    """Play a move. A dropped card is animated from where it was dropped; `focus_id` is the focus before the move."""

    move: Move
    focus_id: str
    drag: Drag | None = None


class Reject(NamedTuple):
    """Beep and show a reason. The input state is replaced."""

    reason: str
    input_state: InputState


class RunAction(NamedTuple):
    """Run an action by name."""

    action_name: str


class RunCommand(NamedTuple):
    """Run the command that has this target id."""

    target_id: str


class ReturnCard(NamedTuple):
    """Animate a dropped card back to where it was picked up."""

    drag: Drag


Intent = UpdateSelection | PlayMove | Reject | RunAction | RunCommand | ReturnCard


class TableContext(NamedTuple):
    """The position that an intent is derived from.

    `plays_on_tap` says whether a tap plays at once if only one move is possible.
    """

    rules: Rules
    state: State
    is_over: bool = False
    plays_on_tap: bool = False


def resolve_intent(
    input_rules: InputRules, context: TableContext, input_state: InputState, gesture: Gesture
) -> Intent | None:
    """Return what a gesture means, or None if it means nothing. Focus movement and other keys are handled elsewhere."""
    match gesture:
        case Cancel() if input_state.picked_id or input_state.pending_row:
            return UpdateSelection(input_state._replace(picked_id=None, pending_row=None), None)
        case Cancel():
            return RunAction("leave")
        case DigitKey(digit):
            return _handle_digit(input_rules, context, input_state, digit)
        case RightClick():
            draws = input_rules.right_click_draws and not context.is_over
            return PlayMove(DRAW if context.state.stock else REDEAL, input_state.focus_id) if draws else None
        case Activate() if context.is_over and input_rules.style == "pair":
            return RunCommand(CONTINUE)
    resolve = _resolve_select_style if input_rules.style == "select" else _resolve_pair_style
    return resolve(input_rules, context, input_state, gesture)


def resolve_activation(
    input_rules: InputRules, context: TableContext, input_state: InputState, target_id: str
) -> Intent | None:
    """Return what activating a target means, by Enter or by a click."""
    resolve = _play_selected if input_rules.style == "select" else _pick_card
    return resolve(input_rules, context, input_state, target_id)


def _single_move(input_rules: InputRules, context: TableContext, target_id: str) -> Move | None:
    """Return the only move that a tap can mean if one tap plays, or None if there is none or more than one.

    In the pair style a tap on the stock means its top card, not a draw.
    """
    if not context.plays_on_tap or context.is_over:
        return None
    draws = () if input_rules.style == "select" else (DRAW, REDEAL)
    legal = legal_moves(context.rules, context.state)
    moves = [move for move in legal if target_id in get_move_target_ids(move) and move not in draws]
    return moves[0] if len(moves) == 1 else None


# Style `select`: a click selects, a click on the selection plays it.


def _resolve_select_style(
    input_rules: InputRules, context: TableContext, input_state: InputState, gesture: Gesture
) -> Intent | None:
    """Return what a gesture means in style `select`."""
    match gesture:
        case PickUp(drag):
            if drag.target_id == input_state.focus_id:
                return UpdateSelection(input_state._replace(drag=drag, was_focused=True))
            return UpdateSelection(
                input_state.with_focus(drag.target_id)._replace(drag=drag, was_focused=False), None
            )
        case Tap(target_id, was_focused):
            plays_now = was_focused or _single_move(input_rules, context, target_id)
            return (
                _play_selected(input_rules, context, input_state, target_id)
                if plays_now
                else UpdateSelection(input_state._replace(drag=None))
            )
        case DropCard(drag, drop_target_id):
            resolved = (
                _play_selected(input_rules, context, input_state, drag.target_id)
                if drop_target_id == input_rules.waste_id
                else None
            )
            return (
                PlayMove(resolved.move, input_state.focus_id, drag)
                if isinstance(resolved, PlayMove)
                else resolved or ReturnCard(drag)
            )
        case Activate():
            return _play_selected(input_rules, context, input_state, input_state.focus_id)
        case PressTarget(target_id) if target_id not in (
            STOCK,
            input_rules.waste_id,
        ) and not target_id.startswith("card:"):
            return RunCommand(target_id)
        case PressTarget(target_id) if target_id == input_rules.waste_id:
            return None
        case PressTarget() if context.is_over:
            return Reject(input_rules.game_over_text, input_state)
        case PressTarget(target_id) if target_id == STOCK:
            return (
                _play_selected(input_rules, context, input_state, target_id)
                if input_state.focus_id == STOCK
                else UpdateSelection(input_state.with_focus(target_id), None)
            )
        case PressTarget():
            return Reject("that card is covered", input_state)
    return None


def _play_selected(
    input_rules: InputRules, context: TableContext, input_state: InputState, target_id: str
) -> Intent | None:
    """Return the intent of playing a card, or of drawing from the stock."""
    if context.is_over:
        return Reject(input_rules.game_over_text, input_state)
    move = DRAW if target_id == STOCK else find_move(target_id)
    return None if move is None else PlayMove(move, input_state.focus_id)


# Style `pair`: one card is picked, the second one makes a pair.


def _resolve_pair_style(
    input_rules: InputRules, context: TableContext, input_state: InputState, gesture: Gesture
) -> Intent | None:
    """Return what a gesture means in style `pair`."""
    match gesture:
        case PickUp(drag):
            return UpdateSelection(input_state._replace(drag=drag))
        case Tap(target_id):
            resolved = _pick_card(
                input_rules, context, input_state._replace(drag=None, focus_id=target_id), target_id
            )
            picks = isinstance(resolved, UpdateSelection) and resolved.input_state.picked_id == target_id
            single = _single_move(input_rules, context, target_id) if picks else None
            return resolved if single is None else PlayMove(single, target_id)
        case DropCard(drag, drop_target_id):
            move = _find_drop_move(input_rules, context, drag, drop_target_id)
            return ReturnCard(drag) if move is None else PlayMove(move, input_state.focus_id, drag)
        case Activate():
            return _pick_card(input_rules, context, input_state, input_state.focus_id)
        case PressTarget(target_id) if target_id != input_rules.discard_id:
            return _pick_card(input_rules, context, input_state, target_id)
    return None


def _pick_card(
    input_rules: InputRules, context: TableContext, input_state: InputState, target_id: str
) -> Intent | None:
    """Return the intent of using a card or a pile. Other targets run their command."""
    state = context.state
    if target_id not in (STOCK, WASTE, input_rules.empty_stock_id) and not target_id.startswith("card:"):
        return RunCommand(target_id)
    if context.is_over:
        return Reject(_GAME_OVER_TEXT, input_state)
    if target_id in (STOCK, input_rules.empty_stock_id):
        return _use_stock(input_rules, context, input_state)
    if target_id in list_available_targets(context.rules, state):
        return _select_or_pair(input_rules, context, input_state, target_id)
    if target_id == WASTE:
        return _reject(input_rules, input_state, "the waste is empty")
    if is_slot_empty(state, target_id):
        return _reject(input_rules, input_state, "no card is there any more")
    return _reject(input_rules, input_state, "that card is covered") if is_covered(state, target_id) else None


def _use_stock(input_rules: InputRules, context: TableContext, input_state: InputState) -> Intent | None:
    """Return the intent of using the stock: a draw, a redeal, or its top card as one of a pair."""
    rules, state = context.rules, context.state
    card = get_playable_card(rules, state, STOCK)
    if input_rules.click_stock_draws and (card is None or input_state.picked_id is None):
        single = find_move(STOCK) if rules.match_rule.is_single(card) else None
        return PlayMove(single or (DRAW if state.stock else REDEAL), input_state.focus_id)
    if card is None:
        return _reject(input_rules, input_state, "the stock is empty")
    return _select_or_pair(input_rules, context, input_state, STOCK)


def _select_or_pair(
    input_rules: InputRules, context: TableContext, input_state: InputState, target_id: str
) -> Intent | None:
    """Return the intent of using a playable card: select, deselect or remove it, or pair it with the selected card."""
    rules, state, picked_id = context.rules, context.state, input_state.picked_id
    clears_selection = input_rules.on_mismatch == "clears"
    if target_id == picked_id:
        return UpdateSelection(input_state._replace(picked_id=None))
    if rules.match_rule.is_single(get_playable_card(rules, state, target_id)) and not (
        clears_selection and picked_id
    ):
        single = find_move(target_id)
        return None if single is None else PlayMove(single, input_state.focus_id)
    if picked_id is not None:
        return _play_pair(input_rules, context, input_state, picked_id, target_id)
    if target_id == WASTE and illegal_reason(rules, state, WASTE_PAIR) is None:
        return PlayMove(WASTE_PAIR, input_state.focus_id)
    return UpdateSelection(input_state._replace(picked_id=target_id), None)


def _play_pair(
    input_rules: InputRules, context: TableContext, input_state: InputState, first_id: str, second_id: str
) -> Intent:
    """Return the move that removes two cards. If they do not match, the mismatch rule decides."""
    move = find_move(first_id, second_id)
    reason = illegal_reason(context.rules, context.state, move) if move else "those two do not go together"
    if move is not None and reason is None:
        return PlayMove(move, input_state.focus_id)
    if input_rules.on_mismatch == "clears":
        return _reject(input_rules, input_state, reason or "")
    return UpdateSelection(input_state._replace(picked_id=second_id), None)


def _reject(input_rules: InputRules, input_state: InputState, reason: str) -> Reject:
    """Reject a card. Where a mistake clears the selection, it is cleared."""
    return Reject(
        reason, input_state._replace(picked_id=None) if input_rules.on_mismatch == "clears" else input_state
    )


def _find_drop_move(
    input_rules: InputRules, context: TableContext, drag: Drag, target_id: str | None
) -> Move | None:
    """Return the move that dropping a card there means, or None."""
    if target_id is None:
        return None
    if drag.target_id == STOCK and target_id == WASTE and input_rules.click_stock_draws:
        return DRAW
    if target_id == input_rules.discard_id:
        return find_move(drag.target_id)
    move = find_move(drag.target_id, target_id)
    is_stock_to_waste = drag.target_id == STOCK and target_id == WASTE
    return DRAW if move and is_stock_to_waste and illegal_reason(context.rules, context.state, move) else move


def _handle_digit(
    input_rules: InputRules, context: TableContext, input_state: InputState, digit: str
) -> Intent | None:
    """Handle a digit: first that of a row, then that of a column in this row."""
    row = input_state.pending_row
    if row is None:
        return UpdateSelection(input_state._replace(pending_row=digit), f"Row {digit}, column ...")
    input_state = input_state._replace(pending_row=None)
    if not "1" <= digit <= row:
        return Reject(
            f"row {row} has columns 1 to {row}" if row > "1" else "row 1 has only column 1", input_state
        )
    target_id = f"card:{row}{digit}"
    return _pick_card(input_rules, context, input_state._replace(focus_id=target_id), target_id)
