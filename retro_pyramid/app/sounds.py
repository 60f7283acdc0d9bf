"""Sound effects of an edition: the tune of each event, at the chosen sound level."""

from __future__ import annotations

from collections.abc import Iterable

from retro_pyramid.app.assets import tunes
from retro_pyramid.app.edition_spec import ProgramRecord, SoundLevel
from retro_pyramid.app.settings_store import Choices
from retro_pyramid.machine.speaker import Speaker
from retro_pyramid.rules import DRAW, REDEAL, Move, State
from retro_pyramid.scenes.easing import GLIDE_TICKS
from retro_pyramid.scenes.end_animation import COUNT_STEP, COUNT_TICKS, counted, milliseconds, ticked

_MAX_STREAK_TUNE = 8
"""The last card of a streak with a tune of its own."""
ERROR = "refuse"
"""The event whose tune is the error beep."""


class Sounds:
    """Plays the sounds of the current edition."""

    def __init__(self, speaker: Speaker, choices: Choices, record: ProgramRecord) -> None:
        self._speaker, self._settings_store, self.record = speaker, choices, record
        self.follow()

    @property
    def level(self) -> SoundLevel:
        value = self._settings_store.values[self.record.sound_setting]
        return next(level for level in self.record.sound_levels if level.value == value)

    def louder(self) -> SoundLevel:
        """Return the next sound level, the first after the last."""
        levels = self.record.sound_levels
        return levels[(levels.index(self.level) + 1) % len(levels)]

    def follow(self) -> None:
        self._speaker.on = self.level.errors
        if not self._speaker.on:
            self._speaker.stop()

    def _tune_name(self, event: str) -> str | None:
        return self.record.tunes.get(event) if self.level.tunes or event == ERROR else None

    def play(self, *happened: str, back: bool = False) -> None:
        """Play the tunes of events one after another, as far as the edition has them and the sound level allows them.

        `is_reversed`: backwards, for a move that is undone.
        """
        names = list(filter(None, map(self._tune_name, happened)))
        if not names:
            return
        tune = [tone for name in names for tone in tunes()[name]]
        name = " ".join(names)
        self._speaker.play(f"{name} back" if back else name, tune[::-1] if back else tune)

    def last_note(self, what: str) -> int | None:
        """Return the tick at which the last note of an event's tune begins, audible or not; None if it has no tune."""
        name = self.record.tunes.get(what)
        if name is None:
            return None
        tune = tunes()[name]
        note_indexes = [i for i, (hertz, _) in enumerate(tune) if hertz]
        return round(sum(length for _, length in tune[: note_indexes[-1]]) * 60 / 1000)

    def finale(self, what: str, landings: Iterable[int], bonus: int) -> None:
        """Play the tune of an end animation with a click for each landing.

        Before it come the clicks of a bonus that is counted up.
        """
        name = self._tune_name(what)
        if name is None:
            return
        counting_tune = counted(bonus // COUNT_STEP, COUNT_TICKS)
        pause = [(0, milliseconds(GLIDE_TICKS))]
        self._speaker.play(name, [*pause, *counting_tune, *ticked(tunes()[name], landings)])

    def move(
        self, move: Move | None, before: State, after: State, turned: bool = False, back: bool = False
    ) -> None:
        """Play the sound of the move that led from one state to the other; None: of a restart.

        The cards of a streak have tunes of their own, the last tune for all that follow. A card that was turned over is
        heard after it. `is_undo`: everything is reversed.
        """
        card_counts = [len(state.stock) + len(state.waste) for state in (before, after)]
        if move is None:
            self.play("deal", back=back)
        elif move in (DRAW, REDEAL) and card_counts[0] == card_counts[1]:
            self.play("draw" if move == DRAW else "redeal", back=back)
        else:
            streak = f"streak{min(after.streak, _MAX_STREAK_TUNE)}"
            self.play(streak if streak in self.record.tunes else "move", *["turn"] * turned, back=back)
