"""Records a session as a script that replays it (`--record`)."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import partial
from itertools import chain
from typing import Any

from retro_pyramid.app.app import AUTO_REPEAT_KEYS
from retro_pyramid.app.services import Services
from retro_pyramid.cards import CardError, parse_deal_number
from retro_pyramid.formats import FormatError
from retro_pyramid.formats.native.daily_streaks import is_valid_date
from retro_pyramid.machine.events import (
    Event,
    FileDrop,
    KeyPress,
    MouseMotion,
    MousePress,
    MouseRelease,
    MouseWheel,
)
from retro_pyramid.machine.pc import Application

_DEALS_COMMENT = re.compile(r"# deals((?: [0-9]+)+)\s*$", re.MULTILINE)
_DAY_COMMENT = re.compile(r"# day ([0-9]{8})\s*$", re.MULTILINE)
_RUN_OPTIONS = frozenset({"--record", "--script", "--headless", "--shots", "--state", "--data"})
_DRAG_FRAMES = 5
"""Number of frames that the script command `drag` takes."""


def parse_recorded_deals(script: str) -> list[int]:
    """Return the random deal numbers of a recorded script, or an empty list for a script written by hand.

    Raises FormatError for an invalid deal number.

    >>> parse_recorded_deals("# deals 61 4294967295\\nkey ENTER\\n")
    [61, 4294967295]
    """
    match = _DEALS_COMMENT.search(script)
    try:
        return [parse_deal_number(number) for number in match[1].split()] if match else []
    except CardError as error:
        raise FormatError("script, # deals", None, "deal numbers", str(error)) from None


def parse_recorded_day(script: str) -> int | None:
    """Return the date on which a script was recorded as YYYYMMDD, or None if it does not matter. Raises FormatError.

    >>> parse_recorded_day("# day 20261120\\nkey F3\\n"), parse_recorded_day("key F3\\n")
    (20261120, None)
    """
    match = _DAY_COMMENT.search(script)
    if match and not is_valid_date(int(match[1])):
        raise FormatError("script, # day", None, "a day as YYYYMMDD", match[1])
    return int(match[1]) if match else None


def create_replay_services(script: str, services: Services) -> Services:
    """Return services that repeat the deals and the date of a recorded script. Raises FormatError."""
    # First the recorded deals, then random ones. `next_deal` never returns None, so that iterator does not end.
    deals = chain(parse_recorded_deals(script), iter(services.choose_next_deal, None)).__next__
    day = parse_recorded_day(script)
    today = services.get_today if day is None else lambda: day
    return services._replace(choose_next_deal=deals, choose_random_deal=deals, get_today=today)


def _remove_run_options(args: Sequence[str]) -> list[str]:
    """Return the command line without the options for how it was run rather than what was played.

    A run in a terminal is recorded as text mode.

    >>> _remove_run_options(["T", "--record", "out", "--level=2", "--headless", "--data=x"])
    ['T', '--level=2']
    >>> _remove_run_options(["--terminal", "--record=out", "--deal", "61"])
    ['T', '--deal', '61']
    """
    game_args: list[str] = []
    remaining = iter(args)
    for arg in remaining:
        name, equals, _ = arg.partition("=")
        if name in _RUN_OPTIONS:
            if not equals and name != "--headless":
                next(remaining, None)
            continue
        game_args.append("T" if arg == "--terminal" else arg)
    return game_args


class Recorder:
    """An `Application` wrapper that records input events; `build_script` returns them as a script with one line per frame.

    A frame may have several events and any number of ticks, but a script line has one event and one tick. Events of the
    same frame are written one after the other, and the following waits are shortened accordingly. Of mouse motion, only the
    position before another event is recorded. A press and release of a button become one line at the time of the press.
    """

    def __init__(self, program: Application) -> None:
        self._program = program
        self._lines: list[str] = []
        self._deals: list[int] = []
        self._day: int | None = None
        self._elapsed_ticks = 0
        self._script_frames = 0
        self._pending_motion: tuple[int, MouseMotion] | None = None
        self._pending_press: tuple[int, MousePress] | None = None

    def update(self, events: list[Event], ticks: int) -> None:
        """Record the events, then pass them to the program."""
        for event in events:
            self._record_event(event)
        self._elapsed_ticks += ticks
        self._program.update(events, ticks)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._program, name)

    def wrap_services(self, services: Services) -> Services:
        """Return services that record the deals, and the date once it is requested."""

        def record_deal(deal: Callable[[], int]) -> int:
            self._deals.append(deal())
            return self._deals[-1]

        def today() -> int:
            day = services.get_today()
            # After midnight, keep the date of the first deal.
            self._day = self._day or day
            return day

        return services._replace(
            choose_next_deal=partial(record_deal, services.choose_next_deal),
            choose_random_deal=partial(record_deal, services.choose_random_deal),
            get_today=today,
        )

    def build_script(self, args: Sequence[str]) -> str:
        """Return the script so far; `args` are the command-line arguments that replay it."""
        self._write_press(self._pending_press[1] if self._pending_press else None)
        self._write_motion()
        self._wait_until(self._elapsed_ticks)
        header = [
            f"# pyramid {' '.join(_remove_run_options(args))}".rstrip(),
            "# with files as they were when this was recorded",
        ]
        if self._deals:
            header.append("# deals " + " ".join(map(str, self._deals)))
        if self._day is not None:
            header.append(f"# day {self._day}")
        return "\n".join([*header, *self._lines]) + "\n"

    def _record_event(self, event: Event) -> None:
        """Append an event to the script, or hold it until the event that completes it."""
        if isinstance(event, MouseMotion):
            if self._pending_press is None:
                self._pending_motion = (self._elapsed_ticks, event)
            return
        if isinstance(event, MouseRelease):
            self._write_press(event)
            return
        if self._pending_press is not None:
            self._write_press(self._pending_press[1])
        if isinstance(event, MousePress):
            # The script commands for buttons move the pointer themselves.
            self._pending_motion = None
            self._pending_press = (self._elapsed_ticks, event)
            return
        self._write_motion()
        match event:
            case KeyPress():
                if (
                    not event.is_repeat
                    or event.name in AUTO_REPEAT_KEYS
                    or (event.char and event.name != "SPACE")
                ):
                    self._append_line(f"key {event.name}", self._elapsed_ticks)
            case MouseWheel():
                self._append_line(f"wheel {event.notches}", self._elapsed_ticks)
            case FileDrop():
                self._append_line(f"drop {event.path}", self._elapsed_ticks)

    def _write_press(self, end: MousePress | MouseRelease | None) -> None:
        """Write the pending press as a click, or as a drag if it ended at another position."""
        if self._pending_press is None or end is None:
            return
        time, press = self._pending_press
        self._pending_press = None
        if press.button == 2:
            self._append_line(f"rclick {press.x} {press.y}", time)
        elif (press.x, press.y) == (end.x, end.y):
            self._append_line(f"click {press.x} {press.y}", time)
        else:
            # Let it end when the button was released, so that later events keep their times.
            begun = max(time, self._elapsed_ticks - _DRAG_FRAMES + 1)
            self._append_line(f"drag {press.x} {press.y} {end.x} {end.y}", begun, _DRAG_FRAMES)

    def _write_motion(self) -> None:
        """Write the pending position of the pointer."""
        if self._pending_motion is not None:
            time, motion = self._pending_motion
            self._pending_motion = None
            self._append_line(f"move {motion.x} {motion.y}", time)

    def _append_line(self, line: str, time: int, frames: int = 1) -> None:
        """Append a script line at a time; it takes a number of frames."""
        self._wait_until(time)
        self._lines.append(line)
        self._script_frames += frames

    def _wait_until(self, time: int) -> None:
        """Append a wait if the script has not yet reached a time."""
        if time > self._script_frames:
            self._lines.append(f"wait {time - self._script_frames}")
            self._script_frames = time
