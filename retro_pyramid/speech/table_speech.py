"""Spoken text of a table, made from its `TableView` as its picture is: the cards, the piles, and changes by a move."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import NamedTuple

from retro_pyramid.cards import CARDS_IN_DECK, card_name
from retro_pyramid.resources import load_asset_sections
from retro_pyramid.rules import (
    DRAW,
    REDEAL,
    count_cards_left,
    exposed_slots,
    is_exposed,
    parse_slot,
    slot_name,
)
from retro_pyramid.session import HistoryEntry
from retro_pyramid.speech.phrasing import join_and, join_sentences, to_spoken_text
from retro_pyramid.table.animation import get_visible_card
from retro_pyramid.table.intent import AUTO_MATCH
from retro_pyramid.table.target_ids import (
    STOCK,
    WASTE,
    find_last_discarded,
    find_removed_cards,
    slot_from_target_id,
)
from retro_pyramid.table.view import TableView, has_redeal_left
from retro_pyramid.table.win_indicator import WIN_STATE_STYLES

_PILE_NAMES = dict(load_asset_sections("spoken")["piles"])
_ROWS_FROM_BOTTOM = range(7, 0, -1)
_COLUMN_GAP = re.compile(" {2,}")


class TableSnapshot(NamedTuple):
    """Everything that can be spoken about a table at one moment."""

    deal_key: tuple[object, ...]
    """Identity of the deal."""
    game_index: int
    """Index of the game among those of the same session."""
    move_texts: tuple[str, ...]
    """Descriptions of all moves of the game."""
    exposed_cards: dict[str, str]
    """Names of the exposed pyramid cards, by their positions as text."""
    stock_name: str
    """Name of the stock in this edition."""
    stock_top_card: str
    """The card face up on the stock, or an empty string."""
    stock_count: int
    """Number of cards in the stock."""
    waste_name: str
    """Name of the waste in this edition."""
    waste_top_card: str
    """The top card of the waste, or an empty string."""
    score: int | None
    """Current score, or None for a rule set without scores."""
    streak: int
    """Cards removed in a row, 0 for a rule set without a streak bonus."""
    status_texts: tuple[str, ...]
    """Items of the status line that are announced when they change."""
    result_text: str
    """Result of a finished game, or an empty string."""
    hint_text: str
    """Names of the targets that a hint marks."""
    win_indicator_text: str
    """State of the win indicator, or an empty string."""


def take_table_snapshot(view: TableView, previous: TableSnapshot | None = None) -> TableSnapshot:
    """Return a snapshot of a table.

    While the win indicator is being computed, its text is that of the `previous` snapshot.
    """
    session = view.session
    state, rules = session.state, session.rules
    indicator = WIN_STATE_STYLES[view.win_state][0].lower() if view.win_state else ""
    if view.is_analysing:
        indicator = previous.win_indicator_text if previous is not None else ""
    stock_top = state.stock[:1] if rules.stock_top_playable else ()
    return TableSnapshot(
        deal_key=(session.deal_number, session.cards),
        game_index=session.undo_history.game_index,
        move_texts=tuple(_describe_move(*pair) for pair in pairwise(session.history)),
        exposed_cards={
            describe_slot(slot): card_name(state.pyramid_cards[slot]) for slot in exposed_slots(state)
        },
        stock_name=_pile_name(view, STOCK),
        stock_top_card=card_name(stock_top[0]) if stock_top else "",
        stock_count=len(state.stock),
        waste_name=_pile_name(view, WASTE),
        waste_top_card=card_name(state.waste[-1]) if state.waste else "",
        score=session.score,
        streak=state.streak if rules.streak_bonus else 0,
        status_texts=tuple(
            to_spoken_text(item.text) for side in view.status_line for item in side if item.is_announced
        ),
        result_text=_result_text(view),
        hint_text=join_and(
            [describe_target(view, target_id) or to_spoken_text(target_id) for target_id in view.hinted_ids]
        ),
        win_indicator_text=indicator,
    )


def _result_text(view: TableView) -> str:
    """Return the result of a finished game, or an empty string; texts side by side in a line are spoken in turn."""
    if view.result_banner is None:
        return ""
    first_text, *following_texts = [
        to_spoken_text(text) for line in view.result_banner.lines for text in _COLUMN_GAP.split(line)
    ]
    picture_text = view.end_animation.description if view.end_animation is not None else ""
    return join_sentences([first_text, picture_text, *following_texts])


def describe_start(snapshot: TableSnapshot, view: TableView) -> list[str]:
    """Describe a new game: the deal, the exposed cards row by row, the piles and the status."""
    return [view.deal_title, *_exposed_rows(view), *_pile_sentences(view), *_status_sentences(snapshot, view)]


def describe_changes(previous: TableSnapshot, current: TableSnapshot, view: TableView) -> list[str]:
    """Describe the changes of a table: moves made or undone, uncovered cards, points and the result."""
    known_count = len(previous.move_texts)
    full_description = [*describe_start(current, view), current.result_text]
    if current.game_index != previous.game_index:
        return ["Deal again" if current.game_index > previous.game_index else "Taken back", *full_description]
    if view.has_captions and abs(len(current.move_texts) - known_count) > 1:
        # A jump in a replay: the player can ask for a description.
        return []
    is_undo = current.move_texts[:known_count] != previous.move_texts
    # A caption describes the move itself.
    sentences = (
        [] if view.has_captions else ["Taken back"] if is_undo else [*current.move_texts[known_count:]]
    )
    announced = join_sentences(sentences)
    uncovered = [
        f"{card}, {place}"
        for place, card in current.exposed_cards.items()
        if previous.exposed_cards.get(place) != card
    ]
    if uncovered:
        sentences.append(f"{'Back' if is_undo else 'Uncovered'}: {join_and(uncovered)}")
    if current.stock_count > previous.stock_count:
        sentences.append(describe_pile(view, STOCK))
    elif previous.stock_count and not current.stock_count:
        sentences.append(f"{current.stock_name} empty")
    elif current.stock_top_card != previous.stock_top_card and current.stock_count:
        sentences.append(f"{current.stock_name}: {current.stock_top_card}")
    was_redealt = current.stock_count > previous.stock_count and not current.waste_top_card
    if (
        current.waste_top_card != previous.waste_top_card
        and not was_redealt
        and not (current.waste_top_card and current.waste_top_card in announced)
    ):
        sentences.append(
            f"{current.waste_name}: {current.waste_top_card}"
            if current.waste_top_card
            else f"{current.waste_name} empty"
        )
    sentences.append(_score_change_text(previous, current, view.has_captions))
    sentences += [
        text
        for text in current.status_texts
        if text not in previous.status_texts and text not in current.result_text
    ]
    if current.result_text != previous.result_text:
        sentences.append(current.result_text)
    return sentences


def describe_marks(previous: TableSnapshot | None, current: TableSnapshot) -> list[str]:
    """Describe a new hint and a new state of the win indicator."""
    hint, indicator = (previous.hint_text, previous.win_indicator_text) if previous is not None else ("", "")
    sentences = [f"Hint: {current.hint_text}"] if current.hint_text and current.hint_text != hint else []
    return (
        [*sentences, f"Lamp: {current.win_indicator_text}"]
        if current.win_indicator_text and current.win_indicator_text != indicator
        else sentences
    )


def _score_change_text(previous: TableSnapshot, current: TableSnapshot, has_captions: bool) -> str:
    """Return the points gained, unless a caption contains them, and the new score and streak; or an empty string."""
    parts = []
    if current.score is not None and previous.score is not None and current.score != previous.score:
        points = current.score - previous.score
        if not has_captions:
            parts.append(to_spoken_text(f"{points} point{'' if abs(points) == 1 else 's'}"))
        if not _result_states_score(current):
            parts.append(to_spoken_text(f"score {current.score}"))
    if current.streak > max(1, previous.streak):
        parts.append(f"streak {current.streak}")
    text = ", ".join(parts)
    return text[:1].upper() + text[1:]


def _result_states_score(snapshot: TableSnapshot) -> bool:
    """Return True if the result text contains the score."""
    return snapshot.score is not None and any(
        to_spoken_text(f"score {score}") in snapshot.result_text.lower()
        for score in (str(snapshot.score), f"{snapshot.score:+}")
    )


def _status_sentences(snapshot: TableSnapshot, view: TableView) -> list[str]:
    """Return score, streak and status texts, without what other texts contain."""
    score = [] if snapshot.score is None else [to_spoken_text(f"Score {snapshot.score}")]
    score = [
        text
        for text in score
        if not (
            _result_states_score(snapshot)
            or any(status_text.startswith(text) for status_text in snapshot.status_texts)
        )
    ]
    streak = [f"Streak {snapshot.streak}"] if snapshot.streak > 1 else []
    written = [text for text in snapshot.status_texts if text not in to_spoken_text(view.deal_title)]
    return [*score, *streak, *written, *([to_spoken_text(view.ghost_text)] if view.ghost_text else [])]


def describe_pyramid(view: TableView) -> list[str]:
    """Describe the pyramid row by row from the bottom: every visible card, and which are covered."""
    state = view.session.state
    if not state.pyramid:
        return ["The pyramid is empty"]
    rules = view.session.rules
    sentences = []
    for row in _ROWS_FROM_BOTTOM:
        first_slot = parse_slot(f"{row}1")
        slots = [slot for slot in range(first_slot, first_slot + row) if state.pyramid >> slot & 1]
        if not slots:
            sentences.append(f"Row {row} is empty")
            continue
        cards = {slot: get_visible_card(rules, state, slot) for slot in slots}
        names = {slot: "face down" if card is None else card_name(card) for slot, card in cards.items()}
        is_complete_row = len(slots) == row
        if is_complete_row and not any(cards.values()) and None in cards.values():
            sentences.append(f"Row {row}, {row} card{'s' * (row > 1)} face down")
        elif (
            is_complete_row
            and not any(is_exposed(state, slot) for slot in slots)
            and None not in cards.values()
        ):
            sentences.append(f"Row {row}, all covered: {', '.join(names.values())}")
        else:
            covered = [slot for slot in slots if not is_exposed(state, slot) and cards[slot] is not None]
            names |= {slot: f"covered {names[slot]}" for slot in covered}
            parts = [names.get(slot, "empty") for slot in range(first_slot, first_slot + row)]
            sentences.append(f"Row {row}: {', '.join(parts)}")
    return sentences


def describe_exposed_cards(snapshot: TableSnapshot, view: TableView) -> list[str]:
    """Describe the exposed cards of the pyramid row by row, and the top cards of the piles."""
    top_cards = {snapshot.stock_name: snapshot.stock_top_card, snapshot.waste_name: snapshot.waste_top_card}
    return [*_exposed_rows(view), *(f"{name}: {card}" for name, card in top_cards.items() if card)]


def describe_status(snapshot: TableSnapshot, view: TableView) -> list[str]:
    """Describe the piles and the status of the game."""
    indicator_lines = [f"Lamp: {snapshot.win_indicator_text}"] if snapshot.win_indicator_text else []
    return [
        *_pile_sentences(view),
        *_status_sentences(snapshot, view),
        *indicator_lines,
        view.deal_title,
        snapshot.result_text,
    ]


def _exposed_rows(view: TableView) -> list[str]:
    """Return the exposed cards of the pyramid, one text per row, from the bottom."""
    state = view.session.state
    rows: dict[str, list[str]] = {}
    for slot in exposed_slots(state):
        rows.setdefault(slot_name(slot)[0], []).append(card_name(state.pyramid_cards[slot]))
    return [f"Row {row}: {', '.join(names)}" for row, names in sorted(rows.items(), reverse=True)]


def _pile_sentences(view: TableView) -> list[str]:
    """Describe the piles, including the pile of removed cards if the table has one."""
    piles = [describe_pile(view, STOCK), describe_pile(view, WASTE, includes_fan=True)]
    if view.layout.discard and view.input_rules.waste_id == WASTE:
        piles.append(describe_pile(view, view.input_rules.discard_id))
    return piles


def _pile_name(view: TableView, pile_id: str) -> str:
    """Return the edition's name of a pile."""
    return dict(view.pile_names).get(
        pile_id, _PILE_NAMES[view.input_rules.waste_id if pile_id == WASTE else pile_id]
    )


def describe_pile(view: TableView, pile_id: str, includes_fan: bool = False) -> str:
    """Describe a pile by its number of cards and its top card if that is face up.

    With `includes_fan`, also name the cards visible below the top card.
    """
    session, manner, pile_name = view.session, view.input_rules, _pile_name(view, pile_id)
    state = session.state
    fan_cards: list[str] = []
    if pile_id == STOCK:
        top_cards = state.stock[:1] if session.rules.stock_top_playable else ()
        count = len(state.stock)
    elif pile_id in (WASTE, manner.waste_id):
        top_cards, count = state.waste[-1:], len(state.waste)
        fan_cards = (
            [card_name(card) for card in state.waste[-2:-4:-1]] if includes_fan and view.layout.fan else []
        )
    elif pile_id == manner.discard_id:
        last_card = find_last_discarded(session.history)
        top_cards, count = () if last_card is None else (last_card,), CARDS_IN_DECK - count_cards_left(state)
    else:
        return pile_name if has_redeal_left(session) else _PILE_NAMES["no redeal"]
    top_text = f", on top the {card_name(top_cards[0])}" if top_cards else ""
    fan_text = f", under it the {join_and(fan_cards)}" if fan_cards else ""
    return f"{pile_name}, {count} card{'' if count == 1 else 's'}{top_text}{fan_text}"


def describe_slot(slot: int) -> str:
    """Return the position of a pyramid card as text.

    >>> describe_slot(0), describe_slot(27)
    ('row 1, place 1', 'row 7, place 7')
    """
    slot_text = slot_name(slot)
    return f"row {slot_text[0]}, place {slot_text[1]}"


def describe_target(view: TableView, target_id: str) -> str:
    """Describe a target of the table: a card by name and position, a pile by its top card; or an empty string."""
    if target_id == AUTO_MATCH:
        return f"{'on' if view.session.auto_match else 'off'} Auto-Match"
    slot = slot_from_target_id(target_id)
    if slot is not None:
        return f"{card_name(view.session.state.pyramid_cards[slot])}, {describe_slot(slot)}"
    return describe_pile(view, target_id) if target_id in _PILE_NAMES else ""


def _describe_move(previous: HistoryEntry, entry: HistoryEntry) -> str:
    """Describe the move between two entries of the history."""
    if entry.move == REDEAL:
        return "The waste is turned over"
    removed = find_removed_cards(previous.state, entry.state)
    placed = [card_name(card) for _, card in removed if card in entry.state.waste]
    names = join_and([card_name(card) for _, card in removed])
    if entry.move == DRAW:
        drawn = [card_name(card) for card in entry.state.waste[len(previous.state.waste) :]]
        return f"Drawn and gone at once: {names}" if removed else f"Drawn: {', '.join(drawn)}"
    if placed:
        return f"{placed[0]} laid on the discard pile"
    return f"{names} {'is' if len(removed) == 1 else 'are'} gone"
