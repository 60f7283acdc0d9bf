"""What a program sounds like: the tunes of what happens, at the sound level that is chosen."""

from __future__ import annotations

from collections.abc import Iterable

from retro_pyramid.app.assets import tunes
from retro_pyramid.app.edition_spec import ProgramRecord, SoundLevel
from retro_pyramid.app.settings_store import Choices
from retro_pyramid.machine.speaker import Speaker
from retro_pyramid.rules import DRAW, REDEAL, Move, State
from retro_pyramid.scenes.easing import GLIDE_TICKS
from retro_pyramid.scenes.end_animation import COUNT_STEP, COUNT_TICKS, counted, milliseconds, ticked

_STREAKS = 8
"""The card of a streak that has the last tune of its own."""
ERROR = "refuse"
"""The event whose tune is the error beep."""


class Sounds:
    """The sounds of the program whose `record` it has."""

    def __init__(self, speaker: Speaker, choices: Choices, record: ProgramRecord) -> None:
        self._speaker, self._choices, self.record = speaker, choices, record
        self.follow()

    @property
    def level(self) -> SoundLevel:
        now = self._choices.values[self.record.sound_setting]
        return next(level for level in self.record.sound_levels if level.value == now)

    def louder(self) -> SoundLevel:
        """Return the next sound level, the first after the last."""
        levels = self.record.sound_levels
        return levels[(levels.index(self.level) + 1) % len(levels)]

    def follow(self) -> None:
        self._speaker.on = self.level.errors
        if not self._speaker.on:
            self._speaker.stop()

    def _tune(self, what: str) -> str | None:
        return self.record.tunes.get(what) if self.level.tunes or what == ERROR else None

    def play(self, *happened: str, back: bool = False) -> None:
        """Play the tunes that this program has for what happened, one after another, where the sound level allows them.

        They sound backwards for what is taken `back`.
        """
        names = list(filter(None, map(self._tune, happened)))
        if not names:
            return
        tune = [tone for name in names for tone in tunes()[name]]
        name = " ".join(names)
        self._speaker.play(f"{name} back" if back else name, tune[::-1] if back else tune)

    def last_note(self, what: str) -> int | None:
        """Return the tick at which the last note of what happened begins, heard or not; None where it has no tune."""
        name = self.record.tunes.get(what)
        if name is None:
            return None
        tune = tunes()[name]
        ends = [at for at, (hertz, _) in enumerate(tune) if hertz]
        return round(sum(length for _, length in tune[: ends[-1]]) * 60 / 1000)

    def finale(self, what: str, landings: Iterable[int], bonus: int) -> None:
        """Play the tune of a finale with the ticks of what lands in it, after those of a bonus that is counted up."""
        name = self._tune(what)
        if name is None:
            return
        count = counted(bonus // COUNT_STEP, COUNT_TICKS)
        pause = [(0, milliseconds(GLIDE_TICKS))]
        self._speaker.play(name, [*pause, *count, *ticked(tunes()[name], landings)])

    def move(
        self, move: Move | None, before: State, after: State, turned: bool = False, back: bool = False
    ) -> None:
        """Play what a move sounds like that led from one state to the other, None for a restart.

        The cards of a streak have tunes of their own, the last of them for all that follow. A card that it `turned`
        over is heard after it; of a move taken `back` all sounds backwards.
        """
        cards = [len(state.stock) + len(state.waste) for state in (before, after)]
        if move is None:
            self.play("deal", back=back)
        elif move in (DRAW, REDEAL) and cards[0] == cards[1]:
            self.play("draw" if move == DRAW else "redeal", back=back)
        else:
            streak = f"streak{min(after.streak, _STREAKS)}"
            self.play(streak if streak in self.record.tunes else "move", *["turn"] * turned, back=back)
