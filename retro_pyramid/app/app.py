"""The stack of screens a program is made of, and what they share: machine, record, game, files, choices, sounds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from retro_pyramid.app.sounds import Sounds
from retro_pyramid.machine.events import Drop, Event, Key, Named, Press
from retro_pyramid.machine.targets import Target, target_at
from retro_pyramid.machine.video import CELL_HEIGHT, CELL_WIDTH, HEIGHT, WIDTH
from retro_pyramid.rules import Rules, judged, rules_for
from retro_pyramid.settings import DECK, FULLSCREEN, MACHINE, PICTURE, POWER, STILL, TEACH
from retro_pyramid.ui.drawing import fine, message_box, message_line
from retro_pyramid.ui.screen import Screen
from retro_pyramid.ui.theme import MAGAZINE, Dress
from retro_pyramid.ui.timing import reading_ticks

if TYPE_CHECKING:
    from retro_pyramid.app.edition_spec import ProgramRecord
    from retro_pyramid.app.services import Services
    from retro_pyramid.app.settings_store import Choices
    from retro_pyramid.deals.daily_deal import Day
    from retro_pyramid.features.start.navigator import Flow
    from retro_pyramid.machine.pc import Machine
    from retro_pyramid.machine.video import Shape
    from retro_pyramid.rules.transcript import Transcript
    from retro_pyramid.session import Session

SOUND_KEY, SETUP_KEY = "F2", "F8"
READING_KEYS = frozenset(",.;")
"""What a player types who has the screen read aloud: no program has a use for these keys, and every layout has them."""
EVERYWHERE = {SOUND_KEY: "sound", SETUP_KEY: "setup", **dict.fromkeys(READING_KEYS, "read")}
"""What keys do on every screen: no screen has a use of its own for them, but where a line is typed."""
_MOST_LIFTED = 2 * CELL_HEIGHT
"""The height of words that light up under the pointer; what is higher is a card, a pile or a picture."""
REPEATING = frozenset({"UP", "DOWN", "LEFT", "RIGHT", "PGUP", "PGDN", "BACKSPACE", "DELETE"})
"""The named keys that do something again while they are held; a held Enter or Esc must not answer what it brought up."""


class App:
    """The running program: a stack of screens on one machine, as a host drives it.

    `flow` decides which screen comes next; `Flow.lead` sets it. The app of a stage, which has no screens, has none.
    """

    flow: Flow

    def __init__(
        self,
        machine: Machine,
        record: ProgramRecord,
        services: Services,
        choices: Choices,
        options: Mapping[str, str],
    ) -> None:
        self.machine = machine
        self.record = record
        self.services = services
        self._pointed: Target | None = None
        self.asked = ""
        """The reading key that was pressed last, till a listener takes it."""
        self.picture_ticks = 0
        """For how long the title picture has been there: it lives behind the menus too."""
        self.shown: Counter[str] = Counter()
        """How many recorded games of each program were shown to nobody in this run."""
        self._alone: tuple[Screen | None, int] = (None, 0)
        """The screen on top, and the ticks since something happened there."""
        self.introduced: set[str] = set()
        """The programs whose titles were shown in this run."""
        self.choices = choices
        self.sounds: Sounds = Sounds(machine.speaker, choices, record)
        self.options = {**self._usual_options(), **options}
        self.session: Session | None = None
        self._day: Day | None = None
        self.straight = False
        """Whether the first game is to be on the table at once, with nothing asked before it."""
        self.done = False
        self.screens: list[Screen] = []
        self._passing = ("", 0)
        self._passing_colour = MAGAZINE.notice
        self._notice = ("", 0)
        self._seen: object = None
        """What was seen when it was last asked whether that changes, None after an event or another change."""
        self.noticed: list[str] = []
        """The notices shown so far."""

    @property
    def day(self) -> Day | None:
        """The day whose deals are being played; it pauses while other rules than its own are chosen."""
        day = self._day
        return day if day is not None and judged(day.rules) == judged(self.rules()) else None

    @day.setter
    def day(self, day: Day | None) -> None:
        self._day = day

    @property
    def top(self) -> Screen:
        return self.screens[-1]

    def push(self, screen: Screen) -> None:
        if self.screens:
            self.top.covered()
        self.screens.append(screen)

    def pop(self) -> None:
        self.screens.pop()

    def go(self, *screens: Screen) -> None:
        self.screens = list(screens)

    def switch(self, edition: str) -> None:
        """Become another program, with its usual options."""
        self.record = self.sounds.record = self.services.load(edition)
        self.options = self._usual_options()
        self.session = None
        self.machine.speaker.stop()
        self.sounds.follow()

    def _usual_options(self) -> dict[str, str]:
        kept = {option: self.settings[setting] for option, setting in self.record.kept.items()}
        return {**rules_for(self.record.id).options, **kept}

    def rules(self) -> Rules:
        return rules_for(self.record.id, self.options)

    @property
    def settings(self) -> Mapping[str, str]:
        """The settings of all programs by name, as they hold in this run."""
        return self.choices.values

    def follow(self, changed: Mapping[str, str]) -> None:
        self.options |= {
            option: changed[kept] for option, kept in self.record.kept.items() if kept in changed
        }
        self.sounds.follow()
        self._seen = None
        if changed.keys() & {*MACHINE, STILL}:
            self.refit()
        if FULLSCREEN in changed:
            self.services.fill_screen(changed[FULLSCREEN] == "on")

    @property
    def still(self) -> bool:
        """Whether nothing is to move: cards lie where they go at once, and no game plays itself unasked."""
        return self.settings.get(STILL) == "on"

    def powers(self) -> bool:
        """Return whether the machine is switched on before the title, and off after Quit."""
        return self.settings.get(POWER) == "on" and self.services.leaves and not self.still

    def glows(self) -> bool:
        """Return whether what has gone out is still seen for a moment: on a monochrome tube."""
        return self.machine.video.mono and self.settings.get(PICTURE) == "tube"

    def refit(self) -> None:
        """Put the adapter, mode and deck of the settings into the machine; whatever is going on goes on."""
        self._seen = None
        self.machine.video, shown = self.services.fit(self.settings, DECK in self.choices.words)
        self.services = self.services._replace(shown=shown)
        for screen in self.screens:
            screen.refit()

    def newcomer(self) -> Callable[[], bool]:
        """Return what tells whether to teach the player: who is new to the program now, unless told not to."""
        new = not self.services.files.learnt(self.record.id)
        return lambda: new and self.settings[TEACH] == "on"

    @property
    def dress(self) -> Dress:
        """The colours of boxes and lines on the adapter that shows them now."""
        return (fine(self.machine.video) and self.record.bright) or self.record.dress

    def toggle_sound(self) -> None:
        """Go on to the next sound level."""
        level = self.sounds.louder()
        self.choices.change({self.record.sound_setting: level.value})
        self.show_passing(f"Sound {level.word}", self.dress.field)

    def show_passing(self, message: str, colour: int) -> None:
        """Show a message over whatever screen is on top."""
        self._passing, self._passing_colour = (message, reading_ticks(message)), colour

    def set_up(self, page: str = "") -> None:
        """Show Setup over whatever is shown, at a page or at the one that is wanted first; or leave it."""
        if self.top.name == "setup":
            self.pop()
        else:
            self.push(self.services.setup(self, page))

    @property
    def here(self) -> dict[str, str]:
        """The options of the command line that lead to where the program is, beside those of its game."""
        first = self.flow.first_deal
        asked = {} if first is None else {"deal": str(first)}
        return {**asked, **{name: value for screen in self.screens for name, value in screen.here.items()}}

    def _said(self) -> tuple[str, bool]:
        """Return the words shown over the screen, and whether they are a notice, which is shown when nothing else is."""
        words = self._passing[0] or (self.top.said if self.top.speaks else "")
        if words or not self.top.speaks:
            return words, False
        return self._notice[0], True

    def update(self, events: list[Event], ticks: int) -> None:
        """Take what happened since the last call, and how many 1/60 s passed."""
        if events:
            self._seen = None
        for event in events:
            if isinstance(event, Key) and event.repeat and not event.char and event.name not in REPEATING:
                continue
            name = EVERYWHERE.get(event.name) if isinstance(event, Key) else None
            if name == "sound":
                self.toggle_sound()
            elif name == "setup":
                self.set_up()
            elif name == "read" and isinstance(event, Key) and not self.takes_text():
                self.asked = event.char
            elif isinstance(event, Drop):
                self.bring_in(event.path)
            elif isinstance(event, Named):
                self.top.use(event.id)
            else:
                self.top.event(event)
            if self.done:
                return
        if self.session is None:
            self.services.files.play("")
        self.picture_ticks += ticks
        self.top.tick(ticks)
        self._be_patient(events, ticks)
        words, left = self._passing
        self._passing = (words, left - ticks) if left > ticks else ("", 0)
        self._show_notices(events, ticks)
        self._pointed = self._under_pointer()
        self.machine.pointer_shape = self._pointer()

    def _be_patient(self, events: list[Event], ticks: int) -> None:
        """Tell the screen on top, when nothing has happened there for as long as it waits, unless nothing is to move."""
        top, (screen, waited) = self.top, self._alone
        waited = ticks if events or screen is not top else waited + ticks
        self._alone = top, waited
        if top.patience and waited >= top.patience and not self.still:
            self._alone = None, 0
            top.left_alone()

    def _show_notices(self, events: list[Event], ticks: int) -> None:
        """Show one notice after another: each for as long as it takes to read, and on till somebody does something."""
        words, left = self._notice
        if self._said()[1]:
            left -= ticks
            here = any(isinstance(event, Key | Press) for event in events)
            self._notice = ("", 0) if left <= 0 and here else (words, left)
        notices = self.services.files.notices
        if notices and self.top.speaks and not self._notice[0]:
            words = notices.pop(0)
            self._notice = (words, reading_ticks(words))
            self.noticed.append(words)

    def bring_in(self, path: str) -> None:
        """Import a file that was dropped on the window, and report the result."""
        self.services.bring_in(self, path)

    def _pointer(self) -> Shape:
        """Return the pointer's shape: the screen's own, or a hand over what can be used, where the program has one."""
        shape = self.top.pointer_shape()
        if shape == "hourglass" and self.still:
            return "standing hourglass"
        pointed = self._pointed is not None and self._pointed.enabled
        return "hand" if shape == "arrow" and pointed and self.record.pointing_hand else shape

    def _under_pointer(self) -> Target | None:
        """Return what the pointer is on; what covers the whole picture cannot be pointed at, only clicked away."""
        if not self.machine.pointer_shown:
            return None
        over = target_at(self.targets(), *self.machine.pointer)
        return None if over is None or over.rect[2:] == (WIDTH, HEIGHT) else over

    def _lift(self) -> None:
        if self._pointed is not None and self._pointed.enabled:
            x, y, width, height = self._pointed.rect
            if height <= _MOST_LIFTED:
                self.machine.video.lift(
                    x // CELL_WIDTH, y // CELL_HEIGHT, width // CELL_WIDTH, height // CELL_HEIGHT
                )

    def _visible(self) -> list[Screen]:
        first = max((i for i, screen in enumerate(self.screens) if not screen.overlay), default=0)
        return self.screens[first:]

    def draw(self) -> None:
        self.machine.video.show_in(self.top.colours)
        for screen in self._visible():
            screen.draw()
        self._lift()
        words, notice = self._said()
        dress = self.top.dress
        colour = self.dress.notice if notice else dress.notice if self.top.warns else dress.field
        if self._passing[0]:
            colour = self._passing_colour
        if words:
            message_line(self.machine.video, self.top.message_row, words, colour)
        elif lesson := self.top.lesson:
            if cells := self.top.tip_cells:
                message_box(self.machine.video, cells, lesson, self.dress.field)
            else:
                message_line(self.machine.video, self.top.lesson_row, lesson, self.dress.field)

    def changes(self) -> bool:
        now = self.screens[:], self._said(), self._pointed, self.top.view()
        changes = self._seen != now or any(screen.lives() for screen in self._visible())
        self._seen = now
        return changes

    def targets(self) -> list[Target]:
        return self.top.targets()

    def busy(self) -> bool:
        return self.top.busy()

    def takes_text(self) -> bool:
        return self.top.takes_text()

    def passed_on(self) -> Transcript | None:
        """Return the game to pass on: the one shown, else the one on the table as far as it went; None without moves."""
        if self.top.shown is not None:
            return self.top.shown
        return self.session.transcript() if self.session is not None and self.session.moves else None

    @property
    def message(self) -> str:
        """What is said over the screen or by it, else what a newcomer is told; empty for nothing."""
        return self._said()[0] or self.top.message or self.top.lesson

    @property
    def _program(self) -> str:
        """The program of the screen on top, or of the one that it was opened from; else the one being played."""
        return next((screen.program for screen in reversed(self.screens) if screen.program), self.record.id)

    def state(self) -> dict[str, object]:
        """Return the state of the program as `docs/COMMANDS.md` lays it out, without the machine's part."""
        session = self.session
        return {
            "program": self._program,
            "screen": self.top.name,
            "deck": self.services.shown.deck,
            "deal": session.deal if session else None,
            "options": dict((session.rules if session else self.rules()).options),
            "moves": [str(move) for move in session.moves] if session else [],
            "score": session.score if session else None,
            "status": session.status if session else None,
            "selected": self.top.selected,
            "message": self.message or self.top.ending or None,
        }
