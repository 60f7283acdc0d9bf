"""Cards on their way: glides from place to place and cards turning over, measured in ticks of 1/60 s."""

from typing import NamedTuple

GLIDE_TICKS = 7
FLIP_TICKS = 9
_DRAG_FROM = 4
"""Pixels the pointer moves before a press becomes a drag."""
DEAL_STEP = 3
"""Ticks between two cards of the deal: 28 of them and the last glide take 1.5 s."""

Point = tuple[int, int]


class Glide(NamedTuple):
    """A card (None: its back) moving from one point to another, in picture pixels, from tick `begin` on.

    `slot` is the pyramid position it goes to, -1 for the discard pile.
    """

    card: int | None
    origin: Point
    goal: Point
    begin: int
    slot: int = -1

    def place(self, now: int) -> Point | None:
        """Return where the card is at tick `now`, None before it starts."""
        passed = now - self.begin
        if passed < 0:
            return None
        passed = min(passed, GLIDE_TICKS)
        (x, y), (to_x, to_y) = self.origin, self.goal
        # Rounded, not cut off, so that a card moves the same both ways.
        return (
            x + round((to_x - x) * passed / GLIDE_TICKS),
            y + round((to_y - y) * passed / GLIDE_TICKS),
        )


class Drag(NamedTuple):
    """A card (None: its back) held by the pointer: where it was taken from, where it lies now, how it is held."""

    name: str
    card: int | None
    place: Point
    held: Point
    start: Point
    moved: bool = False

    def to(self, x: int, y: int) -> "Drag":
        """Return the card with the pointer there; a press becomes a drag once it has moved some pixels.

        >>> held = Drag("stock", None, (10, 10), (5, 5), (15, 15))
        >>> held.to(17, 15).moved, held.to(25, 15).moved, held.to(25, 15).place
        (False, True, (20, 10))
        """
        away = max(abs(x - self.start[0]), abs(y - self.start[1]))
        place = (x - self.held[0], y - self.held[1])
        return self._replace(place=place, moved=self.moved or away >= _DRAG_FROM)


class Flip(NamedTuple):
    """The card at a pyramid position turning face up from tick `begin` on."""

    slot: int
    begin: int

    def stage(self, now: int) -> int:
        """Return 0 while the back narrows, 1 on the edge, 2 while the face widens."""
        return min(2, max(0, (now - self.begin) * 3 // FLIP_TICKS))


class Motions:
    """All that moves on a table now; with `still` everything is at its goal by the next tick."""

    def __init__(self, still: bool = False) -> None:
        self.still = still
        self.now = 0
        self.glides: list[Glide] = []
        self.flips: list[Flip] = []

    def tick(self, ticks: int) -> None:
        """Let time pass and drop what has arrived."""
        self.now += ticks
        if self.still:
            self.finish()
        self.glides = [g for g in self.glides if self.now < g.begin + GLIDE_TICKS]
        self.flips = [f for f in self.flips if self.now < f.begin + FLIP_TICKS]

    def finish(self) -> None:
        """Put everything where it goes, at once."""
        self.glides.clear()
        self.flips.clear()

    def running(self) -> bool:
        """Return whether anything still moves."""
        return bool(self.glides or self.flips)
