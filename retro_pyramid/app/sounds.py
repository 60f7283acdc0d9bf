"""Sound effects of an edition: the tune of each event, at the chosen sound level."""

from __future__ import annotations

from collections.abc import Iterable

from retro_pyramid.app.assets import load_tunes
from retro_pyramid.app.edition_spec import EditionSpec, SoundLevel
from retro_pyramid.app.settings_store import SettingsStore
from retro_pyramid.machine.speaker import Speaker
from retro_pyramid.rules import DRAW, REDEAL, Move, State
from retro_pyramid.scenes.easing import CARD_TWEEN_TICKS
from retro_pyramid.scenes.end_animation import (
    BONUS_COUNT_STEP,
    BONUS_COUNT_TICKS,
    add_landing_clicks,
    make_counting_tune,
    ticks_to_ms,
)

_MAX_STREAK_TUNE = 8
"""The last card of a streak with a tune of its own."""
ERROR_EVENT = "refuse"
"""The event whose tune is the error beep."""


class SoundPlayer:
    """Plays the sounds of the current edition."""

    def __init__(self, speaker: Speaker, settings_store: SettingsStore, edition: EditionSpec) -> None:
        self._speaker, self._settings_store, self.edition = speaker, settings_store, edition
        self.apply_level()

    @property
    def level(self) -> SoundLevel:
        value = self._settings_store.values[self.edition.sound_setting]
        return next(level for level in self.edition.sound_levels if level.value == value)

    def get_next_level(self) -> SoundLevel:
        """Return the next sound level, the first after the last."""
        levels = self.edition.sound_levels
        return levels[(levels.index(self.level) + 1) % len(levels)]

    def apply_level(self) -> None:
        self._speaker.is_enabled = self.level.plays_errors
        if not self._speaker.is_enabled:
            self._speaker.stop()

    def _tune_name(self, event: str) -> str | None:
        return self.edition.tune_names.get(event) if self.level.plays_tunes or event == ERROR_EVENT else None

    def play_events(self, *events: str, is_reversed: bool = False) -> None:
        """Play the tunes of events one after another, as far as the edition has them and the sound level allows them.

        `is_reversed`: backwards, for a move that is undone.
        """
        names = list(filter(None, map(self._tune_name, events)))
        if not names:
            return
        tune = [tone for name in names for tone in load_tunes()[name]]
        name = " ".join(names)
        self._speaker.play(f"{name} back" if is_reversed else name, tune[::-1] if is_reversed else tune)

    def find_last_note_tick(self, event: str) -> int | None:
        """Return the tick at which the last note of an event's tune begins, audible or not; None if it has no tune."""
        name = self.edition.tune_names.get(event)
        if name is None:
            return None
        tune = load_tunes()[name]
        note_indexes = [i for i, (hertz, _) in enumerate(tune) if hertz]
        return round(sum(length for _, length in tune[: note_indexes[-1]]) * 60 / 1000)

    def play_end_animation(self, event: str, landing_ticks: Iterable[int], bonus: int) -> None:
        """Play the tune of an end animation with a click for each landing.

        Before it come the clicks of a bonus that is counted up.
        """
        name = self._tune_name(event)
        if name is None:
            return
        counting_tune = make_counting_tune(bonus // BONUS_COUNT_STEP, BONUS_COUNT_TICKS)
        pause = [(0, ticks_to_ms(CARD_TWEEN_TICKS))]
        self._speaker.play(
            name, [*pause, *counting_tune, *add_landing_clicks(load_tunes()[name], landing_ticks)]
        )

    def play_move(
        self, move: Move | None, before: State, after: State, turns_card: bool = False, is_undo: bool = False
    ) -> None:
        """Play the sound of the move that led from one state to the other; None: of a restart.

        The cards of a streak have tunes of their own, the last tune for all that follow. A card that was turned over is
        heard after it. `is_undo`: everything is reversed.
        """
        card_counts = [len(state.stock) + len(state.waste) for state in (before, after)]
        if move is None:
            self.play_events("deal", is_reversed=is_undo)
        elif move in (DRAW, REDEAL) and card_counts[0] == card_counts[1]:
            self.play_events("draw" if move == DRAW else "redeal", is_reversed=is_undo)
        else:
            streak = f"streak{min(after.streak, _MAX_STREAK_TUNE)}"
            self.play_events(
                streak if streak in self.edition.tune_names else "move",
                *["turn"] * turns_card,
                is_reversed=is_undo,
            )
