"""What a screen reader is told of the game: a moment of it as values, and what is new in it as sentences.

Of a table the words are made from its `View`, as its picture and its targets are.  Of every other screen they are what
it has written, read from the character cells.  Nothing here knows a program or a screen by its name.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from retro_pyramid.cards import SUITS, Card, parse_card
from retro_pyramid.machine.video import CELL_HEIGHT, CELL_WIDTH, ROWS
from retro_pyramid.rules import DRAW, REDEAL, open_positions, position_text
from retro_pyramid.screens.parts.positions import slot_of, spoken, taken
from retro_pyramid.screens.parts.wording import PICTURES
from retro_pyramid.screens.replay import Replay
from retro_pyramid.screens.table.table import Table
from retro_pyramid.screens.table.view import STATUS_ROW

if TYPE_CHECKING:
    from retro_pyramid.screens.app import App
    from retro_pyramid.screens.table.view import View
    from retro_pyramid.session import Entry

_FRAMES = re.compile("[─-▟■►▲▼·]+")
_CARD = re.compile(f"(10|[A2-9JQK])([{PICTURES}])")
_SIGNS = dict(zip("←→↑↓", ("Left ", "Right ", "Up ", "Down "), strict=True)) | {
    "[√]": "on",
    "[ ]": "off",
    "√": "on",
}
_PILES = {"stock": "Stock", "waste": "Waste", "discard": "Discard pile", "hand": "Hand, turns the waste over"}


class Moment(NamedTuple):
    """All there is to hear at one moment.

    `screen` tells screens apart; `table` says whether it is one; `lines` are what any other has written; `typing` says
    whether the player types on it. `chosen` is what the keys are on, `picked` the card taken up. `game` tells games
    apart, `moves` are its moves in words, `piles` the open cards and the piles; `ending` says how it ended, `status`
    is the line above the keys, `keys` are those that work.
    """

    screen: int = 0
    table: bool = False
    lines: tuple[str, ...] = ()
    typing: bool = False
    chosen: str = ""
    picked: str = ""
    game: tuple[object, ...] = ()
    moves: tuple[str, ...] = ()
    piles: str = ""
    score: str = ""
    ending: str = ""
    message: str = ""
    status: str = ""
    keys: str = ""


NOTHING = Moment()


def moment(app: App, before: Moment = NOTHING) -> Moment:
    """Return what can be heard now, after the moment `before`; the program must have been drawn."""
    top, rows = app.top, app.machine.video.text_rows()
    shown = next((screen for screen in reversed(app.screens) if isinstance(screen, Table | Replay)), None)
    view = None if shown is None else shown.view()
    # A dialog may lie over the table: then the game is told, but the names are those of the dialog.
    seen = None if top.read_out else view
    hints = [f"{hint.key}: {hint.word}".removesuffix(": ") for hint in top.hints() if hint.enabled]
    found = Moment(
        screen=id(top),
        table=seen is not None,
        lines=_own_lines(app, rows) if top.read_out else (),
        typing=app.machine.video.cursor is not None,
        chosen=_called(app, seen, rows, top.focused),
        picked=_called(app, seen, rows, top.picked),
        message=heard(str(app.state()["message"] or "")),
        keys=", ".join(map(heard, hints)),
    )
    if view is None:
        return found
    session = view.session
    if isinstance(shown, Table):
        # The moves of a replay are told by its captions.
        found = found._replace(
            game=(session.deal, session.cards),
            moves=tuple(_move_words(*pair) for pair in pairwise(session.history)),
        )
    return found._replace(
        piles=_piles(view),
        score="" if session.score is None else f"Score {session.score}".replace("-", "minus "),
        # What lies over a table hides these.
        ending=_ending(seen) if seen else before.ending,
        status=heard(rows[STATUS_ROW]) if seen else before.status,
    )


def news(before: Moment, now: Moment) -> list[str]:
    """Return what has to be said when one moment follows another, in the order of its saying.

    >>> news(Moment(1, chosen="Yes"), Moment(1, chosen="No"))
    ['No']
    """
    moved = now.screen != before.screen
    said = _played(before, now) if now.game else []
    said += now.lines if moved else _written(before, now)
    if now.message != before.message and now.message not in " ".join([*now.lines, now.ending]):
        said.append(now.message)
    if now.picked and now.picked != before.picked:
        said.append(f"{now.picked}, taken up")
    elif before.picked and not now.picked and now.moves == before.moves:
        said.append(f"{before.picked}, put back")
    if (moved or now.chosen != before.chosen) and now.chosen != now.picked:
        said.append(now.chosen)
    return [words for words in said if words]


def whole(now: Moment) -> str:
    """Return everything that can be heard at a moment, for a player who asks for it."""
    table = (now.piles, now.score, now.status, now.ending) if now.table else ()
    parts = (*now.lines, *table, now.message, now.chosen, f"Keys: {now.keys}")
    return joined(parts)


def joined(parts: Iterable[str]) -> str:
    """Return what is said as one text, with the stops in it that a voice needs.

    >>> joined(["Give up this game?", "", "Yes No", "No"])
    'Give up this game? Yes No. No.'
    """
    return " ".join([part if part.endswith((".", "?", "!", ":")) else f"{part}." for part in parts if part])


class Listener:
    """Listens to a program, frame by frame; `whole` is all that could be heard at the last change."""

    def __init__(self, app: App) -> None:
        self._app = app
        self._known: tuple[object, ...] = ()
        self._moment = NOTHING
        self.whole = ""

    def hear(self, state: object) -> str:
        """Return what is new since the last call as one text; `state` is the program's at the moment.

        While cards are on their way nothing is said: it is their arrival that counts.
        """
        app, top = self._app, self._app.top
        if app.busy():
            return ""
        known = (id(top), state, bytes(app.machine.video.cells), top.focused, top.picked)
        if known == self._known:
            return ""
        self._known = known
        before, self._moment = self._moment, moment(app, self._moment)
        self.whole = whole(self._moment)
        return joined(news(before, self._moment))


def heard(text: str) -> str:
    """Return words of the screen as they are spoken: without frames, with cards, arrow keys and marks by their names.

    >>> heard("║ 10♦ does not go on Q♥ ║"), heard("←→ Cards"), heard("[√] Auto-Match")
    ('10 of diamonds does not go on Queen of hearts', 'Left Right Cards', 'on Auto-Match')
    """
    text = _CARD.sub(lambda found: _card(_pictured(found)), text)
    for sign, name in _SIGNS.items():
        text = text.replace(sign, name)
    return re.sub(" +:", ":", " ".join(_FRAMES.sub(" ", text.replace("\0", " ")).split()))


def _written(before: Moment, now: Moment) -> list[str]:
    """Return the lines that are new; of a line being typed on, what was typed."""
    fresh = [line for line in now.lines if line not in before.lines]
    gone = [line for line in before.lines if line not in now.lines]
    if now.typing and len(fresh) == len(gone) == 1:
        longer, shorter = fresh[0], gone[0]
        if longer.startswith(shorter):
            return [longer[len(shorter) :].strip()]
        if shorter.startswith(longer):
            return [f"{shorter[len(longer) :].strip()} deleted"]
    return fresh


def _played(before: Moment, now: Moment) -> list[str]:
    """Return what has happened at the table: a new deal, moves made or taken back, the score, the end."""
    known = len(before.moves)
    if now.game != before.game:
        return [*now.moves[-1:], now.piles, now.score, now.ending]
    if now.moves[:known] == before.moves:
        said = [*now.moves[known:]]
    elif now.moves == before.moves[: len(now.moves)] and (now.moves or known == 1):
        said = ["Taken back"]
    else:
        said = [f"Deal again. {now.piles}"]
    if now.score != before.score:
        said.append(now.score)
    return [*said, now.ending] if now.ending != before.ending else said


def _own_lines(app: App, rows: Sequence[str]) -> tuple[str, ...]:
    """Return what the top screen has to tell, or has written, line by line, without the key hints at the bottom."""
    if app.top.told is not None:
        return tuple(map(heard, app.top.told))
    if app.top.overlay:
        video = app.machine.video
        video.clear()
        first = max((i for i, screen in enumerate(app.screens) if not screen.overlay), default=0)
        for screen in app.screens[first:-1]:
            screen.draw()
        beneath = video.text_rows()
        video.clear()
        app.draw()
        rows = [_changed(old, new) for old, new in zip(beneath, rows, strict=True)]
    lines = [heard(row) for row in rows[: ROWS - 1]]
    return tuple(line for line in lines if line)


def _changed(old: str, new: str) -> str:
    """Return what of a row differs, from the first character to the last."""
    at = [column for column, pair in enumerate(zip(old, new, strict=True)) if pair[0] != pair[1]]
    return new[at[0] : at[-1] + 1] if at else ""


def _called(app: App, seen: View | None, rows: Sequence[str], name: str | None) -> str:
    """Return a target in words: a card by its name and place, a pile by what is on it, others by what is written."""
    if name is None:
        return ""
    if seen is not None:
        slot = slot_of(name)
        if slot is not None:
            place = position_text(slot)
            return f"{_card(seen.session.state.layout[slot])}, row {place[0]}, place {place[1]}"
        if name in _PILES:
            return _pile(seen, name)
    return _under(app, rows, name) or name.rpartition(":")[2].replace("-", " ").replace("_", " ")


def _under(app: App, rows: Sequence[str], name: str) -> str:
    """Return what is written where a target lies, empty if there is no such target."""
    rect = next((target.rect for target in app.targets() if target.id == name), None)
    if rect is None:
        return ""
    left, right = rect[0] // CELL_WIDTH, -(-(rect[0] + rect[2]) // CELL_WIDTH)
    top, bottom = rect[1] // CELL_HEIGHT, -(-(rect[1] + rect[3]) // CELL_HEIGHT)
    return " ".join([words for row in rows[top:bottom] if (words := heard(row[left:right]))])


def _ending(view: View) -> str:
    """Return how the game ended, empty while it is on."""
    return heard(" ".join(view.verdict.lines)) if view.verdict else ""


def _piles(view: View) -> str:
    """Return the deal, the open cards row by row and the piles, as a player sees them who looks at the table."""
    session = view.session
    rows: dict[str, list[str]] = {}
    for slot in open_positions(session.state):
        rows.setdefault(position_text(slot)[0], []).append(_card(session.state.layout[slot]))
    cards = [f"Row {row}: {', '.join(names)}" for row, names in sorted(rows.items(), reverse=True)]
    deal = [] if session.deal is None else [f"Deal {session.deal}"]
    return ". ".join([*deal, *cards, *[_pile(view, name) for name in ("stock", "waste")]])


def _pile(view: View, name: str) -> str:
    """Return a pile in words: how many cards, and the one on top where it lies open."""
    session, manner = view.session, view.manner
    state = session.state
    words = dict(view.wording).get(name, _PILES[manner.waste if name == "waste" else name])
    if name == "stock":
        shown = state.stock[:1] if session.rules.stock_top_playable else ()
        count = len(state.stock)
    elif name in ("waste", manner.waste):
        shown, count = state.waste[-1:], len(state.waste)
    else:
        return words
    top = f", on top the {_card(shown[0])}" if shown else ""
    return f"{words}, {count} card{'' if count == 1 else 's'}{top}"


def _card(card: Card) -> str:
    return spoken(card).removeprefix("the ")


def _pictured(card: re.Match[str]) -> Card:
    """Return the card that stands on the screen as 10♦."""
    return parse_card(card[1].replace("10", "T") + SUITS[PICTURES.index(card[2])])


def _move_words(before: Entry, after: Entry) -> str:
    """Return a move in words, with the cards it brought or took."""
    if after.move == REDEAL:
        return "The waste is turned over"
    gone = taken(before.state, after.state)
    laid = [_card(card) for _, card in gone if card in after.state.waste]
    names = " and ".join([_card(card) for _, card in gone])
    if after.move == DRAW:
        drawn = [_card(card) for card in after.state.waste[len(before.state.waste) :]]
        return f"Drawn and gone at once: {names}" if gone else f"Drawn: {', '.join(drawn)}"
    if laid:
        return f"{laid[0]} laid on the discard pile"
    return f"{names} {'is' if len(gone) == 1 else 'are'} gone"
