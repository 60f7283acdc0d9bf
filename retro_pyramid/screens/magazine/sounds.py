"""A page of the magazine that plays every tune and effect there is: a list of names, and what the one with the bar is."""

import math
from collections.abc import Sequence
from textwrap import wrap

from retro_pyramid.machine.events import Key
from retro_pyramid.machine.speaker import Tune
from retro_pyramid.machine.targets import Target
from retro_pyramid.machine.video import COLUMNS
from retro_pyramid.screens.app import App
from retro_pyramid.screens.boxes.list_box import PITCH, ListScreen
from retro_pyramid.screens.magazine.menus import GROUND, ISSUE, Go, InkScreen
from retro_pyramid.screens.parts.list import Answer, Listing
from retro_pyramid.screens.parts.look import MAGAZINE, Hint, cells_rect, frame, header

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
    key_hints = (
        Hint("↑↓", "Choose", ""),
        Hint("Enter", "Play", "button:play"),
        Hint("F2", "Sound", "button:sound"),
        Hint("Esc", "Back", "back"),
    )

    def __init__(self, app: App, back: Go) -> None:
        super().__init__(app)
        self._back = back
        self._names = tuple(app.services.tunes)
        self._first = 0
        self._playing = ""
        self._passed = 0
        self.start(Listing(tuple(f"menu:{name}" for name in self._names), page=_SEEN))

    @property
    def _chosen(self) -> str:
        return self._names[self.listing.at]

    def start(self, listing: Listing) -> None:
        """Show the list with its bar where it can be seen."""
        super().start(listing)
        self._first = min(max(self._first, listing.at - _SEEN + 1), listing.at)

    def take(self, row: int) -> None:
        """Play a tune from its beginning."""
        name = self._names[row]
        self._playing, self._passed = name, 0
        self.machine.speaker.play(name, self.app.services.tunes[name])
        if not self.machine.speaker.on:
            self.message = "The sound is off: F2 puts it on"

    def leave(self) -> None:
        """Stop what sounds, and go back."""
        self.machine.speaker.stop()
        self._back()

    def _answer(self, answer: Answer | None) -> None:
        if answer is not None and not answer.taken:
            self._playing = ""
            self.machine.speaker.stop()
        super()._answer(answer)

    def key(self, key: Key) -> None:
        """Leave by Backspace and Q too; the rest is the list's."""
        if key.name in ("BACKSPACE", "q", "Q"):
            self.leave()
        else:
            super().key(key)

    def click(self, target: Target) -> None:
        """Do what a hint says; the rest is the list's."""
        if target.id == "button:play":
            self.take(self.listing.at)
        elif target.id == "button:sound":
            self.app.toggle_sound()
        else:
            super().click(target)

    def tick(self, ticks: int) -> None:
        """Let the tune go on; at its end nothing plays."""
        super().tick(ticks)
        if self._playing:
            self._passed += ticks
            # A click of a hundredth of a second could not be seen.
            length = max(_length(self.app.services.tunes[self._playing]), _LEAST)
            if self._passed * 1000 > 60 * length:
                self._playing = ""

    def targets(self) -> list[Target]:
        """Return the hints and the names that can be seen."""
        column, width = _LIST
        seen = self.listing.ids[self._first : self._first + _SEEN]
        rows = [
            Target(
                name,
                cells_rect(column + 1, _TOP + 2 + PITCH * at, width - 2, PITCH),
                words=_title(name.partition(":")[2]),
            )
            for at, name in enumerate(seen)
        ]
        return [*super().targets(), *rows]

    @property
    def told(self) -> Sequence[str]:
        """Return the name with the bar, and what it is: list and panel stand side by side."""
        return _title(self._chosen), self._words(), self._measure()

    def _words(self) -> str:
        services = self.app.services
        program, colon, words = services.tune_words[self._chosen].partition(": ")
        if program in services.programs:
            return f"{services.programs[program]}: {words}."
        words = program + colon + words
        return f"{words[:1].upper()}{words[1:]}."

    def _measure(self) -> str:
        tune = self.app.services.tunes[self._chosen]
        tones = sum(hertz > 0 for hertz, _ in tune)
        length = _length(tune)
        words = f"{length} ms" if length < _BRIEF else f"{length / 1000:.1f} s"
        return f"{words}, {tones} tone{'s' * (tones != 1)}"

    def draw(self) -> None:
        """Draw the list, and beside it the tune that has the bar."""
        video, dress = self.video, self.dress
        video.set_registers()
        if video.mode == "text":
            video.fill(0, 3, COLUMNS, 21, "░", 0x19)
        else:
            video.page.cls(GROUND)
        header(video, "SOUNDS", "ON DISK MONTHLY", ISSUE)
        for column, width in (_LIST, _PANEL):
            video.fill(column, _TOP, width, _HIGH, " ", dress.paper)
            frame(video, column, _TOP, width, _HIGH, dress.frame)
        self._draw_list()
        self._draw_panel()
        self.draw_hints()

    def _draw_list(self) -> None:
        (column, width), video, dress = _LIST, self.video, self.dress
        for at, name in enumerate(self._names[self._first : self._first + _SEEN]):
            row = _TOP + 2 + PITCH * at
            attribute = dress.bar if name == self._chosen else dress.paper
            sign = "♪" if name == self._playing else " "
            video.write(column + 1, row, f" {sign} {_title(name):<{width - 5}}", attribute)
        if self._first > 0:
            video.write(column + width - 3, _TOP + 1, "▲", dress.title)
        if self._first + _SEEN < len(self._names):
            video.write(column + width - 3, _TOP + _HIGH - 2, "▼", dress.title)

    def _draw_panel(self) -> None:
        video, dress, column = self.video, self.dress, _PANEL[0] + 3
        tune = self.app.services.tunes[self._chosen]
        video.write(column, _TOP + 1, _title(self._chosen), dress.title)
        measure = self._measure()
        video.write(column + _ROOM - len(measure), _TOP + 1, measure, dress.dim)
        for line, words in enumerate(wrap(self._words(), _ROOM)[:_LINES]):
            video.write(column, _TOP + 3 + line, words, dress.paper)
        passed = self._passed * 1000 // 60 if self._playing == self._chosen else 0
        levels = _graph(tune)
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
    """Return the milliseconds a tune takes."""
    return sum(milliseconds for _, milliseconds in tune)


def _tone(tune: Tune, passed: int) -> int:
    """Return the hertz that sound after so many milliseconds, 0 in silence and at the end."""
    for hertz, milliseconds in tune:
        passed -= milliseconds
        if passed < 0:
            return hertz
    return 0


def _graph(tune: Tune) -> list[int | None]:
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
