"""A tournament that a player has won: a picture of the program's, and the ledger that fills with gold."""

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
    """How a tournament won is celebrated; pure functions of the ticks since that began.

    It takes `length` ticks and then stands still. `picture` is the whole picture but for the ledger in the rows 14 to
    22, `light` returns the palette registers that are another colour. `told` are the ticks at which each of the six
    games is entered into the ledger, and the one at which the net totals are whole and the winner is named.
    """

    length: int
    picture: Scenes
    light: Callable[[int], Mapping[int, int]]
    told: tuple[int, ...]


_LEFT, _TOP, _WIDTH = 8, 14, 64
_GAME = 6
_PAPER, _EDGE, _WORDS = 0x0F, 0x0B, 0x0B
_GOLD, _TEXT_GOLD, _MONO_GOLD = 0xE0, 0x60, 0x70
"""Cells of gold; in text mode it is a register that the feast lights up, as papers are dark there."""


class Triumph(Notice):
    """The picture with the final standings; a key first ends what moves, another one leads on, to `then`."""

    overlay = False

    def __init__(self, app: App, feast: Feast, match: Tournament, then: Callable[[], None]) -> None:
        lines = standing_lines(match)
        super().__init__(app, "The tournament is over", lines, then, "standings")
        self._feast = feast
        self._match = match
        self._standings = match.standings()
        self._winner = match.winner()
        self._closing = lines[len(self._standings) + 3 :]
        self._now = feast.length if app.still else 0

    @property
    def colours(self) -> str | None:
        return FINALE

    def busy(self) -> bool:
        """Return whether something still moves."""
        return self._now < self._feast.length

    def tick(self, ticks: int) -> None:
        """Let time pass."""
        self._now = min(self._now + ticks, self._feast.length)

    def event(self, event: Event) -> None:
        """End what moves, or go on."""
        if not self.busy():
            super().event(event)
        elif isinstance(event, Press) or (isinstance(event, Key) and not event.repeat):
            self._now = self._feast.length

    def parts(self) -> list[Part]:
        """Return the picture in its light, and the ledger as far as it is filled; nobody wants to hear the picture."""
        return [
            painted(self._picture),
            painted(self._ledger),
            *map(said, (self._title, *standings_told(self._match))),
            WHOLE.use("back", words="Go on"),
        ]

    def _picture(self, video: Video) -> None:
        palette = self.app.record.palette
        light = self._feast.light(self._now) if video.lit else {}
        video.set_registers([light.get(index, value) for index, value in enumerate(palette)])
        show(video, self._feast.picture, self._now)

    def _ledger(self, video: Video) -> None:
        """Draw a row for each player, the winner's in gold, and at last who has won."""
        height = len(self._lines) + 2
        video.fill(_LEFT, _TOP, _WIDTH, height, " ", _PAPER)
        frame(video, _LEFT, _TOP, _WIDTH, height, _EDGE, SINGLE)
        centred(video, _TOP, f" {self._title} ", _PAPER)
        for row, line in enumerate(self._lines[:2], _TOP + 1):
            video.write(_LEFT + 2, row, line, _WORDS)
        for at, standing in enumerate(self._standings):
            self._row(video, _TOP + 3 + at, standing, at == self._winner)
        if self._now >= self._feast.told[GAMES]:
            for row, line in enumerate(self._closing, _TOP + 4 + len(self._standings)):
                centred(video, row, line, 0x0E)

    def _row(self, video: Video, row: int, standing: Standing, gold: bool) -> None:
        filled = _PAPER
        if gold:
            filled = _MONO_GOLD if video.mono else _TEXT_GOLD if video.mode == "text" else _GOLD
        left = _LEFT + 3
        *games, whole = self._feast.told
        video.write(left, row, f"{standing.player.name:<{NAME_LENGTH}}", _PAPER)
        for at, (score, tick) in enumerate(zip(standing.scores, games, strict=True)):
            column = left + NAME_LENGTH + _GAME * at
            if self._now >= tick:
                video.write(column, row, f"{signed(score):>{_GAME}}", filled)
            else:
                video.write(column, row, f"{'.':>{_GAME}}", _WORDS)
        # The sum is counted from the last game to the last note.
        passed = min(max(self._now - games[-1], 0), whole - games[-1])
        total = standing.total * passed // (whole - games[-1])
        words = signed(total) if passed else "."
        done = filled if self._now >= whole else _PAPER
        video.write(left + NAME_LENGTH + _GAME * GAMES, row, f"{words:>8}", done)
