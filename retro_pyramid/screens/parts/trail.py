"""The trails of cards: what they leave wherever they have been, ever more of it, and nothing drawn twice."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from retro_pyramid.cards import Card
from retro_pyramid.machine.video import Video
from retro_pyramid.screens.parts.motion import Point


class Trail:
    """What is drawn is kept as a picture, so that only what is new costs time; `leave` draws what a card leaves."""

    def __init__(self, video: Video, leave: Callable[[Point, Card], None]) -> None:
        self._video = video
        self._leave = leave
        self._drawn: Sequence[tuple[Point, Card]] = ()
        self._kept = b""

    def draw(self, cards: Sequence[tuple[Point, Card]]) -> None:
        """Draw where cards have been, the last in front; unless that goes on from the last call's, on what is there."""
        begun = len(self._drawn)
        if begun and cards[:begun] == self._drawn:
            self._video.put_back(self._kept)
        else:
            begun = 0
        for place, card in cards[begun:]:
            self._leave(place, card)
        if len(cards) > begun:
            self._drawn, self._kept = cards, self._video.kept()
