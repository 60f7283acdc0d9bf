"""The base class of screens: handles events and ticks, and derives drawing, targets and speech from its elements."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from retro_pyramid.machine.events import Event, KeyPress, MousePress, MouseRelease, MouseWheel
from retro_pyramid.machine.targets import Target, find_target_at, find_visible_point
from retro_pyramid.machine.video import ROWS
from retro_pyramid.ui.drawing import KeyHint, draw_key_hint_line, get_key_hint_targets
from retro_pyramid.ui.element import Element, assign_hotkeys, collect_spoken_lines
from retro_pyramid.ui.theme import Theme
from retro_pyramid.ui.timing import compute_reading_ticks

if TYPE_CHECKING:
    from retro_pyramid.app.app import App
    from retro_pyramid.machine.video import DisplayAdapter, PointerShape
    from retro_pyramid.rules.transcript import Transcript
    from retro_pyramid.table.view import TableView

CLOSE_KEYS = dict.fromkeys(("ESC", "BACKSPACE", "Q"), "back")
"""Key bindings that close a screen which is only read."""


class Screen:
    """One screen of the application: its elements, its key bindings, its message and its state for the state JSON."""

    name = ""
    """The value of `screen` in the state JSON."""
    is_overlay = False
    """Whether the screen below is drawn too, as around a dialog."""
    state_program: str | None = None
    """The value of `program` in the state JSON, for screens of the magazine, the DOS prompt and replays.

    None: that of the screen below.
    """
    KEY_HINTS: tuple[KeyHint, ...] = ()
    """The key hints, if they never change."""
    BINDINGS = dict.fromkeys(["ESC"], "back")
    """The key bindings, if they never change: key name to action or target id."""
    shows_messages = False
    """Whether its message, or a notice about the player's files, is shown in a line over it."""
    displayed_game: Transcript | None = None
    """The whole game that a screen displays, such as a replay, else None."""
    is_static = False
    """Whether its picture changes only on input or with its message."""
    idle_timeout_ticks = 0
    """The ticks without input after which `on_idle` is called; 0: never."""
    has_numeric_input = False
    """Whether a number is typed here."""
    is_spoken = True
    """Whether a screen reader reads the elements; for a table, speech uses the more detailed table view."""

    def __init__(self, app: App) -> None:
        self.app = app
        self.machine = app.machine
        self.selected_id: str | None = None
        self.picked_up_id: str | None = None
        """The target id of the card that is picked up, or None."""
        self.hinted_ids: tuple[str, ...] = ()
        """The target ids that a hint marks."""
        self.message: str | None = None
        self.sticky_message: str | None = None
        """The message to return to after another one has been shown for its time."""
        self._message_ticks = 0
        self.is_warning = False
        """Whether the message reports something refused or an error."""
        self.message_count = 0
        """The number of messages shown so far; the same message may be shown again."""

    @property
    def display(self) -> DisplayAdapter:
        """The display adapter that is in the machine now."""
        return self.machine.display

    def on_suspend(self) -> None:
        """Called before another screen is put on top; until that is closed, no time passes here."""

    def on_idle(self) -> None:
        """Called when there was no input for `idle_timeout_ticks`."""

    def rebuild(self) -> None:
        """Adapt to another display adapter, mode or deck; most screens are redrawn completely every time anyway."""

    def handle_event(self, event: Event) -> None:
        """Dispatch one event.

        A key press goes to `on_action` or `on_key`, the wheel to `on_wheel`, a left press on a target to `on_click`.
        """
        if isinstance(event, KeyPress):
            action = self.find_action(event)
            if action is None:
                self.on_key(event)
            else:
                self.on_action(action)
        elif isinstance(event, MouseWheel):
            self.on_wheel(event.notches)
        elif isinstance(event, MousePress) and event.button == 1:
            target = find_target_at(self.targets(), event.x, event.y)
            if target is not None:
                self.on_click(target)

    def get_key_bindings(self) -> Iterable[tuple[str, str]]:
        """Return the current key bindings: key names in capitals, each with an action or target id."""
        return self.BINDINGS.items()

    def find_action(self, key: KeyPress) -> str | None:
        """Return the action or target id that is bound to a key, None if there is none."""
        return next((action for name, action in self.get_key_bindings() if name == key.name.upper()), None)

    def on_action(self, action_id: str) -> None:
        """Run an action, or activate a target, by its name."""

    def on_key(self, key: KeyPress) -> None:
        """Handle a key press that has no binding, for instance in a list or a text input."""

    def on_wheel(self, notches: int) -> None:
        """Handle a turn of the mouse wheel; up is positive."""

    def on_click(self, target: Target) -> None:
        """Handle a click or tap on a target, enabled or not."""
        self.on_action(target.id)

    def activate(self, target_id: str) -> None:
        """Activate a target by a click at a point where it is visible."""
        point = find_visible_point(self.targets(), target_id)
        if point is not None:
            self.handle_event(MousePress(*point))
            if self.app.top_screen is self:
                self.handle_event(MouseRelease(*point))

    def show_message(self, message: str | None, is_warning: bool = False) -> None:
        """Show a message for its reading time, in the warning colour if `is_warning`; None removes it."""
        self.message, self.is_warning = message, is_warning
        self.message_count += message is not None
        self._message_ticks = compute_reading_ticks(message or "")

    def advance(self, ticks: int) -> None:
        """Let `ticks` of 1/60 s pass."""
        if self._message_ticks > 0:
            self._message_ticks -= ticks
            if self._message_ticks <= 0:
                self.message, self.is_warning = self.sticky_message, False

    def build_elements(self) -> Iterable[Element]:
        """Return the elements in reading order, without the key hints of the bottom line."""
        return ()

    def draw(self) -> None:
        """Draw the elements and the key hints."""
        for element in self.build_elements():
            if element.paint is not None:
                element.paint(self.display)
        self.draw_key_hints()

    @property
    def result_text(self) -> str:
        """The result of the game while the screen shows it, else empty."""
        return ""

    @property
    def theme(self) -> Theme:
        """The theme of its boxes and lines."""
        return self.app.theme

    def draw_key_hints(self) -> None:
        """Draw the key hints in the bottom line if there are any."""
        if key_hints := self.get_key_hints():
            draw_key_hint_line(self.display, key_hints, self.theme)

    def get_key_hints(self) -> list[KeyHint]:
        """Return the current key hints of the bottom line."""
        return list(self.KEY_HINTS)

    def get_button_hints(self) -> list[KeyHint]:
        """Return the key hints that are also buttons in themes with windows."""
        return [
            key_hint for key_hint in self.get_key_hints() if key_hint.target_id and self.theme.window_title
        ]

    def get_alt_bindings(self) -> list[tuple[str, str]]:
        """Return the Alt key bindings of the buttons, each with its target id."""
        return [
            (f"ALT+{letter}", key_hint.target_id)
            for letter, key_hint in assign_hotkeys(self.get_button_hints()).items()
        ]

    @property
    def focused_id(self) -> str | None:
        """The target id that has the keyboard focus, or None."""
        return self.selected_id

    @property
    def list_item_ids(self) -> Sequence[str]:
        """The target ids of the list that the keys move through; empty if there is no list."""
        return ()

    def get_table_view(self) -> TableView | None:
        """Return the view model of the table that the screen shows, or None."""
        return None

    @property
    def primary_target_id(self) -> str:
        """The target id of the most frequent action, which has the largest touch key; empty if there is none."""
        return ""

    @property
    def link_params(self) -> Mapping[str, str]:
        """The command-line options that lead to this screen, with their values, without those of its game."""
        return {}

    @property
    def spoken_lines(self) -> Sequence[str]:
        """The lines that a screen reader reads."""
        return collect_spoken_lines(self.build_elements())

    @property
    def colour_mode(self) -> str | None:
        """The only colour besides black, or `PICTURE_COLOUR_MODE`, on adapters that can show that; None: as usual."""
        return None

    @property
    def message_text(self) -> str:
        """The message as the line over the screen shows it, empty if there is none."""
        return self.message or ""

    @property
    def tip(self) -> str:
        """The tip for new players where there is no message, empty if there is none."""
        return ""

    @property
    def tip_cells(self) -> tuple[int, int, int, int] | None:
        """The column, row, width and height of the area for tips; None: they are shown where messages are."""
        return None

    @property
    def tip_row(self) -> int:
        """The row in which a tip ends."""
        return self.message_row

    @property
    def message_row(self) -> int:
        """The row in which a message over the screen ends."""
        return ROWS - 3

    def targets(self) -> list[Target]:
        """Return the targets, later ones on top: the key hints, then those of the elements."""
        element_targets = [element.target for element in self.build_elements() if element.target is not None]
        return [*get_key_hint_targets(self.get_key_hints()), *element_targets]

    def accepts_text(self) -> bool:
        """Return whether the player is typing a line of text."""
        return False

    def needs_redraw(self) -> bool:
        """Return whether the picture may change now without input."""
        return not self.is_static or self.is_busy()

    def is_busy(self) -> bool:
        """Return whether a finite animation or a search is running."""
        return False

    def reload(self) -> bool:
        """Reload what an import changed in the player's files; return whether this screen shows the high scores."""
        return False

    def pointer_shape(self) -> PointerShape:
        """Return the shape of the mouse pointer."""
        return "arrow"
