"""A session written down as a script that plays it again (`--record`)."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import partial
from itertools import chain
from typing import Any

from retro_pyramid.app.app import REPEATING
from retro_pyramid.app.services import Services
from retro_pyramid.cards import CardError, parse_deal_number
from retro_pyramid.formats import FormatError
from retro_pyramid.formats.native.daily_streaks import is_date
from retro_pyramid.machine.events import Drop, Event, Key, Motion, Press, Release, Wheel
from retro_pyramid.machine.pc import Program

_DEALS = re.compile(r"# deals((?: [0-9]+)+)\s*$", re.MULTILINE)
_DAY = re.compile(r"# day ([0-9]{8})\s*$", re.MULTILINE)
_HOW = frozenset({"--record", "--script", "--headless", "--shots", "--state", "--data"})
_DRAG_FRAMES = 5
"""Frames that the script's word `drag` takes."""


def recorded_deals(script: str) -> list[int]:
    """Return the deal numbers that chance gave when a script was recorded, none for a script that was written.

    Raises FormatError where one is no deal number.

    >>> recorded_deals("# deals 61 4294967295\\nkey ENTER\\n")
    [61, 4294967295]
    """
    found = _DEALS.search(script)
    try:
        return [parse_deal_number(number) for number in found[1].split()] if found else []
    except CardError as error:
        raise FormatError("script, # deals", None, "deal numbers", str(error)) from None


def recorded_day(script: str) -> int | None:
    """Return the day on which a script was recorded, as YYYYMMDD; None where it does not matter. Raises FormatError.

    >>> recorded_day("# day 20261120\\nkey F3\\n"), recorded_day("key F3\\n")
    (20261120, None)
    """
    found = _DAY.search(script)
    if found and not is_date(int(found[1])):
        raise FormatError("script, # day", None, "a day as YYYYMMDD", found[1])
    return int(found[1]) if found else None


def as_recorded(script: str, services: Services) -> Services:
    """Return services with the deals and the day of the run in which a script was recorded. Raises FormatError."""
    # The deals of the recording one after the other, and then those of chance, which never gives None.
    deals = chain(recorded_deals(script), iter(services.next_deal, None)).__next__
    day = recorded_day(script)
    today = services.today if day is None else lambda: day
    return services._replace(next_deal=deals, random_deal=deals, today=today)


def _of_the_game(words: Sequence[str]) -> list[str]:
    """Leave out of a command line what says how it was run, not what was played; what ran in a terminal is text mode.

    >>> _of_the_game(["T", "--record", "out", "--level=2", "--headless", "--data=x"])
    ['T', '--level=2']
    >>> _of_the_game(["--terminal", "--record=out", "--deal", "61"])
    ['T', '--deal', '61']
    """
    kept: list[str] = []
    rest = iter(words)
    for word in rest:
        name, equals, _ = word.partition("=")
        if name in _HOW:
            if not equals and name != "--headless":
                next(rest, None)
            continue
        kept.append("T" if word == "--terminal" else word)
    return kept


class Recorder:
    """A `Program` that stands before another and notes what happens to it; `script` writes it down, a line a frame.

    A frame may have brought several events and any number of ticks, a line is one of each: what came together comes
    one after the other, and the waits between are as much shorter.  Of a mouse that moves only where it came to rest
    is kept, and a button's press and release are one line, at the time of the press.
    """

    def __init__(self, program: Program) -> None:
        self._program = program
        self._lines: list[str] = []
        self._deals: list[int] = []
        self._day: int | None = None
        self._time = 0
        self._played = 0
        self._rest: tuple[int, Motion] | None = None
        self._held: tuple[int, Press] | None = None

    def update(self, events: list[Event], ticks: int) -> None:
        """Note what happened; then let the program have it."""
        for event in events:
            self._note(event)
        self._time += ticks
        self._program.update(events, ticks)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._program, name)

    def noting(self, services: Services) -> Services:
        """Return services whose deals are noted, and whose day is once it matters."""

        def noted(deal: Callable[[], int]) -> int:
            self._deals.append(deal())
            return self._deals[-1]

        def today() -> int:
            day = services.today()
            # After midnight it is still the day that the first deal is of.
            self._day = self._day or day
            return day

        return services._replace(
            next_deal=partial(noted, services.next_deal),
            random_deal=partial(noted, services.random_deal),
            today=today,
        )

    def script(self, words: Sequence[str]) -> str:
        """Return the script so far; `words` are those of the command line that plays it."""
        self._let_go(self._held[1] if self._held else None)
        self._come_to_rest()
        self._wait_until(self._time)
        head = [
            f"# pyramid {' '.join(_of_the_game(words))}".rstrip(),
            "# with files as they were when this was recorded",
        ]
        if self._deals:
            head.append("# deals " + " ".join(map(str, self._deals)))
        if self._day is not None:
            head.append(f"# day {self._day}")
        return "\n".join([*head, *self._lines]) + "\n"

    def _note(self, event: Event) -> None:
        if isinstance(event, Motion):
            if self._held is None:
                self._rest = (self._time, event)
            return
        if isinstance(event, Release):
            self._let_go(event)
            return
        if self._held is not None:
            self._let_go(self._held[1])
        if isinstance(event, Press):
            # The script's words for buttons move there by themselves.
            self._rest = None
            self._held = (self._time, event)
            return
        self._come_to_rest()
        match event:
            case Key():
                if not event.repeat or event.name in REPEATING or (event.char and event.name != "SPACE"):
                    self._line(f"key {event.name}", self._time)
            case Wheel():
                self._line(f"wheel {event.notches}", self._time)
            case Drop():
                self._line(f"drop {event.path}", self._time)

    def _let_go(self, end: Press | Release | None) -> None:
        """Write down the press that is held: a click, or a drag where it ended elsewhere."""
        if self._held is None or end is None:
            return
        time, press = self._held
        self._held = None
        if press.button == 2:
            self._line(f"rclick {press.x} {press.y}", time)
        elif (press.x, press.y) == (end.x, end.y):
            self._line(f"click {press.x} {press.y}", time)
        else:
            # So that it ends when the button came up: what follows then comes at its own time.
            begun = max(time, self._time - _DRAG_FRAMES + 1)
            self._line(f"drag {press.x} {press.y} {end.x} {end.y}", begun, _DRAG_FRAMES)

    def _come_to_rest(self) -> None:
        if self._rest is not None:
            time, motion = self._rest
            self._rest = None
            self._line(f"move {motion.x} {motion.y}", time)

    def _line(self, line: str, time: int, frames: int = 1) -> None:
        self._wait_until(time)
        self._lines.append(line)
        self._played += frames

    def _wait_until(self, time: int) -> None:
        if time > self._played:
            self._lines.append(f"wait {time - self._played}")
            self._played = time
