"""The base class of screens: handles events and ticks, and derives drawing, targets and speech from its elements."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from retro_pyramid.machine.events import Event, Key, Press, Release, Wheel
from retro_pyramid.machine.targets import Target, target_at, visible_point
from retro_pyramid.machine.video import ROWS
from retro_pyramid.ui.drawing import Hint, hint_line, hint_targets
from retro_pyramid.ui.element import Part, hot_letters, read
from retro_pyramid.ui.theme import Dress
from retro_pyramid.ui.timing import reading_ticks

if TYPE_CHECKING:
    from retro_pyramid.app.app import App
    from retro_pyramid.machine.video import Shape, Video
    from retro_pyramid.rules.transcript import Transcript
    from retro_pyramid.table.view import View

LEAVE = dict.fromkeys(("ESC", "BACKSPACE", "Q"), "back")
"""Key bindings that close a screen which is only read."""


class Screen:
    """One screen of the application: its elements, its key bindings, its message and its state for the state JSON."""

    name = ""
    """The value of `screen` in the state JSON."""
    overlay = False
    """Whether the screen below is drawn too, as around a dialog."""
    program: str | None = None
    """The value of `program` in the state JSON, for screens of the magazine, the DOS prompt and replays.

    None: that of the screen below.
    """
    key_hints: tuple[Hint, ...] = ()
    """The key hints, if they never change."""
    own_keys = dict.fromkeys(["ESC"], "back")
    """The key bindings, if they never change: key name to action or target id."""
    speaks = False
    """Whether its message, or a notice about the player's files, is shown in a line over it."""
    shown: Transcript | None = None
    """The whole game that a screen displays, such as a replay, else None."""
    rests = False
    """Whether its picture changes only on input or with its message."""
    patience = 0
    """The ticks without input after which `on_idle` is called; 0: never."""
    digits = False
    """Whether a number is typed here."""
    read_out = True
    """Whether a screen reader reads the elements; for a table, speech uses the more detailed table view."""

    def __init__(self, app: App) -> None:
        self.app = app
        self.machine = app.machine
        self.selected: str | None = None
        self.picked: str | None = None
        """The target id of the card that is picked up, or None."""
        self.hinted: tuple[str, ...] = ()
        """The target ids that a hint marks."""
        self.message: str | None = None
        self.lasting: str | None = None
        """The message to return to after another one has been shown for its time."""
        self._message_ticks = 0
        self.warns = False
        """Whether the message reports something refused or an error."""
        self.messages = 0
        """The number of messages shown so far; the same message may be shown again."""

    @property
    def video(self) -> Video:
        """The display adapter that is in the machine now."""
        return self.machine.video

    def covered(self) -> None:
        """Called before another screen is put on top; until that is closed, no time passes here."""

    def left_alone(self) -> None:
        """Called when there was no input for `idle_timeout_ticks`."""

    def refit(self) -> None:
        """Adapt to another display adapter, mode or deck; most screens are redrawn completely every time anyway."""

    def event(self, event: Event) -> None:
        """Dispatch one event.

        A key press goes to `on_action` or `on_key`, the wheel to `on_wheel`, a left press on a target to `on_click`.
        """
        if isinstance(event, Key):
            action = self.meant(event)
            if action is None:
                self.key(event)
            else:
                self.act(action)
        elif isinstance(event, Wheel):
            self.wheel(event.notches)
        elif isinstance(event, Press) and event.button == 1:
            target = target_at(self.targets(), event.x, event.y)
            if target is not None:
                self.click(target)

    def keys(self) -> Iterable[tuple[str, str]]:
        """Return the current key bindings: key names in capitals, each with an action or target id."""
        return self.own_keys.items()

    def meant(self, key: Key) -> str | None:
        """Return the action or target id that is bound to a key, None if there is none."""
        return next((action for name, action in self.keys() if name == key.name.upper()), None)

    def act(self, name: str) -> None:
        """Run an action, or activate a target, by its name."""

    def key(self, key: Key) -> None:
        """Handle a key press that has no binding, for instance in a list or a text input."""

    def wheel(self, notches: int) -> None:
        """Handle a turn of the mouse wheel; up is positive."""

    def click(self, target: Target) -> None:
        """Handle a click or tap on a target, enabled or not."""
        self.act(target.id)

    def use(self, name: str) -> None:
        """Activate a target by a click at a point where it is visible."""
        point = visible_point(self.targets(), name)
        if point is not None:
            self.event(Press(*point))
            if self.app.top is self:
                self.event(Release(*point))

    def say(self, message: str | None, warns: bool = False) -> None:
        """Show a message for its reading time, in the warning colour if `is_warning`; None removes it."""
        self.message, self.warns = message, warns
        self.messages += message is not None
        self._message_ticks = reading_ticks(message or "")

    def tick(self, ticks: int) -> None:
        """Let `ticks` of 1/60 s pass."""
        if self._message_ticks > 0:
            self._message_ticks -= ticks
            if self._message_ticks <= 0:
                self.message, self.warns = self.lasting, False

    def parts(self) -> Iterable[Part]:
        """Return the elements in reading order, without the key hints of the bottom line."""
        return ()

    def draw(self) -> None:
        """Draw the elements and the key hints."""
        for element in self.parts():
            if element.paint is not None:
                element.paint(self.video)
        self.draw_hints()

    @property
    def ending(self) -> str:
        """The result of the game while the screen shows it, else empty."""
        return ""

    @property
    def dress(self) -> Dress:
        """The theme of its boxes and lines."""
        return self.app.dress

    def draw_hints(self) -> None:
        """Draw the key hints in the bottom line if there are any."""
        if key_hints := self.hints():
            hint_line(self.video, key_hints, self.dress)

    def hints(self) -> list[Hint]:
        """Return the current key hints of the bottom line."""
        return list(self.key_hints)

    def buttons(self) -> list[Hint]:
        """Return the key hints that are also buttons in themes with windows."""
        return [key_hint for key_hint in self.hints() if key_hint.id and self.dress.caption]

    def alt_keys(self) -> list[tuple[str, str]]:
        """Return the Alt key bindings of the buttons, each with its target id."""
        return [(f"ALT+{letter}", key_hint.id) for letter, key_hint in hot_letters(self.buttons()).items()]

    @property
    def focused(self) -> str | None:
        """The target id that has the keyboard focus, or None."""
        return self.selected

    @property
    def choices(self) -> Sequence[str]:
        """The target ids of the list that the keys move through; empty if there is no list."""
        return ()

    def view(self) -> View | None:
        """Return the view model of the table that the screen shows, or None."""
        return None

    @property
    def foremost(self) -> str:
        """The target id of the most frequent action, which has the largest touch key; empty if there is none."""
        return ""

    @property
    def here(self) -> Mapping[str, str]:
        """The command-line options that lead to this screen, with their values, without those of its game."""
        return {}

    @property
    def told(self) -> Sequence[str]:
        """The lines that a screen reader reads."""
        return read(self.parts())

    @property
    def colours(self) -> str | None:
        """The only colour besides black, or `PICTURE_COLOUR_MODE`, on adapters that can show that; None: as usual."""
        return None

    @property
    def said(self) -> str:
        """The message as the line over the screen shows it, empty if there is none."""
        return self.message or ""

    @property
    def lesson(self) -> str:
        """The tip for new players where there is no message, empty if there is none."""
        return ""

    @property
    def tip_cells(self) -> tuple[int, int, int, int] | None:
        """The column, row, width and height of the area for tips; None: they are shown where messages are."""
        return None

    @property
    def lesson_row(self) -> int:
        """The row in which a tip ends."""
        return self.message_row

    @property
    def message_row(self) -> int:
        """The row in which a message over the screen ends."""
        return ROWS - 3

    def targets(self) -> list[Target]:
        """Return the targets, later ones on top: the key hints, then those of the elements."""
        element_targets = [element.target for element in self.parts() if element.target is not None]
        return [*hint_targets(self.hints()), *element_targets]

    def takes_text(self) -> bool:
        """Return whether the player is typing a line of text."""
        return False

    def lives(self) -> bool:
        """Return whether the picture may change now without input."""
        return not self.rests or self.busy()

    def busy(self) -> bool:
        """Return whether a finite animation or a search is running."""
        return False

    def read_again(self) -> bool:
        """Reload what an import changed in the player's files; return whether this screen shows the high scores."""
        return False

    def pointer_shape(self) -> Shape:
        """Return the shape of the mouse pointer."""
        return "arrow"
