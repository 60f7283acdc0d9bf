"""A recorded game played small and by itself, over and over: in cards of a few pixels, or of three cells."""

from collections.abc import Sequence
from typing import NamedTuple

from retro_pyramid.cards import Card, card_label, suit_of
from retro_pyramid.machine.video import Video
from retro_pyramid.rules import POSITIONS, is_open, rules_for
from retro_pyramid.rules.transcript import Entry, Transcript, replay
from retro_pyramid.screens.parts.captions import told
from retro_pyramid.screens.parts.felt import pyramid_places
from retro_pyramid.screens.parts.motion import Point, eased
from retro_pyramid.screens.parts.positions import slot_of, taken
from retro_pyramid.screens.parts.sheet import draw

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
