"""The screen after a won tournament: an animated picture of the edition, and the standings that fill with gold."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, NamedTuple

from retro_pyramid.features.tournament.standings import signed, standing_lines, standings_told
from retro_pyramid.machine.events import Event, Key, Press
from retro_pyramid.machine.video import FINALE
from retro_pyramid.rules.editions import GAMES
from retro_pyramid.scenes.scene import Scenes, show
from retro_pyramid.session.tournament import NAME_LENGTH, Standing, Tournament
from retro_pyramid.ui.dialogs import Notice
from retro_pyramid.ui.drawing import SINGLE, centred, frame
from retro_pyramid.ui.element import WHOLE, Part, painted, said

if TYPE_CHECKING:
    from retro_pyramid.app.app import App
    from retro_pyramid.machine.video import Video


class Feast(NamedTuple):
    """The celebration of a won tournament: pure functions of the ticks since it began."""

    length: int
    """Ticks until the animation ends; its last frame stays."""
    picture: Scenes
    """The animated picture, except for the standings in rows 14 to 22."""
    light: Callable[[int], Mapping[int, int]]
    """Function from a tick to the palette registers that differ from the edition's palette."""
    told: tuple[int, ...]
    """Ticks at which each of the six games is entered, and the tick at which totals and winner are complete."""


_BOX_LEFT, _BOX_TOP, _BOX_WIDTH = 8, 14, 64
_GAME_WIDTH = 6
_BOX_ATTRIBUTE, _FRAME_ATTRIBUTE, _TEXT_ATTRIBUTE = 0x0F, 0x0B, 0x0B
_GOLD_ATTRIBUTE, _TEXT_MODE_GOLD, _MONO_GOLD = 0xE0, 0x60, 0x70
"""Attributes of gold cells. Text mode uses a register that the celebration lights up, as backgrounds are dark there."""


class Triumph(Notice):
    """The picture with the final standings. A key first ends the animation, a second one closes the screen (`on_close`)."""

    overlay = False

    def __init__(self, app: App, feast: Feast, match: Tournament, then: Callable[[], None]) -> None:
        lines = standing_lines(match)
        super().__init__(app, "The tournament is over", lines, then, "standings")
        self._celebration = feast
        self._tournament = match
        self._standings = match.standings()
        self._winner_index = match.winner()
        self._result_lines = lines[len(self._standings) + 3 :]
        self._tick = feast.length if app.still else 0

    @property
    def colours(self) -> str | None:
        return FINALE

    def busy(self) -> bool:
        """Return True until the animation has ended."""
        return self._tick < self._celebration.length

    def tick(self, ticks: int) -> None:
        """Advance the animation."""
        self._tick = min(self._tick + ticks, self._celebration.length)

    def event(self, event: Event) -> None:
        """End the animation, or close the screen."""
        if not self.busy():
            super().event(event)
        elif isinstance(event, Press) or (isinstance(event, Key) and not event.repeat):
            self._tick = self._celebration.length

    def parts(self) -> list[Part]:
        """Return the picture, the standings so far, and their spoken text; the picture is not spoken."""
        return [
            painted(self._draw_picture),
            painted(self._draw_standings),
            *map(said, (self._title, *standings_told(self._tournament))),
            WHOLE.use("back", words="Go on"),
        ]

    def _draw_picture(self, video: Video) -> None:
        palette = self.app.record.palette
        changed_registers = self._celebration.light(self._tick) if video.lit else {}
        video.set_registers([changed_registers.get(index, value) for index, value in enumerate(palette)])
        show(video, self._celebration.picture, self._tick)

    def _draw_standings(self, video: Video) -> None:
        """Draw a row for each player, the one of the winner in gold, and at the end the result."""
        height = len(self._lines) + 2
        video.fill(_BOX_LEFT, _BOX_TOP, _BOX_WIDTH, height, " ", _BOX_ATTRIBUTE)
        frame(video, _BOX_LEFT, _BOX_TOP, _BOX_WIDTH, height, _FRAME_ATTRIBUTE, SINGLE)
        centred(video, _BOX_TOP, f" {self._title} ", _BOX_ATTRIBUTE)
        for row, line in enumerate(self._lines[:2], _BOX_TOP + 1):
            video.write(_BOX_LEFT + 2, row, line, _TEXT_ATTRIBUTE)
        for index, standing in enumerate(self._standings):
            self._draw_row(video, _BOX_TOP + 3 + index, standing, index == self._winner_index)
        if self._tick >= self._celebration.told[GAMES]:
            for row, line in enumerate(self._result_lines, _BOX_TOP + 4 + len(self._standings)):
                centred(video, row, line, 0x0E)

    def _draw_row(self, video: Video, row: int, standing: Standing, is_gold: bool) -> None:
        score_attribute = _BOX_ATTRIBUTE
        if is_gold:
            score_attribute = (
                _MONO_GOLD if video.mono else _TEXT_MODE_GOLD if video.mode == "text" else _GOLD_ATTRIBUTE
            )
        left = _BOX_LEFT + 3
        *game_ticks, total_tick = self._celebration.told
        video.write(left, row, f"{standing.player.name:<{NAME_LENGTH}}", _BOX_ATTRIBUTE)
        for index, (score, tick) in enumerate(zip(standing.scores, game_ticks, strict=True)):
            column = left + NAME_LENGTH + _GAME_WIDTH * index
            if self._tick >= tick:
                video.write(column, row, f"{signed(score):>{_GAME_WIDTH}}", score_attribute)
            else:
                video.write(column, row, f"{'.':>{_GAME_WIDTH}}", _TEXT_ATTRIBUTE)
        # The total counts up from the last game to the last note of the tune.
        elapsed_ticks = min(max(self._tick - game_ticks[-1], 0), total_tick - game_ticks[-1])
        total = standing.total * elapsed_ticks // (total_tick - game_ticks[-1])
        total_text = signed(total) if elapsed_ticks else "."
        total_attribute = score_attribute if self._tick >= total_tick else _BOX_ATTRIBUTE
        video.write(left + NAME_LENGTH + _GAME_WIDTH * GAMES, row, f"{total_text:>8}", total_attribute)
