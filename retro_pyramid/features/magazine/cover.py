"""The cover of an issue with its contents, and the miniature game that plays in its frame."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from retro_pyramid.app.assets import demonstration, picture
from retro_pyramid.cards import Card, card_label, suit_of
from retro_pyramid.features.magazine.menus import ISSUE, Go, ShellMenu, Way
from retro_pyramid.features.start.menus import Action
from retro_pyramid.machine.video import COLUMNS, Video
from retro_pyramid.rules import POSITIONS, is_open, rules_for
from retro_pyramid.rules.transcript import Entry, Transcript, replay
from retro_pyramid.scenes.easing import Point, eased
from retro_pyramid.scenes.scene import Sprite, scene, show
from retro_pyramid.scenes.sprites import draw
from retro_pyramid.scenes.title import draw_backdrop
from retro_pyramid.table.move_text import told
from retro_pyramid.table.render.base import pyramid_places
from retro_pyramid.table.target_ids import slot_of, taken
from retro_pyramid.ui.drawing import cells_of, frame
from retro_pyramid.ui.element import Part, painted, text
from retro_pyramid.ui.lists import Row

if TYPE_CHECKING:
    from retro_pyramid.app.app import App

NAME = "ON DISK MONTHLY"
_STRIP = (NAME, ISSUE, "November 1991", "360K", "Price: one free evening")
_MAST = 5
"""Rows of cells that the masthead takes; the strip with date and price follows."""
_LEFT, _TOP, _WIDE, _HIGH = 41, 6, 38, 17
"""The box of the contents in cells; the frame of the picture is as high, at the left edge."""
_SINK = -8
"""Rows by which the title picture lies lower here: its letters are behind the masthead."""
_FELT = 0x27


class Cover(ShellMenu):
    """The issue's menu as a cover; `notes` are by the items' names: a line of what is in it, and on which page it is."""

    indent = 3
    one_column = 7
    esc = "Quit"
    message_row = ShellMenu.lesson_row

    def __init__(
        self, app: App, ways: Sequence[Way], notes: Mapping[str, tuple[str, str]], back: Go, help_: Action
    ) -> None:
        super().__init__(app, ("CONTENTS", NAME), ways, back, help_)
        self._notes = notes
        self._game = Miniature(demonstration(app.record.id))
        self._ticks = 0

    def tick(self, ticks: int) -> None:
        super().tick(ticks)
        self._ticks += ticks

    def place(self) -> tuple[int, int, int]:
        return _LEFT, _TOP + 2, _WIDE

    def _ground(self, video: Video) -> None:
        if video.mode == "text":
            video.set_registers()
            show(video, scene("cover", Sprite((0, 0, COLUMNS, 24))), 0)
        else:
            draw_backdrop(self.app, _SINK, self._ticks)
            masthead = picture("masthead")
            video.page.blt(0, 0, masthead, 0, 0, masthead.width, masthead.height)

    def parts(self) -> list[Part]:
        """Return cover and contents, under a box the cover alone; the game that plays would never be silent."""
        strip = f"{'   '.join(_STRIP):^{COLUMNS}}"
        found = [*self.backdrop(), text(0, _MAST, strip, 0x70, told=" ".join(_STRIP))]
        if self.app.top is not self:
            return found
        dress, words = self.dress, " CONTENTS "

        def box(video: Video) -> None:
            video.fill(_LEFT, _TOP, _WIDE, _HIGH, " ", dress.paper)
            frame(video, _LEFT, _TOP, _WIDE, _HIGH, dress.frame)

        found += [painted(self._picture), painted(box)]
        found.append(text(_LEFT + (_WIDE - len(words)) // 2, _TOP, words, dress.title, told="CONTENTS"))
        for line, (row, part) in enumerate(zip(self.rows(), self.row_parts(), strict=True)):
            found += self._leader(part, row, line == self.listing.at)
        return found

    def _leader(self, part: Part, row: Row, chosen: bool) -> list[Part]:
        dress = self.dress
        note, page = self._notes.get(row.id.partition(":")[2], ("", ""))
        column, at, width, _ = cells_of(part.rect)
        start, end = column + self.indent + len(row.words), column + width - 2
        found = [part._replace(told=f"{row.words} {page} {note}")]
        if page:
            dots, number = (dress.bar, dress.bar) if chosen else (dress.dim, dress.paper)
            found.append(text(start, at, "·" * (end - 3 - start), dots, told=""))
            found.append(text(end - len(page), at, page, number, told=""))
        return [*found, text(column + self.indent + 1, at + 1, note, dress.dim, told="")]

    def _picture(self, video: Video) -> None:
        game = self._game
        now = game.rest if self.app.still else self._ticks
        if video.mode == "text":
            video.fill(1, _TOP, 38, _HIGH, " ", _FELT)
            game.draw(video, now)
            frame(video, 1, _TOP, 38, _HIGH, 0x70)
        else:
            draw(video.page, "cover", "frame")
            game.draw(video, now)
        video.write(2, _TOP + _HIGH - 1, f"{game.caption(now)[:36]:^36}", 0x70)


_DEAL, _LOOK, _STEP, _FLIGHT, _END = 4, 60, 54, 16, 180
"""Ticks for a card of the deal, before the first move, for each move, for a card on its way, after the last move."""
_AT_REST = 9
"""The move after which the game stands where nothing is to move."""
_WIDTH, _HEIGHT = 27, 32
_RED = (1, 2)


class _Places(NamedTuple):
    """Where the cards lie, in pixels or in cells."""

    slots: Sequence[Point]
    stock: Point
    waste: Point


_PIXELS = _Places(pyramid_places(160, 114, 32, 22, _WIDTH), (22, 98), (271, 98))
_CELLS = _Places(pyramid_places(20, 7, 4, 2, 3), (4, 7), (33, 7))


class Miniature:
    """A game of one card at a time on a pile, as it is at a tick: nothing is kept between two of them."""

    def __init__(self, game: Transcript) -> None:
        self._rules = rules_for(game.edition, game.options)
        self._history: list[Entry] = replay(game)
        self._begin = _DEAL * POSITIONS + _LOOK
        self.rest = self._begin + _STEP * _AT_REST - 1
        """The tick that stands for the game where nothing is to move."""

    def _at(self, now: int) -> tuple[int, int, int]:
        """Return how many cards are dealt, how many moves begun, and for how many ticks the last one has been."""
        now %= self._begin + _STEP * (len(self._history) - 1) + _END
        if now < self._begin:
            return min(now // _DEAL, POSITIONS), 0, _FLIGHT
        moves = min((now - self._begin) // _STEP + 1, len(self._history) - 1)
        return POSITIONS, moves, now - self._begin - _STEP * (moves - 1)

    def caption(self, now: int) -> str:
        """Return the last move in a sentence; empty before the first."""
        _, moves, _ = self._at(now)
        return told(self._rules, self._history[: moves + 1]).partition(". ")[0]

    def draw(self, video: Video, now: int) -> None:
        """Draw the cards that lie, and the one that flies, on the page or in cells."""
        places = _CELLS if video.mode == "text" else _PIXELS
        dealt, moves, passed = self._at(now)
        state = self._history[moves].state
        before = self._history[max(0, moves - 1)].state
        flies = moves > 0 and passed < _FLIGHT
        for slot in range(dealt):
            if state.pyramid >> slot & 1:
                _card(video, places.slots[slot], state.layout[slot], is_open(state, slot))
        if state.stock:
            _card(video, places.stock, None)
        waste = before.waste if flies else state.waste
        if waste and dealt == POSITIONS:
            _card(video, places.waste, waste[-1], True)
        if flies:
            gone = taken(before, state)
            left = slot_of(gone[0][0]) if gone else None
            start = places.stock if left is None else places.slots[left]
            share = eased(passed, _FLIGHT)
            x, y = (round(a + (b - a) * share) for a, b in zip(start, places.waste, strict=True))
            _card(video, (x, y), state.waste[-1], True)


def _card(video: Video, place: Point, card: Card | None, whole: bool = False) -> None:
    """Draw a card, None: a back; one that is not `whole` is covered by others but for its upper edge."""
    x, y = place
    words = "" if card is None else card_label(card)
    ink = 4 if card is not None and suit_of(card) in _RED else 0
    if video.mode == "text":
        video.write(x, y, "░░░" if card is None else f"{words:^3}", 0x17 if card is None else 0x70 | ink)
        video.write(x, y + 1, "▀▀▀", 0x21 if card is None else 0x27)
        return
    draw(video.page, "cover", "back" if card is None else "card", place)
    if card is None:
        return
    video.print(x + 2, y + 2, words, ink)
    if whole:
        video.print(x + _WIDTH - 10, y + _HEIGHT - 15, words[-1], ink)
