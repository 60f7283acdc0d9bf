"""The screen reader: a snapshot of everything that can be spoken, and announcements of the changes between two snapshots.

The text of a table is made from its `TableView`, that of all other screens from their elements, as their picture and
targets are. Nothing here depends on a certain edition or screen.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from retro_pyramid.app.app import App
from retro_pyramid.speech.phrasing import join_sentences, name_punctuation, to_spoken_text
from retro_pyramid.speech.table_speech import (
    TableSnapshot,
    describe_changes,
    describe_exposed_cards,
    describe_marks,
    describe_pyramid,
    describe_start,
    describe_status,
    describe_target,
    take_table_snapshot,
)
from retro_pyramid.table.view import TableView

GREETING = "F1 is help, and Read, the last of the buttons that Shift with Tab leads to, tells all that is on the screen."
TOUCH_GREETING = (
    "What can be used is found by swiping. "
    "Read, the last button before the picture, tells all that is on the screen."
)
_TABLE_READING_KEYS = "Comma: the pyramid, Full stop: what is open, Semicolon: piles and score"
_SCREEN_READING_KEYS = "Full stop: next line, Comma: the line before, Semicolon: everything"


class SpeechSnapshot(NamedTuple):
    """Everything that can be spoken at one moment."""

    screen_id: int = 0
    """Identity of the top screen."""
    lines: tuple[str, ...] = ()
    """Spoken lines of a screen that is not a table."""
    list_items: tuple[str, ...] = ()
    """Spoken texts of the rows of its list."""
    list_ids: tuple[str, ...] = ()
    """Target ids of the rows of its list."""
    is_typing: bool = False
    """Whether the player is typing text."""
    focused_text: str = ""
    """The target with the keyboard focus."""
    list_position: str = ""
    """Position of the focus in the list, as "2 of 5", or empty."""
    picked_text: str = ""
    """The card that is taken up."""
    table: TableSnapshot | None = None
    """The table, which may be beneath a dialog."""
    table_lines: tuple[str, ...] = ()
    """Full description of the table."""
    new_table_lines: tuple[str, ...] = ()
    """Announcements of changes of the table."""
    is_table_on_top: bool = False
    """Whether the table is the top screen."""
    has_captions: bool = False
    """Whether the moves of the table are described by messages."""
    message: str = ""
    """The message on the screen, unless it is the beginner tip."""
    message_id: tuple[object, ...] = ()
    """Identity of the last message, which differs for two messages with the same text."""
    tip: str = ""
    """The beginner tip on the screen."""
    last_tip: str = ""
    """The last tip on any screen."""
    key_help: str = ""
    """The keys in effect, with their labels."""


EMPTY_SNAPSHOT = SpeechSnapshot()


def take_snapshot(app: App, previous: SpeechSnapshot = EMPTY_SNAPSHOT) -> SpeechSnapshot:
    """Return a snapshot of the app, which must have been drawn; `previous` is the snapshot before it."""
    top = app.top_screen
    view = next(
        (view for screen in reversed(app.screens) if (view := screen.get_table_view()) is not None), None
    )
    # Under a dialog the table is still announced, but target names are those of the dialog.
    top_view = view if top.get_table_view() is not None else None
    choices, focused = tuple(top.list_item_ids), top.focused_id
    position = f"{choices.index(focused) + 1} of {len(choices)}" if focused in choices else ""
    message, tip = to_spoken_text(app.message), to_spoken_text(top.tip)
    message = "" if message == tip else message
    snapshot = SpeechSnapshot(
        screen_id=id(top),
        lines=()
        if top_view or not top.is_spoken
        else tuple(filter(None, map(to_spoken_text, top.spoken_lines))),
        list_items=tuple(filter(None, [_element_text(app, target_id) for target_id in choices])),
        list_ids=choices,
        is_typing=app.machine.display.cursor is not None,
        focused_text=_target_text(app, top_view, focused),
        list_position=position,
        picked_text=_target_text(app, top_view, top.picked_up_id),
        message=message,
        message_id=(id(top), top.message_count, message) if message else previous.message_id,
        tip=tip,
        last_tip=tip or previous.last_tip,
        key_help=", ".join(_key_texts(app, top_view)),
    )
    if view is None:
        return snapshot
    # Marks of the computer player are not announced.
    view = view._replace(hinted_ids=top.hinted_ids)
    return _with_table(snapshot, previous.table, view, top_view is not None)


def _with_table(
    snapshot: SpeechSnapshot, previous_table: TableSnapshot | None, view: TableView, is_on_top: bool
) -> SpeechSnapshot:
    """Return the snapshot with the text of a table, which may be beneath a dialog."""
    is_new_deal = previous_table is None or previous_table.deal_key != (
        view.session.deal_number,
        view.session.cards,
    )
    table = take_table_snapshot(view, None if is_new_deal else previous_table)
    if not is_on_top and previous_table is not None:
        # A dialog over the table hides the result.
        table = table._replace(result_text=previous_table.result_text)
    start_lines = describe_start(table, view)
    if previous_table is not None and not is_new_deal:
        changes = describe_changes(previous_table, table, view)
    else:
        changes = [] if view.has_captions else [*start_lines, table.result_text]
    changes += describe_marks(None if is_new_deal else previous_table, table)
    indicator_text = f"Lamp: {table.win_indicator_text}" if table.win_indicator_text else ""
    return snapshot._replace(
        table=table,
        table_lines=(*start_lines, indicator_text, table.result_text),
        new_table_lines=tuple(changes),
        is_table_on_top=is_on_top,
        has_captions=view.has_captions,
    )


def find_announcements(previous: SpeechSnapshot, current: SpeechSnapshot) -> list[str]:
    """Return what has to be spoken after a change from one snapshot to the next, in order.

    >>> find_announcements(SpeechSnapshot(1, focused_text="Yes"), SpeechSnapshot(1, focused_text="No"))
    ['No']
    """
    is_new_screen = current.screen_id != previous.screen_id
    messages = (
        [current.message]
        if current.message
        and current.message_id != previous.message_id
        and current.message not in _visible_text(current)
        else []
    )
    # A caption describes the move itself; any other message follows the changes.
    announcements = (
        [*messages, *current.new_table_lines] if current.has_captions else [*current.new_table_lines]
    )
    focused_text = (
        current.focused_text
        if (is_new_screen or current.focused_text != previous.focused_text)
        and current.focused_text != current.picked_text
        else ""
    )
    if current.list_position and not is_new_screen and current.list_ids == previous.list_ids:
        # In a list the row is spoken first, then the lines that belong to it.
        announcements.append(focused_text)
        focused_text = ""
    elif current.list_position and focused_text:
        focused_text = f"{focused_text}, {current.list_position}"
    announcements += _find_new_lines(previous, current, is_new_screen)
    announcements += [] if current.has_captions else messages
    if current.picked_text and current.picked_text != previous.picked_text:
        announcements.append(f"{current.picked_text}, taken up")
    elif (
        previous.picked_text
        and not current.picked_text
        and _table_move_texts(current) == _table_move_texts(previous)
    ):
        announcements.append(f"{previous.picked_text}, put back")
    tip = current.tip if current.tip != previous.last_tip else ""
    return [
        text
        for text in [*announcements, _shorten_focus_text(focused_text, announcements, current), tip]
        if text
    ]


def _shorten_focus_text(focused_text: str, announcements: list[str], snapshot: SpeechSnapshot) -> str:
    """Return the focused target's text without what the announcements already contain."""
    if not focused_text or focused_text in announcements:
        return ""
    announced, (pile_text, top, card) = join_sentences(announcements), focused_text.partition(", on top the ")
    if not snapshot.is_table_on_top:
        return focused_text
    if focused_text in announced:
        # A card already announced with its position is only named.
        return f"On the {focused_text.split(',')[0]}"
    return pile_text if top and card in announced else focused_text


def compose_full_text(snapshot: SpeechSnapshot) -> str:
    """Return everything in a snapshot as one text, for the key and button that read the whole screen."""
    table_lines = snapshot.table_lines if snapshot.is_table_on_top else ()
    message = snapshot.message if snapshot.message not in _visible_text(snapshot) else ""
    position_text, focused_text = f"chosen, {snapshot.list_position}", snapshot.focused_text
    lines = [
        f"{line}, {position_text}" if snapshot.list_position and line == focused_text else line
        for line in snapshot.lines
    ]
    if focused_text in snapshot.lines:
        focused_text = ""
    elif snapshot.list_position:
        focused_text = f"{focused_text}, {position_text}"
    elif focused_text and any(line.startswith(focused_text) for line in table_lines):
        focused_text = f"On the {focused_text.split(',')[0]}"
    reading_keys = (
        _TABLE_READING_KEYS
        if snapshot.is_table_on_top
        else ""
        if snapshot.is_typing
        else _SCREEN_READING_KEYS
    )
    key_texts = ", ".join(filter(None, [snapshot.key_help, reading_keys]))
    return join_sentences([*lines, *table_lines, message, snapshot.tip, focused_text, f"Keys: {key_texts}"])


def _visible_text(snapshot: SpeechSnapshot) -> str:
    """Return the lines of the screen and of a table that is on top, as one text."""
    return " ".join([*snapshot.lines, *(snapshot.table_lines if snapshot.is_table_on_top else ())])


def _table_move_texts(snapshot: SpeechSnapshot) -> tuple[str, ...]:
    return () if snapshot.table is None else snapshot.table.move_texts


class ScreenReader:
    """Screen reader of the app, called once per frame; `full_text` is the whole screen at the last change."""

    def __init__(self, app: App, greeting: str = GREETING) -> None:
        self._app = app
        self._greeting = greeting
        self._last_state: tuple[object, ...] = ()
        self._snapshot = EMPTY_SNAPSHOT
        self._has_greeted = False
        self._line_index = -1
        """Index of the line that was read last, -1 before the first."""
        self.full_text = ""

    def next_text(self, app_state: object) -> str:
        """Return everything new since the last call as one text; `app_state` is the current state of the app.

        While cards are moving, only what a reading key requests is spoken: the result of a move matters, not its animation.
        """
        texts = [] if self._has_greeted else [self._greeting]
        self._has_greeted = True
        top = self._app.top_screen
        # A busy dialog announces its progress.
        if not top.is_busy() or (top.is_overlay and top.get_table_view() is None):
            texts += self._new_announcements(app_state)
        read_key, self._app.pending_read_key = self._app.pending_read_key, ""
        if read_key:
            texts += self._read_aloud(read_key)
        return join_sentences(texts)

    def _new_announcements(self, state: object) -> list[str]:
        """Take a snapshot if anything has changed, and return its announcements."""
        app, top = self._app, self._app.top_screen
        cells = bytes(app.machine.display.cells)
        current_state = (
            id(top),
            state,
            cells,
            top.focused_id,
            top.picked_up_id,
            top.hinted_ids,
            top.message_count,
        )
        if current_state == self._last_state:
            return []
        self._last_state = current_state
        previous, self._snapshot = self._snapshot, take_snapshot(app, self._snapshot)
        self.full_text = compose_full_text(self._snapshot)
        current = self._snapshot
        if current.screen_id != previous.screen_id:
            self._line_index = -1
        elif current.lines != previous.lines:
            # Continue after the lines already announced.
            new_indexes = [index for index, line in enumerate(current.lines) if line not in previous.lines]
            self._line_index = new_indexes[0] - 1 if new_indexes else -1
        return find_announcements(previous, current)

    def _read_aloud(self, key: str) -> Sequence[str]:
        """Return the text for a reading key: about the table if it is on top, otherwise a line or the whole screen."""
        view, table = self._app.top_screen.get_table_view(), self._snapshot.table
        if view is not None and table is not None:
            if key == ",":
                return describe_pyramid(view)
            return describe_exposed_cards(table, view) if key == "." else describe_status(table, view)
        if key == ";":
            return [self.full_text]
        lines = self._snapshot.lines
        self._line_index = min(max(self._line_index + (1 if key == "." else -1), 0), len(lines))
        return lines[self._line_index : self._line_index + 1] or ["End"]


def _find_new_lines(previous: SpeechSnapshot, current: SpeechSnapshot, is_new_screen: bool) -> list[str]:
    """Return the new lines that are not rows of a list; while text is typed, only the characters typed or deleted."""
    list_texts = {*current.list_items, " ".join(current.list_items)}
    added = [
        line
        for line in current.lines
        if (is_new_screen or line not in previous.lines) and line not in list_texts
    ]
    removed = [line for line in previous.lines if line not in current.lines]
    if not is_new_screen and current.is_typing and len(added) == len(removed) == 1:
        longer, shorter = added[0], removed[0]
        if longer.startswith(shorter):
            return [name_punctuation(longer[len(shorter) :].strip())]
        if shorter.startswith(longer):
            return [f"{name_punctuation(shorter[len(longer) :].strip())} deleted"]
    return added


def _key_texts(app: App, top_view: TableView | None) -> list[str]:
    """Return the key hints and the enabled buttons of a table, each as key and label."""
    hints = [
        f"{hint.key}: {hint.label}".removesuffix(": ")
        for hint in app.top_screen.get_key_hints()
        if hint.enabled
    ]
    buttons = [button.command for button in (top_view.buttons if top_view else ()) if button.is_enabled]
    command_texts = [
        f"{command.keys[0]}: {command.label.removeprefix(f'{command.keys[0]} ').capitalize()}"
        for command in buttons
    ]
    key_parts = [text.partition(":") for text in (*map(to_spoken_text, hints), *command_texts)]
    return [f"{name_punctuation(key)}{colon}{label}" for key, colon, label in key_parts]


def _target_text(app: App, top_view: TableView | None, target_id: str | None) -> str:
    """Return the spoken text of a target: a card by name and position, a pile by its top card, others by their text."""
    if target_id is None:
        return ""
    if top_view is not None and (text := describe_target(top_view, target_id)):
        return text
    usable = all(target.enabled for target in app.targets() if target.id == target_id)
    text = _element_text(app, target_id) or target_id.rpartition(":")[2].replace("-", " ").replace("_", " ")
    return text if usable else f"{text}, not now"


def _element_text(app: App, target_id: str) -> str:
    """Return the spoken text of a target's element, or an empty string if there is no such target."""
    part = next(
        (
            candidate
            for candidate in app.top_screen.build_elements()
            if candidate.target and candidate.target.id == target_id
        ),
        None,
    )
    target = next((candidate for candidate in app.targets() if candidate.id == target_id), None)
    return to_spoken_text((part and (part.spoken or part.text)) or (target and target.label) or "")
