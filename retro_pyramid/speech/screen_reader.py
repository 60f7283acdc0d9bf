"""The screen reader: a snapshot of everything that can be spoken, and announcements of the changes between two snapshots.

The text of a table is made from its `TableView`, that of all other screens from their elements, as their picture and
targets are. Nothing here depends on a certain edition or screen.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from retro_pyramid.app.app import App
from retro_pyramid.speech.phrasing import heard, joined, marked
from retro_pyramid.speech.table_speech import (
    Board,
    board_of,
    changed,
    lights,
    open_words,
    opened,
    pyramid_words,
    standing_words,
    target_words,
)
from retro_pyramid.table.view import View

GREETING = "F1 is help, and Read, the last of the buttons that Shift with Tab leads to, tells all that is on the screen."
SWIPING = (
    "What can be used is found by swiping. "
    "Read, the last button before the picture, tells all that is on the screen."
)
_TABLE_READING_KEYS = "Comma: the pyramid, Full stop: what is open, Semicolon: piles and score"
_SCREEN_READING_KEYS = "Full stop: next line, Comma: the line before, Semicolon: everything"


class Moment(NamedTuple):
    """Everything that can be spoken at one moment."""

    screen: int = 0
    """Identity of the top screen."""
    lines: tuple[str, ...] = ()
    """Spoken lines of a screen that is not a table."""
    items: tuple[str, ...] = ()
    """Spoken texts of the rows of its list."""
    choices: tuple[str, ...] = ()
    """Target ids of the rows of its list."""
    typing: bool = False
    """Whether the player is typing text."""
    chosen: str = ""
    """The target with the keyboard focus."""
    place: str = ""
    """Position of the focus in the list, as "2 of 5", or empty."""
    picked: str = ""
    """The card that is taken up."""
    board: Board | None = None
    """The table, which may be beneath a dialog."""
    opening: tuple[str, ...] = ()
    """Full description of the table."""
    fresh: tuple[str, ...] = ()
    """Announcements of changes of the table."""
    seen: bool = False
    """Whether the table is the top screen."""
    captioned: bool = False
    """Whether the moves of the table are described by messages."""
    message: str = ""
    """The message on the screen, unless it is the beginner tip."""
    call: tuple[object, ...] = ()
    """Identity of the last message, which differs for two messages with the same text."""
    lesson: str = ""
    """The beginner tip on the screen."""
    taught: str = ""
    """The last tip on any screen."""
    keys: str = ""
    """The keys in effect, with their labels."""


NOTHING = Moment()


def moment(app: App, before: Moment = NOTHING) -> Moment:
    """Return a snapshot of the app, which must have been drawn; `previous` is the snapshot before it."""
    top = app.top
    view = next((view for screen in reversed(app.screens) if (view := screen.view()) is not None), None)
    # Under a dialog the table is still announced, but target names are those of the dialog.
    top_view = view if top.view() is not None else None
    choices, focused = tuple(top.choices), top.focused
    position = f"{choices.index(focused) + 1} of {len(choices)}" if focused in choices else ""
    message, tip = heard(app.message), heard(top.lesson)
    message = "" if message == tip else message
    snapshot = Moment(
        screen=id(top),
        lines=() if top_view or not top.read_out else tuple(filter(None, map(heard, top.told))),
        items=tuple(filter(None, [_element_text(app, target_id) for target_id in choices])),
        choices=choices,
        typing=app.machine.video.cursor is not None,
        chosen=_target_text(app, top_view, focused),
        place=position,
        picked=_target_text(app, top_view, top.picked),
        message=message,
        call=(id(top), top.messages, message) if message else before.call,
        lesson=tip,
        taught=tip or before.taught,
        keys=", ".join(_key_texts(app, top_view)),
    )
    if view is None:
        return snapshot
    # Marks of the computer player are not announced.
    view = view._replace(hinted=top.hinted)
    return _with_table(snapshot, before.board, view, top_view is not None)


def _with_table(snapshot: Moment, previous_table: Board | None, view: View, is_on_top: bool) -> Moment:
    """Return the snapshot with the text of a table, which may be beneath a dialog."""
    is_new_deal = previous_table is None or previous_table.game != (view.session.deal, view.session.cards)
    table = board_of(view, None if is_new_deal else previous_table)
    if not is_on_top and previous_table is not None:
        # A dialog over the table hides the result.
        table = table._replace(ending=previous_table.ending)
    start_lines = opened(table, view)
    if previous_table is not None and not is_new_deal:
        changes = changed(previous_table, table, view)
    else:
        changes = [] if view.captioned else [*start_lines, table.ending]
    changes += lights(None if is_new_deal else previous_table, table)
    indicator_text = f"Lamp: {table.lamp}" if table.lamp else ""
    return snapshot._replace(
        board=table,
        opening=(*start_lines, indicator_text, table.ending),
        fresh=tuple(changes),
        seen=is_on_top,
        captioned=view.captioned,
    )


def news(before: Moment, now: Moment) -> list[str]:
    """Return what has to be spoken after a change from one snapshot to the next, in order.

    >>> news(Moment(1, chosen="Yes"), Moment(1, chosen="No"))
    ['No']
    """
    is_new_screen = now.screen != before.screen
    messages = (
        [now.message]
        if now.message and now.call != before.call and now.message not in _visible_text(now)
        else []
    )
    # A caption describes the move itself; any other message follows the changes.
    announcements = [*messages, *now.fresh] if now.captioned else [*now.fresh]
    focused_text = (
        now.chosen if (is_new_screen or now.chosen != before.chosen) and now.chosen != now.picked else ""
    )
    if now.place and not is_new_screen and now.choices == before.choices:
        # In a list the row is spoken first, then the lines that belong to it.
        announcements.append(focused_text)
        focused_text = ""
    elif now.place and focused_text:
        focused_text = f"{focused_text}, {now.place}"
    announcements += _find_new_lines(before, now, is_new_screen)
    announcements += [] if now.captioned else messages
    if now.picked and now.picked != before.picked:
        announcements.append(f"{now.picked}, taken up")
    elif before.picked and not now.picked and _table_move_texts(now) == _table_move_texts(before):
        announcements.append(f"{before.picked}, put back")
    tip = now.lesson if now.lesson != before.taught else ""
    return [
        text for text in [*announcements, _shorten_focus_text(focused_text, announcements, now), tip] if text
    ]


def _shorten_focus_text(focused_text: str, announcements: list[str], snapshot: Moment) -> str:
    """Return the focused target's text without what the announcements already contain."""
    if not focused_text or focused_text in announcements:
        return ""
    announced, (pile_text, top, card) = joined(announcements), focused_text.partition(", on top the ")
    if not snapshot.seen:
        return focused_text
    if focused_text in announced:
        # A card already announced with its position is only named.
        return f"On the {focused_text.split(',')[0]}"
    return pile_text if top and card in announced else focused_text


def whole(now: Moment) -> str:
    """Return everything in a snapshot as one text, for the key and button that read the whole screen."""
    table_lines = now.opening if now.seen else ()
    message = now.message if now.message not in _visible_text(now) else ""
    position_text, focused_text = f"chosen, {now.place}", now.chosen
    lines = [f"{line}, {position_text}" if now.place and line == focused_text else line for line in now.lines]
    if focused_text in now.lines:
        focused_text = ""
    elif now.place:
        focused_text = f"{focused_text}, {position_text}"
    elif focused_text and any(line.startswith(focused_text) for line in table_lines):
        focused_text = f"On the {focused_text.split(',')[0]}"
    reading_keys = _TABLE_READING_KEYS if now.seen else "" if now.typing else _SCREEN_READING_KEYS
    key_texts = ", ".join(filter(None, [now.keys, reading_keys]))
    return joined([*lines, *table_lines, message, now.lesson, focused_text, f"Keys: {key_texts}"])


def _visible_text(snapshot: Moment) -> str:
    """Return the lines of the screen and of a table that is on top, as one text."""
    return " ".join([*snapshot.lines, *(snapshot.opening if snapshot.seen else ())])


def _table_move_texts(snapshot: Moment) -> tuple[str, ...]:
    return () if snapshot.board is None else snapshot.board.moves


class Listener:
    """Screen reader of the app, called once per frame; `full_text` is the whole screen at the last change."""

    def __init__(self, app: App, greeting: str = GREETING) -> None:
        self._app = app
        self._greeting = greeting
        self._last_state: tuple[object, ...] = ()
        self._snapshot = NOTHING
        self._has_greeted = False
        self._line_index = -1
        """Index of the line that was read last, -1 before the first."""
        self.whole = ""

    def hear(self, state: object) -> str:
        """Return everything new since the last call as one text; `app_state` is the current state of the app.

        While cards are moving, only what a reading key requests is spoken: the result of a move matters, not its animation.
        """
        texts = [] if self._has_greeted else [self._greeting]
        self._has_greeted = True
        top = self._app.top
        # A busy dialog announces its progress.
        if not top.busy() or (top.overlay and top.view() is None):
            texts += self._new_announcements(state)
        read_key, self._app.asked = self._app.asked, ""
        if read_key:
            texts += self._read_aloud(read_key)
        return joined(texts)

    def _new_announcements(self, state: object) -> list[str]:
        """Take a snapshot if anything has changed, and return its announcements."""
        app, top = self._app, self._app.top
        cells = bytes(app.machine.video.cells)
        current_state = (id(top), state, cells, top.focused, top.picked, top.hinted, top.messages)
        if current_state == self._last_state:
            return []
        self._last_state = current_state
        previous, self._snapshot = self._snapshot, moment(app, self._snapshot)
        self.whole = whole(self._snapshot)
        current = self._snapshot
        if current.screen != previous.screen:
            self._line_index = -1
        elif current.lines != previous.lines:
            # Continue after the lines already announced.
            new_indexes = [index for index, line in enumerate(current.lines) if line not in previous.lines]
            self._line_index = new_indexes[0] - 1 if new_indexes else -1
        return news(previous, current)

    def _read_aloud(self, key: str) -> Sequence[str]:
        """Return the text for a reading key: about the table if it is on top, otherwise a line or the whole screen."""
        view, table = self._app.top.view(), self._snapshot.board
        if view is not None and table is not None:
            if key == ",":
                return pyramid_words(view)
            return open_words(table, view) if key == "." else standing_words(table, view)
        if key == ";":
            return [self.whole]
        lines = self._snapshot.lines
        self._line_index = min(max(self._line_index + (1 if key == "." else -1), 0), len(lines))
        return lines[self._line_index : self._line_index + 1] or ["End"]


def _find_new_lines(previous: Moment, current: Moment, is_new_screen: bool) -> list[str]:
    """Return the new lines that are not rows of a list; while text is typed, only the characters typed or deleted."""
    list_texts = {*current.items, " ".join(current.items)}
    added = [
        line
        for line in current.lines
        if (is_new_screen or line not in previous.lines) and line not in list_texts
    ]
    removed = [line for line in previous.lines if line not in current.lines]
    if not is_new_screen and current.typing and len(added) == len(removed) == 1:
        longer, shorter = added[0], removed[0]
        if longer.startswith(shorter):
            return [marked(longer[len(shorter) :].strip())]
        if shorter.startswith(longer):
            return [f"{marked(shorter[len(longer) :].strip())} deleted"]
    return added


def _key_texts(app: App, top_view: View | None) -> list[str]:
    """Return the key hints and the enabled buttons of a table, each as key and label."""
    hints = [f"{hint.key}: {hint.word}".removesuffix(": ") for hint in app.top.hints() if hint.enabled]
    buttons = [button.command for button in (top_view.buttons if top_view else ()) if button.usable]
    command_texts = [
        f"{command.keys[0]}: {command.words.removeprefix(f'{command.keys[0]} ').capitalize()}"
        for command in buttons
    ]
    key_parts = [text.partition(":") for text in (*map(heard, hints), *command_texts)]
    return [f"{marked(key)}{colon}{label}" for key, colon, label in key_parts]


def _target_text(app: App, top_view: View | None, target_id: str | None) -> str:
    """Return the spoken text of a target: a card by name and position, a pile by its top card, others by their text."""
    if target_id is None:
        return ""
    if top_view is not None and (text := target_words(top_view, target_id)):
        return text
    usable = all(target.enabled for target in app.targets() if target.id == target_id)
    text = _element_text(app, target_id) or target_id.rpartition(":")[2].replace("-", " ").replace("_", " ")
    return text if usable else f"{text}, not now"


def _element_text(app: App, target_id: str) -> str:
    """Return the spoken text of a target's element, or an empty string if there is no such target."""
    part = next(
        (candidate for candidate in app.top.parts() if candidate.target and candidate.target.id == target_id),
        None,
    )
    target = next((candidate for candidate in app.targets() if candidate.id == target_id), None)
    return heard((part and (part.told or part.words)) or (target and target.words) or "")
