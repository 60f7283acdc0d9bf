"""What a screen reader is told of the game: a moment of it as values, and what is new in it as sentences.

Of a table the words are made from its `View`, of every other screen from its parts, as its picture and its targets are.
Nothing here knows a program or a screen by its name.
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
SWIPING = "What can be used is found by swiping. Read, the last button before the picture, tells all that is on the screen."
_AT_TABLE = "Comma: the pyramid, Full stop: what is open, Semicolon: piles and score"
_ELSEWHERE = "Full stop: next line, Comma: the line before, Semicolon: everything"


class Moment(NamedTuple):
    """All there is to hear at one moment.

    `screen` tells screens apart; `lines` are what one that is no table has to tell, `items` are those of its list,
    `choices` their target ids; `typing` says whether the player types on it. `chosen` is what the keys are on, `place`
    where in the list that is, `picked` the card taken up. `board` is the table, perhaps one that something lies over,
    `opening` all of it that is told at first, `fresh` what it has to tell that is new, `seen` whether it lies open,
    `captioned` whether its moves are told by messages.
    `message` is what is said, `call` tells two apart that say the same, `lesson` what a newcomer is told; of both, the
    last that was told is kept. `keys` are those that work.
    """

    screen: int = 0
    lines: tuple[str, ...] = ()
    items: tuple[str, ...] = ()
    choices: tuple[str, ...] = ()
    typing: bool = False
    chosen: str = ""
    place: str = ""
    picked: str = ""
    board: Board | None = None
    opening: tuple[str, ...] = ()
    fresh: tuple[str, ...] = ()
    seen: bool = False
    captioned: bool = False
    message: str = ""
    call: tuple[object, ...] = ()
    lesson: str = ""
    taught: str = ""
    keys: str = ""


NOTHING = Moment()


def moment(app: App, before: Moment = NOTHING) -> Moment:
    """Return what can be heard now, after the moment `before`; the program must have been drawn."""
    top = app.top
    view = next((view for screen in reversed(app.screens) if (view := screen.view()) is not None), None)
    # A dialog may lie over the table: then the game is told, but the names are those of the dialog.
    seen = view if top.view() is not None else None
    choices, focused = tuple(top.choices), top.focused
    at = f"{choices.index(focused) + 1} of {len(choices)}" if focused in choices else ""
    message, lesson = heard(app.message), heard(top.lesson)
    message = "" if message == lesson else message
    found = Moment(
        screen=id(top),
        lines=() if seen or not top.read_out else tuple(filter(None, map(heard, top.told))),
        items=tuple(filter(None, [_under(app, name) for name in choices])),
        choices=choices,
        typing=app.machine.video.cursor is not None,
        chosen=_called(app, seen, focused),
        place=at,
        picked=_called(app, seen, top.picked),
        message=message,
        call=(id(top), top.messages, message) if message else before.call,
        lesson=lesson,
        taught=lesson or before.taught,
        keys=", ".join(_keys(app, seen)),
    )
    if view is None:
        return found
    # What the computer points at is its own affair.
    view = view._replace(hinted=top.hinted)
    return _with_board(found, before.board, view, seen is not None)


def _with_board(now: Moment, old: Board | None, view: View, seen: bool) -> Moment:
    begun = old is None or old.game != (view.session.deal, view.session.cards)
    board = board_of(view, None if begun else old)
    if not seen and old is not None:
        # What lies over a table hides how it ended.
        board = board._replace(ending=old.ending)
    opening = opened(board, view)
    if old is not None and not begun:
        fresh = changed(old, board, view)
    else:
        fresh = [] if view.captioned else [*opening, board.ending]
    fresh += lights(None if begun else old, board)
    lamp = f"Lamp: {board.lamp}" if board.lamp else ""
    return now._replace(
        board=board,
        opening=(*opening, lamp, board.ending),
        fresh=tuple(fresh),
        seen=seen,
        captioned=view.captioned,
    )


def news(before: Moment, now: Moment) -> list[str]:
    """Return what has to be said when one moment follows another, in the order of its saying.

    >>> news(Moment(1, chosen="Yes"), Moment(1, chosen="No"))
    ['No']
    """
    moved = now.screen != before.screen
    told = [now.message] if now.message and now.call != before.call and now.message not in _shown(now) else []
    # A caption tells the move itself, anything else comes after what has happened.
    said = [*told, *now.fresh] if now.captioned else [*now.fresh]
    chosen = now.chosen if (moved or now.chosen != before.chosen) and now.chosen != now.picked else ""
    if now.place and not moved and now.choices == before.choices:
        # In a list the row comes first, and then what belongs to it.
        said.append(chosen)
        chosen = ""
    elif now.place and chosen:
        chosen = f"{chosen}, {now.place}"
    said += _new_lines(before, now, moved)
    said += [] if now.captioned else told
    if now.picked and now.picked != before.picked:
        said.append(f"{now.picked}, taken up")
    elif before.picked and not now.picked and _moves(now) == _moves(before):
        said.append(f"{before.picked}, put back")
    lesson = now.lesson if now.lesson != before.taught else ""
    return [words for words in [*said, _shortened(chosen, said, now), lesson] if words]


def _shortened(chosen: str, said: list[str], now: Moment) -> str:
    if not chosen or chosen in said:
        return ""
    told, (words, top, card) = joined(said), chosen.partition(", on top the ")
    if not now.seen:
        return chosen
    if chosen in told:
        # A card that was told with its place is only named.
        return f"On the {chosen.split(',')[0]}"
    return words if top and card in told else chosen


def whole(now: Moment) -> str:
    """Return everything that can be heard at a moment, for a player who asks for it."""
    table = now.opening if now.seen else ()
    message = now.message if now.message not in _shown(now) else ""
    at, chosen = f"chosen, {now.place}", now.chosen
    lines = [f"{line}, {at}" if now.place and line == chosen else line for line in now.lines]
    if chosen in now.lines:
        chosen = ""
    elif now.place:
        chosen = f"{chosen}, {at}"
    elif chosen and any(part.startswith(chosen) for part in table):
        chosen = f"On the {chosen.split(',')[0]}"
    reading = _AT_TABLE if now.seen else "" if now.typing else _ELSEWHERE
    keys = ", ".join(filter(None, [now.keys, reading]))
    return joined([*lines, *table, message, now.lesson, chosen, f"Keys: {keys}"])


def _shown(now: Moment) -> str:
    return " ".join([*now.lines, *(now.opening if now.seen else ())])


def _moves(now: Moment) -> tuple[str, ...]:
    return () if now.board is None else now.board.moves


class Listener:
    """Listens to a program, frame by frame; `whole` is all that could be heard at the last change."""

    def __init__(self, app: App, greeting: str = GREETING) -> None:
        self._app = app
        self._greeting = greeting
        self._known: tuple[object, ...] = ()
        self._moment = NOTHING
        self._greeted = False
        self._line = -1
        """The line that was read last."""
        self.whole = ""

    def hear(self, state: object) -> str:
        """Return what is new since the last call as one text; `state` is the program's at the moment.

        While cards are on their way nothing is said but what is asked for: it is their arrival that counts.
        """
        words = [] if self._greeted else [self._greeting]
        self._greeted = True
        top = self._app.top
        # A box that is at work says so.
        if not top.busy() or (top.overlay and top.view() is None):
            words += self._new(state)
        asked, self._app.asked = self._app.asked, ""
        if asked:
            words += self._read(asked)
        return joined(words)

    def _new(self, state: object) -> list[str]:
        app, top = self._app, self._app.top
        cells = bytes(app.machine.video.cells)
        known = (id(top), state, cells, top.focused, top.picked, top.hinted, top.messages)
        if known == self._known:
            return []
        self._known = known
        before, self._moment = self._moment, moment(app, self._moment)
        self.whole = whole(self._moment)
        now = self._moment
        if now.screen != before.screen:
            self._line = -1
        elif now.lines != before.lines:
            # On from what has been told.
            fresh = [at for at, line in enumerate(now.lines) if line not in before.lines]
            self._line = fresh[0] - 1 if fresh else -1
        return news(before, now)

    def _read(self, key: str) -> Sequence[str]:
        """Return what a reading key asks for: of the table where it lies open, else a line of the screen or all of it."""
        view, board = self._app.top.view(), self._moment.board
        if view is not None and board is not None:
            if key == ",":
                return pyramid_words(view)
            return open_words(board, view) if key == "." else standing_words(board, view)
        if key == ";":
            return [self.whole]
        lines = self._moment.lines
        self._line = min(max(self._line + (1 if key == "." else -1), 0), len(lines))
        return lines[self._line : self._line + 1] or ["End"]


def _new_lines(before: Moment, now: Moment, moved: bool) -> list[str]:
    """Return the lines that are new but for those of a list; of a line being typed on, what was typed."""
    listed = {*now.items, " ".join(now.items)}
    fresh = [line for line in now.lines if (moved or line not in before.lines) and line not in listed]
    gone = [line for line in before.lines if line not in now.lines]
    if not moved and now.typing and len(fresh) == len(gone) == 1:
        longer, shorter = fresh[0], gone[0]
        if longer.startswith(shorter):
            return [marked(longer[len(shorter) :].strip())]
        if shorter.startswith(longer):
            return [f"{marked(shorter[len(longer) :].strip())} deleted"]
    return fresh


def _keys(app: App, seen: View | None) -> list[str]:
    hints = [f"{hint.key}: {hint.word}".removesuffix(": ") for hint in app.top.hints() if hint.enabled]
    buttons = [button.command for button in (seen.buttons if seen else ()) if button.usable]
    words = [f"{one.keys[0]}: {one.words.removeprefix(f'{one.keys[0]} ').capitalize()}" for one in buttons]
    parts = [words.partition(":") for words in (*map(heard, hints), *words)]
    return [f"{marked(key)}{colon}{word}" for key, colon, word in parts]


def _called(app: App, seen: View | None, name: str | None) -> str:
    """Return a target in words: a card by its name and place, a pile by what is on it, others by what is written."""
    if name is None:
        return ""
    if seen is not None and (words := target_words(seen, name)):
        return words
    usable = all(target.enabled for target in app.targets() if target.id == name)
    words = _under(app, name) or name.rpartition(":")[2].replace("-", " ").replace("_", " ")
    return words if usable else f"{words}, not now"


def _under(app: App, name: str) -> str:
    """Return what is read of a target, empty if there is no such target."""
    part = next((one for one in app.top.parts() if one.target and one.target.id == name), None)
    target = next((one for one in app.targets() if one.id == name), None)
    return heard((part and (part.told or part.words)) or (target and target.words) or "")
