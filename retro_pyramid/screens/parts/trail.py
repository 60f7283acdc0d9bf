"""Cards that leave trails: drawn one over another, ever more of them, and none twice."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from retro_pyramid.cards import Card
from retro_pyramid.machine.video import Video
from retro_pyramid.screens.parts.motion import Point


class Trail:
    """What is drawn is kept as a picture, so that only cards that are new cost time."""

    def __init__(self, video: Video, card: Callable[[Point, Card], None]) -> None:
        self._video = video
        self._card = card
        self._drawn: Sequence[tuple[Point, Card]] = ()
        self._kept = b""

    def draw(self, cards: Sequence[tuple[Point, Card]]) -> None:
        """Draw these cards, those in front last; unless they go on from the last call's, on what is there now."""
        begun = len(self._drawn)
        if begun and cards[:begun] == self._drawn:
            self._video.put_back(self._kept)
        else:
            begun = 0
        for place, card in cards[begun:]:
            self._card(place, card)
        if len(cards) > begun:
            self._drawn, self._kept = cards, self._video.kept()
