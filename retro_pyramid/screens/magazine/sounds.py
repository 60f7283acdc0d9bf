"""A page of the magazine that plays every tune and effect there is: a list of names, and what the one with the bar is."""

from __future__ import annotations

import math
from textwrap import wrap
from typing import TYPE_CHECKING

from retro_pyramid.machine.speaker import Tune
from retro_pyramid.machine.video import Video
from retro_pyramid.screens.boxes.list_box import PITCH, ListScreen
from retro_pyramid.screens.library import tune_words, tunes
from retro_pyramid.screens.magazine.menus import ISSUE, Go, InkScreen, blue
from retro_pyramid.screens.parts.list import Answer, Listing
from retro_pyramid.screens.parts.look import MAGAZINE, Hint, frame
from retro_pyramid.screens.parts.part import Part, masthead, painted, said, spot, text
from retro_pyramid.screens.screen import LEAVE

if TYPE_CHECKING:
    from retro_pyramid.screens.app import App

_TOP, _HIGH, _SEEN = 4, 19, 8
_LIST = (2, 22)
_PANEL = (27, 51)
_ROOM, _LINES = _PANEL[1] - 6, 4
"""Cells of a line of the panel, and how many lines words may take."""
_GRAPH, _LEVELS = 12, 14
"""The row in which the tune's graph begins, and its height in halves of a cell."""
_LEAST = 100
"""Milliseconds for which a tune is shown as playing at least."""
_BRIEF = 100
"""A tune of fewer milliseconds is told in them."""
_HALVES = {(False, True): "▄", (True, False): "▀", (True, True): "█"}


class Sounds(InkScreen, ListScreen):
    """The tunes as a list; Enter or a click plays one, Esc stops it and goes `back`."""

    name = "sounds"
    dress = MAGAZINE
    speaks = True
    seen = _SEEN
    own_keys = LEAVE
    key_hints = (
        Hint("↑↓", "Choose", ""),
        Hint("Enter", "Play", "button:play"),
        Hint("F2", "Sound", "button:sound"),
        Hint("Esc", "Back", "back"),
    )

    def __init__(self, app: App, back: Go) -> None:
        super().__init__(app)
        self._back = back
        self._names = tuple(tunes())
        self._playing = ""
        self._passed = 0
        self.start(Listing(tuple(f"menu:{name}" for name in self._names), page=_SEEN))

    @property
    def _chosen(self) -> str:
        return self._names[self.listing.at]

    def take(self, row: int) -> None:
        name = self._names[row]
        self._playing, self._passed = name, 0
        self.machine.speaker.play(name, tunes()[name])
        if not self.machine.speaker.on:
            self.message = "The sound is off: F2 puts it on"

    def leave(self) -> None:
        self.machine.speaker.stop()
        self._back()

    def _answer(self, answer: Answer | None) -> None:
        if answer is not None and not answer.taken:
            self._playing = ""
            self.machine.speaker.stop()
        super()._answer(answer)

    def act(self, name: str) -> None:
        if name == "button:play":
            self.take(self.listing.at)
        elif name == "button:sound":
            self.app.toggle_sound()
        else:
            super().act(name)

    def tick(self, ticks: int) -> None:
        super().tick(ticks)
        if self._playing:
            self._passed += ticks
            # A click of a hundredth of a second could not be seen.
            length = max(_length(tunes()[self._playing]), _LEAST)
            if self._passed * 1000 > 60 * length:
                self._playing = ""

    def _words(self) -> str:
        services = self.app.services
        program, colon, words = tune_words()[self._chosen].partition(": ")
        if program in services.programs:
            return f"{services.programs[program]}: {words}."
        words = program + colon + words
        return f"{words[:1].upper()}{words[1:]}."

    def _measure(self) -> str:
        tune = tunes()[self._chosen]
        tones = sum(hertz > 0 for hertz, _ in tune)
        length = _length(tune)
        words = f"{length} ms" if length < _BRIEF else f"{length / 1000:.1f} s"
        return f"{words}, {tones} tone{'s' * (tones != 1)}"

    def parts(self) -> list[Part]:
        """Return the list, and beside it the tune that has the bar, which alone is read."""
        dress, at, words = self.dress, _PANEL[0] + 3, self._words()
        measure, name = self._measure(), _title(self._chosen)
        return [
            painted(self._ground),
            masthead("SOUNDS", "ON DISK MONTHLY", ISSUE, dress)._replace(told=""),
            *map(self._name, self.in_sight(), range(_TOP + 2, _TOP + _HIGH, PITCH)),
            *self.marks(_LIST[0] + _LIST[1] - 3, _TOP + 1, _TOP + _HIGH - 2, dress.title),
            text(at, _TOP + 1, name, dress.title, told=name),
            *(
                text(at, _TOP + 3 + line, part, dress.paper, told="")
                for line, part in enumerate(wrap(words, _ROOM)[:_LINES])
            ),
            said(words),
            text(at + _ROOM - len(measure), _TOP + 1, measure, dress.dim, told=measure),
            painted(self._graph),
        ]

    def _ground(self, video: Video) -> None:
        blue(video)
        for column, width in (_LIST, _PANEL):
            video.fill(column, _TOP, width, _HIGH, " ", self.dress.paper)
            frame(video, column, _TOP, width, _HIGH, self.dress.frame)

    def _name(self, target: str, row: int) -> Part:
        name, (column, width) = target.partition(":")[2], _LIST
        attribute = self.dress.bar if name == self._chosen else self.dress.paper
        sign = "♪" if name == self._playing else " "
        words = text(column + 1, row, f" {sign} {_title(name):<{width - 5}}", attribute, told="")
        place = spot(column + 1, row, width - 2, PITCH)
        return words._replace(rect=place.rect).use(target, words=_title(name))

    def _graph(self, video: Video) -> None:
        dress, column = self.dress, _PANEL[0] + 3
        tune = tunes()[self._chosen]
        passed = self._passed * 1000 // 60 if self._playing == self._chosen else 0
        levels = _levels(tune)
        here = passed * _ROOM // max(1, _length(tune))
        for at, level in enumerate(levels):
            for row in range(_LEVELS // 2):
                half = _HALVES.get((level == 2 * row, level == 2 * row + 1))
                if half:
                    video.write(column + at, _GRAPH + row, half, dress.title if at < here else dress.dim)
        video.write(column, _GRAPH + _LEVELS // 2, "─" * _ROOM, dress.dim)
        if self._playing == self._chosen:
            video.write(column + min(here, _ROOM - 1), _GRAPH + _LEVELS // 2, "▲", dress.title)
            hertz = _tone(tune, passed)
            words = f"{hertz} Hz" if hertz else "..."
            video.write(column + (_ROOM - len(words)) // 2, _TOP + _HIGH - 2, words, dress.paper)


def _title(name: str) -> str:
    return name.replace("_", " ")


def _length(tune: Tune) -> int:
    return sum(milliseconds for _, milliseconds in tune)


def _tone(tune: Tune, passed: int) -> int:
    """Return the hertz that sound after so many milliseconds, 0 in silence and at the end."""
    for hertz, milliseconds in tune:
        passed -= milliseconds
        if passed < 0:
            return hertz
    return 0


def _levels(tune: Tune) -> list[int | None]:
    """Return for each cell of the graph how many halves of a cell its tone is below the top; None for silence."""
    length = _length(tune)
    pitches = {hertz: math.log2(hertz) for hertz, _ in tune if hertz}
    low, high = min(pitches.values()), max(pitches.values())
    # A tune of few notes fills no more than its part of an octave, in the middle.
    span = max(high - low, 1)
    low -= (span - high + low) / 2
    share = (_LEVELS - 1) / span
    tones = [_tone(tune, at * length // _ROOM) for at in range(_ROOM)]
    return [_LEVELS - 1 - round((pitches[hertz] - low) * share) if hertz else None for hertz in tones]
