"""The emulated PC that applications draw on: display adapter, speaker, mouse pointer and tick counter, without the host."""

from typing import Protocol

import pyxel

from retro_pyramid.machine.events import (
    Event,
    FileDrop,
    KeyPress,
    MouseMotion,
    MousePress,
    MouseRelease,
    TargetActivated,
)
from retro_pyramid.machine.speaker import Speaker
from retro_pyramid.machine.targets import Target
from retro_pyramid.machine.video import (
    BLINK_TICKS,
    CURSOR_BLINK_TICKS,
    HEIGHT,
    POINTER_FRAME_TICKS,
    WIDTH,
    DisplayAdapter,
    Image,
    PointerShape,
)


class Application(Protocol):
    """Application that a host loop runs frame by frame."""

    is_done: bool
    """True once the application has ended; the host loop then stops."""

    def update(self, events: list[Event], ticks: int) -> None:
        """Handle the events since the last call and advance by `ticks` of 1/60 s."""

    def draw(self) -> None:
        """Draw the current screen on the display adapter, without changing the state."""

    def targets(self) -> list[Target]:
        """Return the clickable regions of the screen, topmost last."""

    def poll_changed(self) -> bool:
        """Return whether the picture may have changed since the last call, apart from blinking and the pointer."""

    def is_animating(self) -> bool:
        """Return whether a finite animation is running."""

    def accepts_text(self) -> bool:
        """Return whether a text field has the focus, so that letters are text and not commands."""

    def state(self) -> dict[str, object]:
        """Return the state as JSON values, without the keys that `Machine.state` adds."""


class Machine:
    """A PC with a display adapter, a speaker and a mouse. With `is_silent` no sound device is opened."""

    def __init__(self, display: DisplayAdapter, is_silent: bool = False) -> None:
        self.display = display
        self.speaker = Speaker(is_silent)
        self.tick = 0
        self.pointer_pos = (WIDTH // 2, HEIGHT // 2)
        self.is_pointer_visible = False
        self.pointer_shape: PointerShape = "arrow"
        self.injected_events: list[Event] = []
        """Events for the next frame that do not come from an input device."""
        self.power_off_progress = 0.0
        """Progress of the power-off animation, 0 to 1: the picture collapses to a dot as on a CRT."""
        self.has_mouse = True
        """Whether a mouse is present. Without one, mouse events are dropped and no pointer is drawn."""
        self.is_touch = False
        """Whether the pointing device is a touch screen."""

    def sync_pointer(self, events: list[Event]) -> None:
        """Move and show the pointer on mouse events, and hide it on key presses, where it would cover the screen.

        Without a mouse, mouse events are removed from `events` in place.
        """
        if not self.has_mouse:
            self.is_pointer_visible = False
            events[:] = [
                event for event in events if isinstance(event, KeyPress | FileDrop | TargetActivated)
            ]
        for event in events:
            if isinstance(event, MouseMotion | MousePress | MouseRelease):
                self.pointer_pos = (min(max(event.x, 0), WIDTH - 1), min(max(event.y, 0), HEIGHT - 1))
                self.is_pointer_visible = True
            elif isinstance(event, KeyPress | TargetActivated):
                self.is_pointer_visible = False

    def animation_phase(self) -> tuple[int, int, int]:
        """Return the phases of cursor, blinking cells and hourglass, which change the picture without a redraw.

        The picture has to be composed again when the result changes.
        """
        return (
            self.tick // CURSOR_BLINK_TICKS % 2 if self.display.cursor else 0,
            self.tick // BLINK_TICKS % 2
            if self.display.mode == "text" and self.display.has_blinking_cells()
            else 0,
            self.tick // POINTER_FRAME_TICKS
            if self.is_pointer_visible and self.pointer_shape == "hourglass"
            else 0,
        )

    def compose_picture(self) -> Image:
        """Return the finished picture of this tick as colour indices, in the adapter's own resolution."""
        pointer = self.pointer_pos if self.is_pointer_visible else None
        picture = self.display.compose_picture(self.tick, pointer, self.pointer_shape)
        return _collapse_picture(picture, self.power_off_progress) if self.power_off_progress else picture

    def state(self, application: Application) -> dict[str, object]:
        """Return the state of the machine and the application as JSON values; `docs/COMMANDS.md` documents the keys."""
        video = self.display
        if video.mode == "text":
            # Without a window, the cells may still be those of an earlier frame.
            video.clear_text()
            application.draw()
        return {
            **application.state(),
            "video": video.name,
            "mode": video.mode,
            "size": [WIDTH, HEIGHT],
            "targets": [
                {"id": t.id, "rect": list(t.rect), "enabled": t.enabled} for t in application.targets()
            ],
            "tick": self.tick,
            "text": video.decode_text_rows() if video.mode == "text" else None,
        }

    def state_json(self, application: Application) -> str:
        import json

        return json.dumps(self.state(application), ensure_ascii=False, indent=1) + "\n"


_LINE_PROGRESS = 0.6
"""Progress of the power-off animation at which the picture has become a line, which then shrinks to a dot."""


def _collapse_picture(picture: Image, progress: float) -> Image:
    width, height = picture.width, picture.height
    collapsed = Image(width, height)
    rows = round(height * (1 - progress / _LINE_PROGRESS))
    for row in range(rows):
        collapsed.blt(0, (height - rows) // 2 + row, picture, 0, row * height // rows, width, 1)
    if rows < 2:
        brightest = max(range(16), key=list(pyxel.colors).__getitem__)
        line_width = max(4, round(width * (1 - progress) / (1 - _LINE_PROGRESS)))
        collapsed.rect((width - line_width) // 2, height // 2 - 1, line_width, 2, brightest)
    return collapsed
