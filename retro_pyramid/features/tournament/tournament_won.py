"""The screen after a won tournament: an animated picture of the edition, and the standings that fill with gold."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, NamedTuple

from retro_pyramid.features.tournament.standings import (
    format_signed,
    format_spoken_standings,
    format_standings,
)
from retro_pyramid.machine.events import Event, KeyPress, MousePress
from retro_pyramid.machine.video import ANIMATION_COLOUR_MODE
from retro_pyramid.rules.editions import GAMES_PER_MATCH
from retro_pyramid.scenes.scene import SceneVariants, draw_scene
from retro_pyramid.session.tournament import MAX_NAME_LENGTH, Standing, Tournament
from retro_pyramid.ui.dialogs import MessageBox
from retro_pyramid.ui.drawing import SINGLE_LINE_CHARS, draw_centred_text, draw_frame
from retro_pyramid.ui.element import FULL_SCREEN_ELEMENT, Element, custom_element, spoken_only

if TYPE_CHECKING:
    from retro_pyramid.app.app import App
    from retro_pyramid.machine.video import DisplayAdapter


class Celebration(NamedTuple):
    """The celebration of a won tournament: pure functions of the ticks since it began."""

    length_ticks: int
    """Ticks until the animation ends; its last frame stays."""
    background: SceneVariants
    """The animated picture, except for the standings in rows 14 to 22."""
    palette_at: Callable[[int], Mapping[int, int]]
    """Function from a tick to the palette registers that differ from the edition's palette."""
    reveal_ticks: tuple[int, ...]
    """Ticks at which each of the six games is entered, and the tick at which totals and winner are complete."""


_BOX_LEFT, _BOX_TOP, _BOX_WIDTH = 8, 14, 64
_GAME_WIDTH = 6
_BOX_ATTRIBUTE, _FRAME_ATTRIBUTE, _TEXT_ATTRIBUTE = 0x0F, 0x0B, 0x0B
_GOLD_ATTRIBUTE, _TEXT_MODE_GOLD, _MONO_GOLD = 0xE0, 0x60, 0x70
"""Attributes of gold cells. Text mode uses a register that the celebration lights up, as backgrounds are dark there."""


class TournamentWonScreen(MessageBox):
    """The picture with the final standings. A key first ends the animation, a second one closes the screen (`on_close`)."""

    is_overlay = False

    def __init__(
        self, app: App, celebration: Celebration, tournament: Tournament, on_close: Callable[[], None]
    ) -> None:
        lines = format_standings(tournament)
        super().__init__(app, "The tournament is over", lines, on_close, "standings")
        self._celebration = celebration
        self._tournament = tournament
        self._standings = tournament.standings()
        self._winner_index = tournament.winner_index()
        self._result_lines = lines[len(self._standings) + 3 :]
        self._tick = celebration.length_ticks if app.reduces_motion else 0

    @property
    def colour_mode(self) -> str | None:
        return ANIMATION_COLOUR_MODE

    def is_busy(self) -> bool:
        """Return True until the animation has ended."""
        return self._tick < self._celebration.length_ticks

    def advance(self, ticks: int) -> None:
        """Advance the animation."""
        self._tick = min(self._tick + ticks, self._celebration.length_ticks)

    def handle_event(self, event: Event) -> None:
        """End the animation, or close the screen."""
        if not self.is_busy():
            super().handle_event(event)
        elif isinstance(event, MousePress) or (isinstance(event, KeyPress) and not event.is_repeat):
            self._tick = self._celebration.length_ticks

    def build_elements(self) -> list[Element]:
        """Return the picture, the standings so far, and their spoken text; the picture is not spoken."""
        return [
            custom_element(self._draw_picture),
            custom_element(self._draw_standings),
            *map(spoken_only, (self._title, *format_spoken_standings(self._tournament))),
            FULL_SCREEN_ELEMENT.with_target("back", label="Go on"),
        ]

    def _draw_picture(self, video: DisplayAdapter) -> None:
        palette = self.app.edition.palette
        changed_registers = self._celebration.palette_at(self._tick) if video.can_animate_palette else {}
        video.set_registers([changed_registers.get(index, value) for index, value in enumerate(palette)])
        draw_scene(video, self._celebration.background, self._tick)

    def _draw_standings(self, video: DisplayAdapter) -> None:
        """Draw a row for each player, the one of the winner in gold, and at the end the result."""
        height = len(self._lines) + 2
        video.fill_cells(_BOX_LEFT, _BOX_TOP, _BOX_WIDTH, height, " ", _BOX_ATTRIBUTE)
        draw_frame(video, _BOX_LEFT, _BOX_TOP, _BOX_WIDTH, height, _FRAME_ATTRIBUTE, SINGLE_LINE_CHARS)
        draw_centred_text(video, _BOX_TOP, f" {self._title} ", _BOX_ATTRIBUTE)
        for row, line in enumerate(self._lines[:2], _BOX_TOP + 1):
            video.put_text(_BOX_LEFT + 2, row, line, _TEXT_ATTRIBUTE)
        for index, standing in enumerate(self._standings):
            self._draw_row(video, _BOX_TOP + 3 + index, standing, index == self._winner_index)
        if self._tick >= self._celebration.reveal_ticks[GAMES_PER_MATCH]:
            for row, line in enumerate(self._result_lines, _BOX_TOP + 4 + len(self._standings)):
                draw_centred_text(video, row, line, 0x0E)

    def _draw_row(self, video: DisplayAdapter, row: int, standing: Standing, is_gold: bool) -> None:
        score_attribute = _BOX_ATTRIBUTE
        if is_gold:
            score_attribute = (
                _MONO_GOLD
                if video.is_monochrome
                else _TEXT_MODE_GOLD
                if video.mode == "text"
                else _GOLD_ATTRIBUTE
            )
        left = _BOX_LEFT + 3
        *game_ticks, total_tick = self._celebration.reveal_ticks
        video.put_text(left, row, f"{standing.player.name:<{MAX_NAME_LENGTH}}", _BOX_ATTRIBUTE)
        for index, (score, tick) in enumerate(zip(standing.scores, game_ticks, strict=True)):
            column = left + MAX_NAME_LENGTH + _GAME_WIDTH * index
            if self._tick >= tick:
                video.put_text(column, row, f"{format_signed(score):>{_GAME_WIDTH}}", score_attribute)
            else:
                video.put_text(column, row, f"{'.':>{_GAME_WIDTH}}", _TEXT_ATTRIBUTE)
        # The total counts up from the last game to the last note of the tune.
        elapsed_ticks = min(max(self._tick - game_ticks[-1], 0), total_tick - game_ticks[-1])
        total = standing.total * elapsed_ticks // (total_tick - game_ticks[-1])
        total_text = format_signed(total) if elapsed_ticks else "."
        total_attribute = score_attribute if self._tick >= total_tick else _BOX_ATTRIBUTE
        video.put_text(
            left + MAX_NAME_LENGTH + _GAME_WIDTH * GAMES_PER_MATCH, row, f"{total_text:>8}", total_attribute
        )
