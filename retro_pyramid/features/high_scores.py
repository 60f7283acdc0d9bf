"""The high score screen, its base class, and the dialog that asks for a name."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Self

from retro_pyramid.formats.scores.high_scores import MAX_NAME_LENGTH
from retro_pyramid.machine.events import Event, KeyPress, MousePress
from retro_pyramid.machine.video import COLUMNS, DisplayAdapter
from retro_pyramid.scenes.title import draw_backdrop
from retro_pyramid.ui.drawing import KeyHint, draw_centred_text
from retro_pyramid.ui.element import (
    Element,
    box_element,
    custom_element,
    header_element,
    hit_area,
    spoken_only,
    text_element,
)
from retro_pyramid.ui.lists import ENTER_KEYS
from retro_pyramid.ui.screen import CLOSE_KEYS, Screen
from retro_pyramid.ui.text_entry import TextInputDialog
from retro_pyramid.ui.theme import MAGAZINE_THEME
from retro_pyramid.ui.timing import HIGH_SCORES_IDLE_TICKS

if TYPE_CHECKING:
    from retro_pyramid.app.app import App

LETTER_REVEAL_TICKS = 5
"""Ticks in which one letter of a new name is revealed."""
SPOKEN_BLANK_NAME = "no name"
"""Spoken in place of a blank name."""
_BANNER_TEXT = "A NEW RECORD"
_STARS, _STAR_TICKS = "☼*", 18
_BANNER_ATTRIBUTE, _GLEAM_ATTRIBUTE = 0x0E, 0x0F
"""Attributes of the banner and of the gleam that runs over it: bright on black is readable with any palette."""
_GLEAM_TICKS, _GLEAM_PAUSE = 5, 8
"""Ticks per letter of the gleam, and its pause, in letters."""


class LeaderboardScreen(Screen):
    """Base class of the screens with a table of names and scores.

    `new_index` is the index of a row that has just been entered, or None. Its name is revealed letter by letter.
    """

    box_top: int
    """The row of the upper edge of the box."""
    on_timeout: Callable[[], None] | None = None
    """In the attract loop, the function called after the idle time; any key or click then leaves the screen."""

    def __init__(self, app: App, rows: Sequence[Any], new_index: int | None) -> None:
        super().__init__(app)
        self.show_rows(rows, new_index)

    def with_auto_advance(self, on_timeout: Callable[[], None]) -> Self:
        """Set the screen up for the attract loop, which continues with `on_timeout`, and return it."""
        self.on_timeout, self.idle_timeout_ticks = on_timeout, HIGH_SCORES_IDLE_TICKS
        return self

    def on_idle(self) -> None:
        if self.on_timeout:
            self.on_timeout()

    def show_rows(self, rows: Sequence[Any], new_index: int | None) -> None:
        """Show these rows and start to reveal the name of the new row."""
        self.rows, self._new_index = rows, new_index
        self._reveal_ticks = (
            0
            if new_index is None or self.app.reduces_motion
            else LETTER_REVEAL_TICKS * len(rows[new_index].name)
        )
        self._tick = 0

    def advance(self, ticks: int) -> None:
        """Advance the animation, with a sound for each revealed letter."""
        super().advance(ticks)
        revealed_before, self._tick = self._tick // LETTER_REVEAL_TICKS, self._tick + ticks
        if revealed_before < min(self._tick, self._reveal_ticks) // LETTER_REVEAL_TICKS:
            self.app.sounds.play_events("cut")

    def is_busy(self) -> bool:
        """Return True while a name is being revealed."""
        return self._tick < self._reveal_ticks

    def skip_reveal(self, event: Event) -> bool:
        """Complete the name at once on any key or mouse button. Return True if it was still being revealed."""
        is_press = isinstance(event, MousePress) or (isinstance(event, KeyPress) and not event.is_repeat)
        if not (is_press and self.is_busy()):
            return False
        self._tick = self._reveal_ticks
        return True

    def build_announcement(self) -> Element:
        """Return the spoken element about the new row: a new record, or its place."""
        if self._new_index is None:
            return spoken_only("")
        return spoken_only(
            _BANNER_TEXT.capitalize() if self._new_index == 0 else f"Place {self._new_index + 1} is yours"
        )

    def get_revealed_name(self, index: int) -> str:
        """Return the visible part of the name in a row; a name that is being revealed ends with a spark."""
        name: str = self.rows[index].name
        if index != self._new_index or not self.is_busy():
            return name
        return name[: self._tick // LETTER_REVEAL_TICKS] + "*"

    def format_row(self, index: int) -> tuple[str, str]:
        """Return the visible and the spoken text of a row; the spoken text of an empty row is empty."""
        raise NotImplementedError

    def build_row_elements(self, column: int, top_row: int, width: int) -> list[Element]:
        """Return the elements of all rows, `width` cells wide, below each other from a column and a row of cells."""
        bar, paper, dim = self.theme.selection, self.theme.text, self.theme.muted
        elements = []
        for index in range(len(self.rows)):
            line, spoken = self.format_row(index)
            attribute = bar if index == self._new_index else paper if spoken else dim
            elements.append(text_element(column, top_row + index, line.ljust(width), attribute, spoken))
        return elements

    def draw_record_banner(self, video: DisplayAdapter) -> None:
        """Draw the banner of a new record once the name is complete, with a gleam unless animation is off."""
        if self._new_index != 0 or self.is_busy():
            return
        row, tick = self.box_top, 0 if self.app.reduces_motion else self._tick - self._reveal_ticks
        star = _STARS[tick // _STAR_TICKS % len(_STARS)]
        # Black behind the letters: over a title picture the win colour of the ribbon may be light or dark.
        ribbon = f" {star}  {_BANNER_TEXT}  {star} "
        draw_centred_text(video, row, ribbon, self.app.top_screen.theme.win_banner & 0x70)
        attribute = 0x07 if video.is_monochrome else _BANNER_ATTRIBUTE
        column = (COLUMNS - len(_BANNER_TEXT)) // 2
        video.put_text(column - 1, row, f" {_BANNER_TEXT} ", attribute)
        gleam_index = tick // _GLEAM_TICKS % (len(_BANNER_TEXT) + _GLEAM_PAUSE) - _GLEAM_PAUSE
        if gleam_index >= 0 and _BANNER_TEXT[gleam_index] != " ":
            video.put_text(
                column + gleam_index,
                row,
                _BANNER_TEXT[gleam_index],
                video.hotkey_attribute(_GLEAM_ATTRIBUTE, attribute),
            )


_MAX_NAME_COLUMNS = 45
"""Imported tables may have longer names than ours; this length makes the box as wide as the screen."""
_OTHER_COLUMNS = 31
"""Columns of the box beside the name."""


class HighScoreScreen(LeaderboardScreen):
    """The ten best scores of the edition; the row at `new_index` is new. `leave_label` names the destination of leaving."""

    name = "scores"
    shows_messages = True
    box_top = 9
    message_row = box_top - 2
    theme = MAGAZINE_THEME
    BINDINGS = dict.fromkeys((*CLOSE_KEYS, *ENTER_KEYS, "SPACE"), "back")

    def __init__(
        self, app: App, on_leave: Callable[[], None], new_index: int | None = None, leave_label: str = "Menu"
    ) -> None:
        super().__init__(app, app.services.files.read_high_scores().rows, new_index)
        self._on_leave = on_leave
        self._leave_label = leave_label

    def reload(self) -> bool:
        """Reload the table."""
        self.show_rows(self.app.services.files.read_high_scores().rows, None)
        return True

    def handle_event(self, event: Event) -> None:
        """Complete a name that is being revealed on any key or click, which also has its usual effect."""
        self.skip_reveal(event)
        if self.on_timeout and isinstance(event, KeyPress | MousePress):
            self._on_leave()
        elif not (isinstance(event, KeyPress) and event.is_repeat):
            super().handle_event(event)

    def on_action(self, action_id: str) -> None:
        self._on_leave()

    def get_key_hints(self) -> list[KeyHint]:
        return [KeyHint("Any key" if self.on_timeout else "Esc", self._leave_label, "back")]

    def build_elements(self) -> list[Element]:
        """Return the ten rows with names, scores and levels; empty rows are not spoken."""
        record, dress, name_width = self.app.edition, self.theme, self._name_width
        width = name_width + _OTHER_COLUMNS
        column, top = (COLUMNS - width) // 2, self.box_top
        has_scores = any(row.score > 0 for row in self.rows)
        return [
            custom_element(lambda _: draw_backdrop(self.app)),
            self.build_announcement(),
            header_element("SCORES", record.title, record.issue, dress)._replace(
                spoken=f"The Top Ten of {record.title}"
            ),
            box_element(column, top, width, 14, dress, " The Top Ten ")._replace(spoken=""),
            text_element(
                column + 3, top + 1, f"    {'Name':<{name_width}}       Score   Level", dress.muted, spoken=""
            ),
            text_element(column + 3, top + 2, "─" * (width - 6), dress.muted, spoken=""),
            *self.build_row_elements(column + 1, top + 3, width - 2),
            custom_element(self.draw_record_banner),
            spoken_only("" if has_scores else "Nobody is on it yet"),
            hit_area(column, top, width, 13).with_target("button:board"),
        ]

    @property
    def _name_width(self) -> int:
        """The width of the names in columns."""
        return min(max(MAX_NAME_LENGTH, *(len(row.name) for row in self.rows)), _MAX_NAME_COLUMNS)

    def format_row(self, index: int) -> tuple[str, str]:
        row, name_width = self.rows[index], self._name_width
        name, score = self.get_revealed_name(index)[:name_width], f"{row.score:.10g}"
        line = f"  {index + 1:>2}  {name:<{name_width}}   {score:>9}{row.level or '-':>6}"
        level_text = f", level {row.level}" if row.level else ""
        return (
            line,
            f"{index + 1}: {row.name.strip() or SPOKEN_BLANK_NAME}, {score} points{level_text}"
            if row.score > 0
            else "",
        )


class HighScoreNameDialog(TextInputDialog):
    """Asks for the name of a new high score. `on_enter` gets the name, `on_skip` is called if there is none."""

    def __init__(
        self, app: App, score: int, index: int, on_enter: Callable[[str], None], on_skip: Callable[[], None]
    ) -> None:
        texts = (
            "A place on the high score board!" if index else "A new record!",
            f"With {score} points you are number {index + 1} of the top ten",
            "Your name:",
            "Type a name, or press Esc to skip",
            "Save",
            "Skip",
        )
        super().__init__(app, texts, on_enter, on_skip, MAX_NAME_LENGTH)
