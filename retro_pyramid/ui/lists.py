"""Lists: the list model, list screens, list boxes and the dialog that asks for one of several choices."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import count
from typing import TYPE_CHECKING, NamedTuple

from retro_pyramid.machine.events import Key
from retro_pyramid.machine.video import COLUMNS, Video
from retro_pyramid.ui.drawing import Hint, cells_rect, fitted, hot_letter
from retro_pyramid.ui.element import Part, centred, panel, text
from retro_pyramid.ui.screen import Screen

if TYPE_CHECKING:
    from retro_pyramid.app.app import App

ENTER = ("ENTER", "KPENTER")


class Keys(NamedTuple):
    """The names of the keys that move the bar back and on by a row, and of those that take the row it is on."""

    back: tuple[str, ...] = ("UP",)
    on: tuple[str, ...] = ("DOWN",)
    take: tuple[str, ...] = (*ENTER, "SPACE")


class Answer(NamedTuple):
    """What an event comes to: the index of a row, which is taken, or else gets the bar."""

    row: int
    taken: bool = False


class Listing(NamedTuple):
    """A list of rows by their target ids; `at` is the index of the row with the bar, -1 while none has it.

    `letters` has a capital letter or digit for each row, or several, or is empty. With `at_once` a letter or a click
    takes its row; without it both only move the bar, and a click on the row that has it takes that. Rows with the same
    letter are then gone through in turn. `page` is how many rows PgUp and PgDn move the bar by, 0 standing for all. With
    `one_click` a click takes its row in any case.
    """

    ids: tuple[str, ...]
    letters: tuple[str, ...] = ()
    at: int = 0
    at_once: bool = False
    keys: Keys = Keys()
    page: int = 0
    one_click: bool = False

    @property
    def selected(self) -> str | None:
        """The id of the row with the bar."""
        return self.ids[self.at] if self.at >= 0 else None

    def key(self, key: Key) -> Answer | None:
        """Return what a key comes to, None for nothing; a held key takes no row.

        >>> menu = Listing(("play", "help"), ("P", "H"))
        >>> menu.key(Key("UP")), menu.key(Key("h", "h")), menu.key(Key("ENTER"))
        (Answer(row=1, taken=False), Answer(row=1, taken=False), Answer(row=0, taken=True))
        """
        count, page = len(self.ids), self.page or len(self.ids)
        if not count:
            return None
        if key.name in self.keys.back:
            return Answer((max(self.at, 0) - 1) % count)
        if key.name in self.keys.on:
            return Answer((self.at + 1) % count)
        if key.name in self.keys.take:
            return None if key.repeat or self.at < 0 else Answer(self.at, taken=True)
        match key.name:
            case "HOME":
                return Answer(0)
            case "END":
                return Answer(count - 1)
            case "PGUP" | "PGDN":
                return self._moved(page if key.name == "PGDN" else -page)
        return self._letter(key.char.upper())

    def wheel(self, notches: int) -> Answer | None:
        """Return what the wheel comes to: a row a notch, as far as the list goes; up is positive."""
        return self._moved(-notches) if self.ids else None

    def click(self, name: str) -> Answer | None:
        """Return what a click on a target comes to, None for one that is no row."""
        if name not in self.ids:
            return None
        return Answer(self.ids.index(name), taken=self.at_once or self.one_click or name == self.selected)

    def _moved(self, rows: int) -> Answer:
        return Answer(min(max(self.at + rows, 0), len(self.ids) - 1))

    def _letter(self, letter: str) -> Answer | None:
        first = 0 if self.at_once else self.at + 1
        rows = [row % len(self.ids) for row in range(first, first + len(self.letters))]
        found = next((row for row in rows if letter and letter in self.letters[row]), None)
        return None if found is None else Answer(found, taken=self.at_once)


_WIDTH, _TOP = 50, 7
_MAX_DETAIL_LINES = 4
_DIM = 0x07
"""The ink in the bar of a row that cannot be used: all bars are dark with brighter letters."""
PITCH = 2
"""Rows of cells from one row of a list to the next, as a finger needs."""


class Row(NamedTuple):
    """One row: its target id, its words, the capital letter or digit in them that stands for it, whether it can be used.

    More letters may follow in `key` that stand for it too; they are not shown.
    """

    id: str
    words: str
    key: str
    usable: bool = True


class ListScreen(Screen):
    """A screen with a list: keys, wheel and clicks move its bar, `take` gets the row taken, `leave` is called by Esc."""

    listing: Listing
    seen = 0
    """How many rows there is room for, the others coming into sight with the bar; 0: for all."""
    first = 0
    """The index of the first row that is seen."""

    def start(self, listing: Listing) -> None:
        """Show this list, with its bar where it can be seen."""
        self.listing = listing
        self.selected = listing.selected
        if self.seen:
            self.first = min(max(self.first, listing.at - self.seen + 1), max(listing.at, 0))

    def in_sight(self) -> Sequence[str]:
        """Return the target ids of the rows that are seen."""
        return self.listing.ids[self.first : self.first + (self.seen or len(self.listing.ids))]

    def marks(self, column: int, upper: int, lower: int, attribute: int) -> list[Part]:
        """Return the signs in two rows that tell that there is more of the list."""
        below = self.first + self.seen < len(self.listing.ids)
        more = ((upper, "▲", self.first > 0), (lower, "▼", below))
        return [text(column, row, sign, attribute) for row, sign, there in more if there]

    @property
    def choices(self) -> Sequence[str]:
        """Return the rows."""
        return self.listing.ids

    def key(self, key: Key) -> None:
        """Move the bar, or take a row."""
        self._answer(self.listing.key(key))

    def wheel(self, notches: int) -> None:
        """Move the bar."""
        self._answer(self.listing.wheel(notches))

    def act(self, name: str) -> None:
        """Take a row, move the bar to it, or leave."""
        if name == "back":
            self.leave()
        else:
            self._answer(self.listing.click(name))

    def use(self, name: str) -> None:
        """Do what a target stands for; of a list whose first click only moves the bar, take the row."""
        if name in self.listing.ids:
            self.start(self.listing._replace(at=self.listing.ids.index(name)))
        super().use(name)

    def _answer(self, answer: Answer | None) -> None:
        if answer is not None and answer.taken:
            self.take(answer.row)
        elif answer is not None:
            self.start(self.listing._replace(at=answer.row))

    def take(self, row: int) -> None:
        """Do what the row of this index stands for."""

    def leave(self) -> None:
        """Go back to the screen beneath."""
        self.app.pop()


class ListBox(ListScreen):
    """A list whose rows stand below each other, the bar over their whole width."""

    at_once = True
    """Whether a letter or a click takes a row at once."""
    one_click = False
    """Whether a click does, where a letter only moves the bar."""
    pitch = PITCH
    """Rows of cells of a row, as a target."""
    indent = 4
    """Cells from the frame to the words."""
    tall = 0
    """How many rows stand below each other; the others follow in a second column. 0: all do."""

    def rows(self) -> Sequence[Row]:
        """Return the rows as they are now."""
        raise NotImplementedError

    def place(self) -> tuple[int, int, int]:
        """Return the column of the frame, the first row of the list, and the width of the box, in cells."""
        raise NotImplementedError

    def start_at(self, row: int) -> None:
        """Show the list with the bar on the row of this index."""
        rows = self.rows()
        ids, letters = tuple(one.id for one in rows), tuple(one.key for one in rows)
        self.start(Listing(ids, letters, row, self.at_once, one_click=self.one_click))

    def row_parts(self) -> list[Part]:
        """Return the rows: one in the bar, those that cannot be used dim there too, in all others their letter bright."""
        first, shown = self.first, len(self.in_sight())
        return [
            self._row_part(*row)
            for row in zip(count(first), self.rows()[first : first + shown], self.row_cells(shown))
        ]

    def row_cells(self, many: int) -> list[tuple[int, int, int]]:
        """Return the column, the row and the width of each of so many rows."""
        column, first, width = self.place()
        tall = self.tall or many
        each = (width - 2) // -(-many // tall)
        return [(column + 1 + each * (at // tall), first + PITCH * (at % tall), each) for at in range(many)]

    def _row_part(self, line: int, row: Row, cell: tuple[int, int, int]) -> Part:
        (column, at, width), dress, chosen = cell, self.dress, line == self.listing.at
        attribute = dress.bar if chosen else dress.paper if row.usable else dress.dim
        if chosen and not row.usable:
            attribute = dress.bar & 0xF0 | _DIM

        def paint(video: Video) -> None:
            video.fill(column, at, width, 1, " ", attribute)
            start = column + self.indent - 1
            video.write(start, at, row.words, attribute)
            letter = row.words.upper().find(row.key[:1])
            if row.key and row.usable and not chosen:
                video.write(start + letter, at, row.words[letter], hot_letter(video, dress))

        part = Part(cells_rect(column, at, width, self.pitch), paint, row.words)
        return part.use(row.id, row.usable, " ".join(row.words.split()))


class Choose(ListBox):
    """Asks for one of `choices`; `take` gets its index, while the box is still there.

    `words` are the title, the text below it, which may take several lines, and what the keys are for; `at` is the row that
    has the bar first.
    """

    overlay = True
    seen = 6

    def __init__(
        self,
        app: App,
        name: str,
        words: tuple[str, str, str],
        choices: Sequence[Row],
        take: Callable[[int], None],
        at: int = 0,
    ) -> None:
        super().__init__(app)
        self.name = name
        self._title, detail, self._what = words
        self._detail = fitted(detail, _WIDTH - 6, _MAX_DETAIL_LINES)
        self._choices = choices
        self._take = take
        self.start_at(at)

    def rows(self) -> Sequence[Row]:
        """Return the choices."""
        return self._choices

    def place(self) -> tuple[int, int, int]:
        """Return where the list stands."""
        return (COLUMNS - _WIDTH) // 2, _TOP + 2 + len(self._detail), _WIDTH

    def take(self, row: int) -> None:
        """Hand over the index of the choice."""
        self._take(row)

    def hints(self) -> list[Hint]:
        """Return the keys."""
        keys = " ".join(one.key for one in self._choices if one.key)
        letters = [Hint(keys, self._what)] if keys else []
        return [*letters, Hint("↑↓ Enter", "Choose"), Hint("Esc", "Back", "back")]

    def parts(self) -> list[Part]:
        """Return the box; while more is asked over it, that box stands alone."""
        if self.app.top is not self:
            return []
        rows = len(self.in_sight())
        column, first, _ = self.place()
        height = first - _TOP + PITCH * min(rows, self.tall or rows) + 1
        return [
            panel(column, _TOP, _WIDTH, height, self.dress, self._title),
            *(centred(row, line, self.dress.dim) for row, line in enumerate(self._detail, _TOP + 1)),
            *self.row_parts(),
            *self.marks(column + _WIDTH - 3, first - 1, _TOP + height - 2, self.dress.paper),
        ]
