"""Scripts in the place of keyboard and mouse: one line a frame, the same headless, in a window and in a test."""

import re
from collections.abc import Callable, Iterator

from retro_pyramid.machine.events import Drop, Event, Motion, Press, Release, Wheel, key_press
from retro_pyramid.machine.pc import Program
from retro_pyramid.machine.targets import visible_point
from retro_pyramid.machine.video import HEIGHT, WIDTH

SETTLE_TICKS = 600
_NUMBER = re.compile(r"[+-]?[0-9]{1,9}")
_COMMENT = re.compile(r"(^|\s)#.*")
_WORDS = {
    **dict.fromkeys(("settle", "quit"), 0),
    **dict.fromkeys(("clickon", "rclickon", "moveon", "key", "wheel", "wait", "shot", "state"), 1),
    **dict.fromkeys(("click", "rclick", "move", "dragon"), 2),
    "drag": 4,
}
"""The words with a fixed number of arguments; `text` and `drop` take the rest of their line."""


class ScriptError(ValueError):
    """A line of a script that cannot be run; the message has its number and what is wrong."""


class Script:
    """Feeds a program from script text; `write(name)` writes the shot `NAME.png` or the state `NAME.json` it asks for.

    Lines are read when they are reached, so that what came before a bad one has happened.  Raises ScriptError.
    """

    def __init__(self, text: str, program: Program, write: Callable[[str], None]) -> None:
        self._program = program
        self._write = write
        self._number = 0
        self._frames = self._play(text.replace("\r\n", "\n").split("\n"))
        self._wanted: str | None = None

    def next_events(self) -> list[Event] | None:
        """Return the events of the next frame, or None when the script has ended."""
        return next(self._frames, None)

    def after_frame(self) -> None:
        """Write what the frame's line asked for, once its tick has run."""
        if self._wanted is not None:
            name, self._wanted = self._wanted, None
            try:
                self._write(name)
            except ScriptError as error:
                raise self._fail(str(error)) from None

    def _play(self, lines: list[str]) -> Iterator[list[Event]]:
        for number, line in enumerate(lines, 1):
            self._number = number
            if line.split() != ["key", "#"]:
                line = _COMMENT.sub("", line)
            words = line.split()
            if not words:
                continue
            if words == ["quit"]:
                return
            yield from self._line(words, line)

    def _fail(self, message: str) -> ScriptError:
        return ScriptError(f"script line {self._number}: {message}")

    def _line(self, words: list[str], line: str) -> Iterator[list[Event]]:
        word, arguments = words[0], words[1:]
        if word in ("text", "drop"):
            rest = line.strip()[len(word) :].strip()
            if not rest:
                raise self._fail(f"`{word}` needs what to {'type' if word == 'text' else 'drop'} after it")
            yield [Drop(rest)] if word == "drop" else [self._key(char) for char in rest]
            return
        if word not in _WORDS:
            raise self._fail(
                f"unknown word {word!r}; expected one of {' '.join(sorted([*_WORDS, 'text', 'drop']))}"
            )
        if len(arguments) != _WORDS[word]:
            raise self._fail(f"`{word}` takes {_WORDS[word]} argument(s), found {len(arguments)}")
        match word:
            case "key":
                yield [self._key(arguments[0])]
            case "wheel":
                yield [Wheel(self._numbers(arguments)[0])]
            case "wait":
                ticks = self._numbers(arguments)[0]
                if ticks < 0:
                    raise self._fail(f"`wait` takes a number of ticks, found {ticks}")
                for _ in range(ticks):
                    yield []
            case "settle":
                yield from self._settle()
            case "shot" | "state":
                if not re.fullmatch(r"[\w-][\w.-]*", arguments[0]):
                    raise self._fail(
                        f"{arguments[0]!r} is no file name: expected letters, digits, `-`, `_` and `.`"
                    )
                self._wanted = arguments[0] + (".png" if word == "shot" else ".json")
                yield []
            case _:
                yield from self._mouse(word, arguments)

    def _settle(self) -> Iterator[list[Event]]:
        for _ in range(SETTLE_TICKS):
            if not self._program.busy():
                return
            yield []
        if self._program.busy():
            raise self._fail(f"still not settled after {SETTLE_TICKS} ticks")

    def _mouse(self, word: str, arguments: list[str]) -> Iterator[list[Event]]:
        if word.endswith("on"):
            points = [self._target_point(name) for name in arguments]
        else:
            numbers = self._numbers(arguments)
            points = [self._on_screen(*pair) for pair in zip(numbers[::2], numbers[1::2], strict=True)]
        first, last = points[0], points[-1]
        if word.startswith("move"):
            yield [Motion(*first)]
        elif word.startswith(("click", "rclick")):
            button = 1 if word.startswith("click") else 2
            yield [Motion(*first), Press(*first, button), Release(*first, button)]
        else:
            yield [Motion(*first), Press(*first)]
            for step in (1, 2, 3):
                yield [Motion(*(a + (b - a) * step // 3 for a, b in zip(first, last, strict=True)))]
            yield [Release(*last)]

    def _target_point(self, name: str) -> tuple[int, int]:
        targets = self._program.targets()
        target = next((t for t in targets if t.id == name), None)
        if target is None:
            raise self._fail(f"no target {name!r} on the screen; there are {' '.join(t.id for t in targets)}")
        if not target.enabled:
            raise self._fail(f"target {name!r} is disabled")
        point = visible_point(targets, name)
        if point is None:
            raise self._fail(f"target {name!r} is covered")
        return point

    def _key(self, name: str) -> Event:
        try:
            return key_press(name)
        except ValueError as error:
            raise self._fail(str(error)) from None

    def _numbers(self, words: list[str]) -> list[int]:
        if not all(_NUMBER.fullmatch(word) for word in words):
            raise self._fail(f"expected whole numbers of up to 9 digits, found {' '.join(words)[:40]}")
        return [int(word) for word in words]

    def _on_screen(self, x: int, y: int) -> tuple[int, int]:
        if not (0 <= x < WIDTH and 0 <= y < HEIGHT):
            raise self._fail(f"({x}, {y}) is outside the {WIDTH}x{HEIGHT} picture")
        return x, y
