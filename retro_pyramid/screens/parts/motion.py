"""Cards on their way from place to place and from one side to the other, measured in ticks of 1/60 s."""

from math import floor
from typing import NamedTuple

GLIDE_TICKS = 8
_TURN = 5
"""Stages of a card turning over: whole, narrow, on its edge, narrow, whole."""
_DRAG_FROM = 4
"""Pixels the pointer moves before a press becomes a drag."""
DEAL_STEP = 3
"""Ticks between two cards of the deal: 28 of them and the last glide take 1.5 s."""
PILE_STEP = 1
"""Ticks between two cards that leave a pile by one move: a whole pile turned over takes half a second."""

Point = tuple[int, int]
Rect = tuple[int, int, int, int]
"""Left, top, width and height in picture pixels."""


def eased(passed: float, of: float) -> float:
    """Return how far something has come that sets off and arrives slowly, and the same way back: 0 to 1."""
    share = min(max(passed / of, 0.0), 1.0)
    return share * share * (3 - 2 * share)


class Glide(NamedTuple):
    """A card moving from one point to another, in picture pixels, or turning over where it lies, from tick `begin` on.

    `slot` is the pyramid position it goes to, less than 0 for a pile, `source` the same of where it comes from. `up`
    says whether its face is seen when it leaves and when it arrives.
    """

    card: int
    origin: Point
    goal: Point
    begin: int
    slot: int = -1
    source: int | None = None
    up: tuple[bool, bool] = (True, True)

    def place(self, now: int) -> Point | None:
        """Return where the card is at tick `now`, None before it starts."""
        passed = now - self.begin
        if passed < 0:
            return None
        share, (x, y), (to_x, to_y) = eased(passed, GLIDE_TICKS), self.origin, self.goal
        return floor(x + (to_x - x) * share + 0.5), floor(y + (to_y - y) * share + 0.5)

    def side(self, now: int) -> tuple[int | None, int | None]:
        """Return the card as it is seen at tick `now`, None for its back, and the stage of its turning, None if whole.

        The stages are those of a felt's `turning`: 0 the back narrow, 1 the edge, 2 the face narrow.
        """
        step = min(max(now - self.begin, 0) * _TURN // GLIDE_TICKS, _TURN - 1)
        leaves, arrives = self.up
        if leaves == arrives or step in (0, _TURN - 1):
            return self.card if self.up[step > 0] else None, None
        return self.card, step - 1 if arrives else _TURN - 2 - step


class Drag(NamedTuple):
    """A card (None: its back) held by the pointer: where it was taken from, where it lies now, how it is held.

    `goal` is the target id of what it lies over where dropping it there would be a move.
    """

    name: str
    card: int | None
    place: Point
    held: Point
    start: Point
    moved: bool = False
    goal: str | None = None

    def to(self, x: int, y: int) -> "Drag":
        """Return the card with the pointer there; a press becomes a drag once it has moved some pixels.

        >>> held = Drag("stock", None, (10, 10), (5, 5), (15, 15))
        >>> held.to(17, 15).moved, held.to(25, 15).moved, held.to(25, 15).place
        (False, True, (20, 10))
        """
        away = max(abs(x - self.start[0]), abs(y - self.start[1]))
        place = (x - self.held[0], y - self.held[1])
        return self._replace(place=place, moved=self.moved or away >= _DRAG_FROM)


class Motions:
    """All that moves on a table now; with `still` everything is at its goal by the next tick."""

    def __init__(self, still: bool = False) -> None:
        self.still = still
        self.now = 0
        self.glides: list[Glide] = []

    def tick(self, ticks: int) -> None:
        """Let time pass and drop what has arrived."""
        self.now += ticks
        if self.still:
            self.finish()
        self.glides = [g for g in self.glides if self.now < g.begin + GLIDE_TICKS]

    def finish(self) -> None:
        """Put everything where it goes, at once."""
        self.glides.clear()

    def running(self) -> bool:
        """Return whether anything still moves."""
        return bool(self.glides)
