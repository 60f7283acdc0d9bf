"""The emulated PC as the programs see it: video, speaker, pointer and the tick counter, nothing of the host."""

from typing import Protocol

import pyxel

from retro_pyramid.machine.events import Drop, Event, Key, Motion, Named, Press, Release
from retro_pyramid.machine.speaker import Speaker
from retro_pyramid.machine.targets import Target
from retro_pyramid.machine.video import (
    BLINK_TICKS,
    CURSOR_TICKS,
    HEIGHT,
    TURN_TICKS,
    WIDTH,
    Image,
    Shape,
    Video,
)


class Program(Protocol):
    """What a host runs: `update` takes events and ticks, `draw` draws, `state` tells the state."""

    done: bool

    def update(self, events: list[Event], ticks: int) -> None:
        """Take what happened since the last call, and how many 1/60 s passed."""

    def draw(self) -> None:
        """Draw the screen as it is; changes nothing."""

    def targets(self) -> list[Target]:
        """Return what can be pointed at, later ones on top."""

    def changes(self) -> bool:
        """Return whether the picture may be another one than when this was asked last, but for blinking and the pointer."""

    def busy(self) -> bool:
        """Return whether a finite animation runs."""

    def takes_text(self) -> bool:
        """Return whether a line of text is being typed."""

    def state(self) -> dict[str, object]:
        """Return the state of the program without the machine's own part."""


class Machine:
    """A PC with an adapter, a speaker and a mouse; `silent` opens no sound device."""

    def __init__(self, video: Video, silent: bool = False) -> None:
        self.video = video
        self.speaker = Speaker(silent)
        self.tick = 0
        self.pointer = (WIDTH // 2, HEIGHT // 2)
        self.pointer_shown = False
        self.pointer_shape: Shape = "arrow"
        self.posted: list[Event] = []
        """Events that come from elsewhere than the devices, for the next frame."""
        self.fallen = 0.0
        """How far the picture has fallen to a dot, 0 to 1, as a tube's does that is switched off."""
        self.mouse = True
        """Whether there is a mouse; without one mouse events are dropped and no pointer shows."""
        self.finger = False
        """Whether what points is a finger."""

    def follow(self, events: list[Event]) -> None:
        """Move the pointer with the mouse, and hide it at a press of any key: it would be in the way."""
        if not self.mouse:
            self.pointer_shown = False
            events[:] = [event for event in events if isinstance(event, Key | Drop | Named)]
        for event in events:
            if isinstance(event, Motion | Press | Release):
                self.pointer = (min(max(event.x, 0), WIDTH - 1), min(max(event.y, 0), HEIGHT - 1))
                self.pointer_shown = True
            elif isinstance(event, Key | Named):
                self.pointer_shown = False

    def phase(self) -> tuple[int, int, int]:
        """Return what the finished picture is at a tick by itself: the phases of cursor, blinking cells and hourglass."""
        return (
            self.tick // CURSOR_TICKS % 2 if self.video.cursor else 0,
            self.tick // BLINK_TICKS % 2 if self.video.mode == "text" and self.video.blinks() else 0,
            self.tick // TURN_TICKS if self.pointer_shown and self.pointer_shape == "hourglass" else 0,
        )

    def picture(self) -> Image:
        """Return the finished picture of this tick, colour indices in the adapter's own size."""
        pointer = self.pointer if self.pointer_shown else None
        picture = self.video.compose(self.tick, pointer, self.pointer_shape)
        return _fallen(picture, self.fallen) if self.fallen else picture

    def state(self, program: Program) -> dict[str, object]:
        """Return the state of the machine and of the program on it, as `docs/COMMANDS.md` lays it out."""
        video = self.video
        if video.mode == "text":
            # Without a window the cells may be of an earlier frame.
            video.clear()
            program.draw()
        return {
            **program.state(),
            "video": video.name,
            "mode": video.mode,
            "size": [WIDTH, HEIGHT],
            "targets": [{"id": t.id, "rect": list(t.rect), "enabled": t.enabled} for t in program.targets()],
            "tick": self.tick,
            "text": video.text_rows() if video.mode == "text" else None,
        }

    def state_json(self, program: Program) -> str:
        import json

        return json.dumps(self.state(program), ensure_ascii=False, indent=1) + "\n"


_LINE = 0.6
"""The part of its fall after which the picture is a line, which then becomes a dot."""


def _fallen(picture: Image, share: float) -> Image:
    width, height = picture.width, picture.height
    made = Image(width, height)
    rows = round(height * (1 - share / _LINE))
    for row in range(rows):
        made.blt(0, (height - rows) // 2 + row, picture, 0, row * height // rows, width, 1)
    if rows < 2:
        bright = max(range(16), key=list(pyxel.colors).__getitem__)
        wide = max(4, round(width * (1 - share) / (1 - _LINE)))
        made.rect((width - wide) // 2, height // 2 - 1, wide, 2, bright)
    return made
