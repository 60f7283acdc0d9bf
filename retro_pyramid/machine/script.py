"""Input scripts that replace keyboard and mouse, one line per frame; they run alike headless, in a window and in tests."""

import re
from collections.abc import Callable, Iterator

from retro_pyramid.machine.events import (
    Event,
    FileDrop,
    MouseMotion,
    MousePress,
    MouseRelease,
    MouseWheel,
    parse_key,
)
from retro_pyramid.machine.pc import Application
from retro_pyramid.machine.targets import find_visible_point
from retro_pyramid.machine.video import HEIGHT, WIDTH

MAX_SETTLE_TICKS = 600
_NUMBER = re.compile(r"[+-]?[0-9]{1,9}")
_COMMENT = re.compile(r"(^|\s)#.*")
_ARGUMENT_COUNTS = {
    **dict.fromkeys(("settle", "quit"), 0),
    **dict.fromkeys(("clickon", "rclickon", "moveon", "key", "wheel", "wait", "shot", "state"), 1),
    **dict.fromkeys(("click", "rclick", "move", "dragon"), 2),
    "drag": 4,
}
"""Commands with a fixed number of arguments; `text` and `drop` take the rest of their line."""


class ScriptError(ValueError):
    """A script line cannot be run. The message contains the line number and the problem."""


class Script:
    """Produces an application's events from script text, frame by frame.

    `write_output(name)` is called to write the screenshot `NAME.png` or the state `NAME.json` that a line requests.
    Lines are parsed when they are reached, so the lines before an invalid one have been run. Raises ScriptError then.
    """

    def __init__(self, text: str, application: Application, write_output: Callable[[str], None]) -> None:
        self._application = application
        self._write_output = write_output
        self._line_number = 0
        self._frames = self._run_lines(text.replace("\r\n", "\n").split("\n"))
        self._requested_output: str | None = None

    def next_events(self) -> list[Event] | None:
        """Return the events of the next frame, or None at the end of the script."""
        return next(self._frames, None)

    def write_requested_output(self) -> None:
        """Write the screenshot or state that the frame's line requested. Call it after the frame's tick."""
        if self._requested_output is not None:
            name, self._requested_output = self._requested_output, None
            try:
                self._write_output(name)
            except ScriptError as error:
                raise self._error(str(error)) from None

    def _run_lines(self, lines: list[str]) -> Iterator[list[Event]]:
        for line_number, line in enumerate(lines, 1):
            self._line_number = line_number
            if line.split() != ["key", "#"]:
                line = _COMMENT.sub("", line)
            fields = line.split()
            if not fields:
                continue
            if fields == ["quit"]:
                return
            yield from self._run_line(fields, line)

    def _error(self, message: str) -> ScriptError:
        return ScriptError(f"script line {self._line_number}: {message}")

    def _run_line(self, fields: list[str], line: str) -> Iterator[list[Event]]:
        command, arguments = fields[0], fields[1:]
        if command in ("text", "drop"):
            text = line.strip()[len(command) :].strip()
            if not text:
                raise self._error(
                    f"`{command}` needs what to {'type' if command == 'text' else 'drop'} after it"
                )
            yield [FileDrop(text)] if command == "drop" else [self._parse_key(char) for char in text]
            return
        if command not in _ARGUMENT_COUNTS:
            raise self._error(
                f"unknown word {command!r}; expected one of {' '.join(sorted([*_ARGUMENT_COUNTS, 'text', 'drop']))}"
            )
        if len(arguments) != _ARGUMENT_COUNTS[command]:
            raise self._error(
                f"`{command}` takes {_ARGUMENT_COUNTS[command]} argument(s), found {len(arguments)}"
            )
        match command:
            case "key":
                yield [self._parse_key(arguments[0])]
            case "wheel":
                yield [MouseWheel(self._parse_numbers(arguments)[0])]
            case "wait":
                ticks = self._parse_numbers(arguments)[0]
                if ticks < 0:
                    raise self._error(f"`wait` takes a number of ticks, found {ticks}")
                for _ in range(ticks):
                    yield []
            case "settle":
                yield from self._settle()
            case "shot" | "state":
                if not re.fullmatch(r"[\w-][\w.-]*", arguments[0]):
                    raise self._error(
                        f"{arguments[0]!r} is no file name: expected letters, digits, `-`, `_` and `.`"
                    )
                self._requested_output = arguments[0] + (".png" if command == "shot" else ".json")
                yield []
            case _:
                yield from self._run_mouse_command(command, arguments)

    def _settle(self) -> Iterator[list[Event]]:
        for _ in range(MAX_SETTLE_TICKS):
            if not self._application.is_animating():
                return
            yield []
        if self._application.is_animating():
            raise self._error(f"still not settled after {MAX_SETTLE_TICKS} ticks")

    def _run_mouse_command(self, command: str, arguments: list[str]) -> Iterator[list[Event]]:
        if command.endswith("on"):
            points = [self._find_target_point(target_id) for target_id in arguments]
        else:
            numbers = self._parse_numbers(arguments)
            points = [self._check_point(*pair) for pair in zip(numbers[::2], numbers[1::2], strict=True)]
        first, last = points[0], points[-1]
        if command.startswith("move"):
            yield [MouseMotion(*first)]
        elif command.startswith(("click", "rclick")):
            button = 1 if command.startswith("click") else 2
            yield [MouseMotion(*first), MousePress(*first, button), MouseRelease(*first, button)]
        else:
            yield [MouseMotion(*first), MousePress(*first)]
            for step in (1, 2, 3):
                yield [MouseMotion(*(a + (b - a) * step // 3 for a, b in zip(first, last, strict=True)))]
            yield [MouseRelease(*last)]

    def _find_target_point(self, target_id: str) -> tuple[int, int]:
        targets = self._application.targets()
        target = next((t for t in targets if t.id == target_id), None)
        if target is None:
            raise self._error(
                f"no target {target_id!r} on the screen; there are {' '.join(t.id for t in targets)}"
            )
        if not target.enabled:
            raise self._error(f"target {target_id!r} is disabled")
        point = find_visible_point(targets, target_id)
        if point is None:
            raise self._error(f"target {target_id!r} is covered")
        return point

    def _parse_key(self, name: str) -> Event:
        try:
            return parse_key(name)
        except ValueError as error:
            raise self._error(str(error)) from None

    def _parse_numbers(self, texts: list[str]) -> list[int]:
        if not all(_NUMBER.fullmatch(text) for text in texts):
            raise self._error(f"expected whole numbers of up to 9 digits, found {' '.join(texts)[:40]}")
        return [int(text) for text in texts]

    def _check_point(self, x: int, y: int) -> tuple[int, int]:
        if not (0 <= x < WIDTH and 0 <= y < HEIGHT):
            raise self._error(f"({x}, {y}) is outside the {WIDTH}x{HEIGHT} picture")
        return x, y
