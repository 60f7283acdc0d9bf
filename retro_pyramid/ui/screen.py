"""What a screen is: it takes events and ticks, tells what it is made of, and is drawn, pointed at and read by that."""

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
"""The keys that leave what is only read."""


class Screen:
    """One screen: takes events and ticks, draws itself, tells what can be pointed at."""

    name = ""
    overlay = False
    """Whether the screen beneath is drawn too, as around a box."""
    program: str | None = None
    """The `program` of the state, for screens of the magazine, the prompt and replays; None: that of the screen beneath."""
    key_hints: tuple[Hint, ...] = ()
    """The key hints of a screen that always has the same."""
    own_keys = dict.fromkeys(["ESC"], "back")
    """The `keys` of a screen that always has the same."""
    speaks = False
    """Whether its message, or a notice about the player's files, is shown on a line over it."""
    shown: Transcript | None = None
    """The game that is being shown, whole, on a screen that shows one."""
    rests = False
    """Whether its picture only changes by what is done, or by a message."""
    patience = 0
    """The ticks without a touch after which nobody is there any more; 0: it waits for ever."""
    digits = False
    """Whether what is typed is a number."""
    read_out = True
    """Whether a screen reader is told what the screen has written; of a table the view tells more."""

    def __init__(self, app: App) -> None:
        self.app = app
        self.machine = app.machine
        self.selected: str | None = None
        self.picked: str | None = None
        """The target id of the card taken up, None while none is."""
        self.hinted: tuple[str, ...] = ()
        """The target ids that a hint marks."""
        self.message: str | None = None
        self.lasting: str | None = None
        """The message that comes back when another one has been shown for its time."""
        self._message_ticks = 0
        self.warns = False
        """Whether the message tells of something that is refused or went wrong."""
        self.messages = 0
        """How many messages were said: the same one may be said again."""

    @property
    def video(self) -> Video:
        """Return the adapter that is in the machine now."""
        return self.machine.video

    def covered(self) -> None:
        """Take note that another screen is put over it: its time stands still till that is gone."""

    def left_alone(self) -> None:
        """Do what is to be done when its patience is at an end."""

    def refit(self) -> None:
        """Lay itself out anew: there is another adapter, mode or deck; most screens are drawn whole every time."""

    def event(self, event: Event) -> None:
        """Take one event.

        A key becomes `act` or `key`, the wheel `wheel`, a press of the left button on a target `click`.
        """
        if isinstance(event, Key):
            name = self.meant(event)
            if name is None:
                self.key(event)
            else:
                self.act(name)
        elif isinstance(event, Wheel):
            self.wheel(event.notches)
        elif isinstance(event, Press) and event.button == 1:
            target = target_at(self.targets(), event.x, event.y)
            if target is not None:
                self.click(target)

    def keys(self) -> Iterable[tuple[str, str]]:
        """Return the keys of its own by name, in capitals, each with the target or action that it stands for now."""
        return self.own_keys.items()

    def meant(self, key: Key) -> str | None:
        """Return the name of what a key stands for here, None for nothing."""
        return next((action for name, action in self.keys() if name == key.name.upper()), None)

    def act(self, name: str) -> None:
        """Do what a target or an action of its own stands for, by its name."""

    def key(self, key: Key) -> None:
        """Take a key press that is none of its own `keys`, as one of its list or its line."""

    def wheel(self, notches: int) -> None:
        """Take a turn of the wheel; up is positive."""

    def click(self, target: Target) -> None:
        """Take a click or tap on a target, enabled or not."""
        self.act(target.id)

    def use(self, name: str) -> None:
        """Do what a target stands for: it is clicked where it can be seen."""
        point = visible_point(self.targets(), name)
        if point is not None:
            self.event(Press(*point))
            if self.app.top is self:
                self.event(Release(*point))

    def say(self, message: str | None, warns: bool = False) -> None:
        """Show a message for as long as it takes to read, or none; one that `warns` in the colour of danger."""
        self.message, self.warns = message, warns
        self.messages += message is not None
        self._message_ticks = reading_ticks(message or "")

    def tick(self, ticks: int) -> None:
        """Let time pass: so many 1/60 s."""
        if self._message_ticks > 0:
            self._message_ticks -= ticks
            if self._message_ticks <= 0:
                self.message, self.warns = self.lasting, False

    def parts(self) -> Iterable[Part]:
        """Return what the screen is made of, in the order in which it is read; the key hints come by themselves."""
        return ()

    def draw(self) -> None:
        """Draw the parts, and the key hints in the bottom line."""
        for part in self.parts():
            if part.paint is not None:
                part.paint(self.video)
        self.draw_hints()

    @property
    def ending(self) -> str:
        """How a game ended, as long as the screen says it, empty where it says none."""
        return ""

    @property
    def dress(self) -> Dress:
        """The colours of its boxes and lines."""
        return self.app.dress

    def draw_hints(self) -> None:
        """Draw the key hints in the bottom line, where there are any."""
        if hints := self.hints():
            hint_line(self.video, hints, self.dress)

    def hints(self) -> list[Hint]:
        """Return the key hints of the bottom line as they are now."""
        return list(self.key_hints)

    def buttons(self) -> list[Hint]:
        """Return the hints that are buttons, too, where boxes are windows."""
        return [hint for hint in self.hints() if hint.id and self.dress.caption]

    def alt_keys(self) -> list[tuple[str, str]]:
        """Return the keys of the buttons, each with its target."""
        return [(f"ALT+{letter}", hint.id) for letter, hint in hot_letters(self.buttons()).items()]

    @property
    def focused(self) -> str | None:
        """Return the target id of what the keys are on, None while they are on nothing."""
        return self.selected

    @property
    def choices(self) -> Sequence[str]:
        """Return the target ids of the list that the keys move in, none where there is no list."""
        return ()

    def view(self) -> View | None:
        """Return the table that the screen shows, None where it shows none."""
        return None

    @property
    def foremost(self) -> str:
        """Return the target id of what is done most here, empty for nothing."""
        return ""

    @property
    def here(self) -> Mapping[str, str]:
        """Return the options of the command line that lead to the screen, with their values, beside those of its game."""
        return {}

    @property
    def told(self) -> Sequence[str]:
        """Return the lines a screen reader is told."""
        return read(self.parts())

    @property
    def colours(self) -> str | None:
        """Return the one colour beside black, or `PICTURE`, in which the screen is shown where the adapter can do that."""
        return None

    @property
    def said(self) -> str:
        """Return the message as a line over the screen has to show it, empty for none."""
        return self.message or ""

    @property
    def lesson(self) -> str:
        """Return what a newcomer is told where no message stands, empty for nothing."""
        return ""

    @property
    def tip_cells(self) -> tuple[int, int, int, int] | None:
        """Return the column, row, width and height of the area for tips, None if they go where messages do."""
        return None

    @property
    def lesson_row(self) -> int:
        """Return the row in which that ends."""
        return self.message_row

    @property
    def message_row(self) -> int:
        """Return the row in which a message ends that is said over the screen."""
        return ROWS - 3

    def targets(self) -> list[Target]:
        """Return what can be pointed at, later ones on top: the key hints, and what parts there are to use."""
        own = [part.target for part in self.parts() if part.target is not None]
        return [*hint_targets(self.hints()), *own]

    def takes_text(self) -> bool:
        """Return whether a line of text is being typed."""
        return False

    def lives(self) -> bool:
        """Return whether its picture may change by itself now."""
        return not self.rests or self.busy()

    def busy(self) -> bool:
        """Return whether a finite animation runs."""
        return False

    def read_again(self) -> bool:
        """Show what was brought into the player's files; return whether the score board is shown here."""
        return False

    def pointer_shape(self) -> Shape:
        """Return the shape of the mouse pointer here."""
        return "arrow"
