"""A sound card that is a pipe: what a browser sends to the loudspeaker is heard here, as slowly as it would be there."""

from __future__ import annotations

import os
import time
from array import array
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from threading import Event, Thread

RATE = 44100
"""Samples in a second, each of two bytes."""
_SETTINGS = """pcm.!default {{
  type plug
  slave {{
    pcm {{ type file  format raw  file "{pipe}"  slave.pcm {{ type null }} }}
    format S16_LE
    rate {rate}
    channels 1
  }}
}}
ctl.!default {{ type null }}
"""


def pitches(samples: Sequence[float], rate: int) -> set[int]:
    """Return the pitches of a square wave in hertz, as they are in every fortieth of a second that has a sound."""
    length = rate // 40
    found = set()
    for start in range(0, len(samples) - length, length // 4):
        part = samples[start : start + length]
        rises = [at for at, (one, other) in enumerate(pairwise(part)) if one <= 0 < other]
        if len(rises) > 2:
            found.add(round((len(rises) - 1) * rate / (rises[-1] - rises[0])))
    return found


class Card:
    """What has come to the card."""

    def __init__(self) -> None:
        self._bytes = bytearray()

    def forget(self) -> None:
        """Forget what was heard so far."""
        self._bytes.clear()

    def pitches(self) -> set[int]:
        """Return the pitches that were heard."""
        whole = len(self._bytes) // 2 * 2
        return pitches(array("h", bytes(self._bytes[:whole])), RATE)

    def play(self, pipe: int, ended: Event) -> None:
        """Take samples from the pipe as fast as a loudspeaker would: who writes there waits."""
        start = time.monotonic()
        taken = 0
        while not ended.wait(0.01):
            due = int((time.monotonic() - start) * RATE) * 2
            try:
                new = os.read(pipe, due - taken)
            except BlockingIOError:
                new = b""
            # What nobody has sent in time was silence.
            taken = due if len(new) < due - taken else taken + len(new)
            self._bytes += new


@contextmanager
def plugged_in(home: Path) -> Iterator[Card]:
    """Put a card into the machine, for programs whose home folder this is and who send their sound to ALSA."""
    pipe = home / "loudspeaker"
    os.mkfifo(pipe)
    (home / ".asoundrc").write_text(_SETTINGS.format(pipe=pipe, rate=RATE), encoding="utf-8")
    reading = os.open(pipe, os.O_RDWR | os.O_NONBLOCK)
    card, ended = Card(), Event()
    thread = Thread(target=card.play, args=(reading, ended), daemon=True)
    thread.start()
    try:
        yield card
    finally:
        ended.set()
        thread.join()
        os.close(reading)
