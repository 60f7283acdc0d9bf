"""The PC speaker: a single square wave from the timer chip, without volume. A tune is a list of (hertz, milliseconds).

Source: Intel 8253 fed with 1,193,182 Hz; Turbo Pascal's `Sound` loads 1193181 div hertz and ignores 18 Hz and below.
"""

import math
from collections.abc import Sequence

import pyxel

PIT_CLOCK_HZ = 1193182
MIN_TONE_HZ = 19
_GAIN = 0.35
_NOTES = ("C", "C#", "D", "D#", "E", "F", "F#", "G", "G#", "A", "A#", "B")
# Note lengths in ticks that MML can express: a whole note is 192 ticks.
_LENGTHS = tuple(192 // n for n in range(1, 193) if 192 % n == 0)

Tune = Sequence[tuple[int, int]]
"""Tones in order, each as (hertz, milliseconds); 0 hertz is silence."""


def actual_frequency_hz(requested_hz: int) -> float:
    """Return the frequency that the timer chip produces for `requested_hz`, or 0.0 if that is too low for it.

    >>> round(actual_frequency_hz(896), 1)
    896.5
    """
    return PIT_CLOCK_HZ / ((PIT_CLOCK_HZ - 1) // requested_hz) if requested_hz >= MIN_TONE_HZ else 0.0


def tune_to_mml(tune: Tune) -> str:
    """Return the tune as one MML string for Pyxel: a 50 % square wave, ticks of one millisecond, pitch in cents."""
    parts = ["T1250 Q100 V127 @1 L192"]
    for hertz, milliseconds in tune:
        real = actual_frequency_hz(hertz)
        if not real:
            parts.append(_note_mml("R", milliseconds, " R"))
            continue
        pitch = 69 + 12 * math.log2(real / 440)
        key = round(pitch)
        # A tie repeats only the length, so the pitch is set once for the whole tone.
        parts.append(
            f"Y{round(100 * (pitch - key))} O{key // 12 - 1} {_note_mml(_NOTES[key % 12], milliseconds, '&')}"
        )
    return " ".join(parts)


def _note_mml(note: str, ticks: int, tie: str) -> str:
    lengths: list[int] = []
    for length in _LENGTHS:
        count, ticks = divmod(ticks, length)
        lengths += [192 // length] * count
    return note + tie.join(map(str, lengths)) if lengths else ""


class Speaker:
    """Plays one tune at a time; starting a tune stops the previous one. With `is_silent` no sound device is used."""

    def __init__(self, is_silent: bool = False) -> None:
        self.is_enabled = True
        self.last_tune_name = ""
        self._silent = is_silent
        self._deferred: tuple[str, Tune] | None = None
        self._is_deferring = False
        self._sounds: dict[tuple[tuple[int, int], ...], pyxel.Sound] = {}
        if not is_silent:
            pyxel.channels[0].gain = _GAIN

    def play(self, tune_name: str, tune: Tune) -> None:
        """Start `tune` and store `tune_name` in `last_tune_name`, even if the speaker is silent or disabled."""
        self.last_tune_name = tune_name
        if not self.is_enabled or self._silent:
            return
        if self._is_deferring:
            self._deferred = tune_name, tune
            return
        # Cached by tones, not by name: the same march exists with and without the clicks of landing cards.
        tones = tuple(tune)
        if tones not in self._sounds:
            sound = pyxel.Sound()
            sound.mml(tune_to_mml(tune))
            self._sounds[tones] = sound
        pyxel.play(0, self._sounds[tones])

    def stop(self) -> None:
        self._deferred = None
        if not self._silent:
            pyxel.stop(0)

    def defer(self) -> None:
        """Keep the next tune back until `resume` is called, because sound cannot be heard yet."""
        self._is_deferring = True

    def resume(self) -> None:
        """Start the deferred tune, if any, and stop deferring."""
        deferred, self._deferred, self._is_deferring = self._deferred, None, False
        if deferred:
            self.play(*deferred)


def parse_tunes(text: str) -> dict[str, Tune]:
    """Parse a table of tunes: `name = hertz:milliseconds ...`, continued on lines without `=`.

    Empty lines and lines starting with `#` are ignored. Raises ValueError with the line number for a malformed line.

    >>> parse_tunes("bell = 896:167")
    {'bell': [(896, 167)]}
    """
    tunes: dict[str, Tune] = {}
    name = ""
    for line_number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        head, _, tones = line.rpartition("=")
        name = head.strip() or name
        try:
            pairs = [tone.split(":") for tone in tones.split()]
            parsed = [(int(hertz), int(milliseconds)) for hertz, milliseconds in pairs]
            tunes[name] = parsed if head else [*tunes[name], *parsed]
        except (KeyError, ValueError):
            raise ValueError(f"tunes, line {line_number}: expected `name = hertz:milliseconds ...`") from None
    return tunes
