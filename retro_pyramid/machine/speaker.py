"""The PC speaker: one square wave from the timer chip, no volume; a tune is a queue of (hertz, milliseconds).

Source: Intel 8253 fed with 1,193,182 Hz; Turbo Pascal's `Sound` loads 1193181 div hertz and ignores 18 Hz and below.
"""

import math
from collections.abc import Sequence

import pyxel

PIT_HZ = 1193182
LOWEST_HZ = 19
_GAIN = 0.35
_NOTES = ("C", "C#", "D", "D#", "E", "F", "F#", "G", "G#", "A", "A#", "B")
# Lengths in ticks that MML can name: a whole note is 192 ticks.
_LENGTHS = tuple(192 // n for n in range(1, 193) if 192 % n == 0)

Tune = Sequence[tuple[int, int]]
"""Tones one after another: (hertz, or 0 for silence; milliseconds)."""


def real_hertz(hertz: int) -> float:
    """Return the frequency the timer chip really makes when asked for `hertz`, 0.0 for what it cannot make.

    >>> round(real_hertz(896), 1)
    896.5
    """
    return PIT_HZ / ((PIT_HZ - 1) // hertz) if hertz >= LOWEST_HZ else 0.0


def tune_mml(tune: Tune) -> str:
    """Return the tune as one MML string for Pyxel: a 50 % square wave, ticks of one millisecond, pitch by cents."""
    parts = ["T1250 Q100 V127 @1 L192"]
    for hertz, milliseconds in tune:
        real = real_hertz(hertz)
        if not real:
            parts.append(_held("R", milliseconds, " R"))
            continue
        pitch = 69 + 12 * math.log2(real / 440)
        key = round(pitch)
        # A tie names the length only; so the pitch set once holds for the whole tone.
        parts.append(
            f"Y{round(100 * (pitch - key))} O{key // 12 - 1} {_held(_NOTES[key % 12], milliseconds, '&')}"
        )
    return " ".join(parts)


def _held(note: str, ticks: int, tie: str) -> str:
    lengths: list[int] = []
    for length in _LENGTHS:
        count, ticks = divmod(ticks, length)
        lengths += [192 // length] * count
    return note + tie.join(map(str, lengths)) if lengths else ""


class Speaker:
    """The speaker itself: plays one tune at a time; a new one cuts the old one off."""

    def __init__(self, silent: bool = False) -> None:
        self.on = True
        self.last = ""
        self._silent = silent
        self._waits: tuple[str, Tune] | None = None
        self._held = False
        self._sounds: dict[tuple[tuple[int, int], ...], pyxel.Sound] = {}
        if not silent:
            pyxel.channels[0].gain = _GAIN

    def play(self, name: str, tune: Tune) -> None:
        """Start `tune`; `name` identifies it (the last one started is in `last`, sounding or not)."""
        self.last = name
        if not self.on or self._silent:
            return
        if self._held:
            self._waits = name, tune
            return
        # By its tones: a march may come with the clicks of what lands in it, or without.
        tones = tuple(tune)
        if tones not in self._sounds:
            sound = pyxel.Sound()
            sound.mml(tune_mml(tune))
            self._sounds[tones] = sound
        pyxel.play(0, self._sounds[tones])

    def stop(self) -> None:
        self._waits = None
        if not self._silent:
            pyxel.stop(0)

    def hold(self) -> None:
        """Let the tune that is started next wait for `release`: nobody could hear it yet."""
        self._held = True

    def release(self) -> None:
        """Start the tune that waits, if one does; others start at once from now on."""
        waits, self._waits, self._held = self._waits, None, False
        if waits:
            self.play(*waits)


def parse_tunes(text: str) -> dict[str, Tune]:
    """Read a table of tunes: `name = hertz:milliseconds ...`, continued on lines that begin with a blank.

    Raises ValueError naming the line.

    >>> parse_tunes("bell = 896:167")
    {'bell': [(896, 167)]}
    """
    tunes: dict[str, Tune] = {}
    name = ""
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        head, _, tones = line.rpartition("=")
        name = head.strip() or name
        try:
            pairs = [tone.split(":") for tone in tones.split()]
            more = [(int(hertz), int(milliseconds)) for hertz, milliseconds in pairs]
            tunes[name] = more if head else [*tunes[name], *more]
        except (KeyError, ValueError):
            raise ValueError(f"tunes, line {number}: expected `name = hertz:milliseconds ...`") from None
    return tunes
