"""The application: a stack of screens on a machine, and the state that they share."""

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
"""Keys that make the screen reader read. No edition binds them, and every keyboard layout has them."""
EVERYWHERE = {SOUND_KEY: "sound", SETUP_KEY: "setup", **dict.fromkeys(READING_KEYS, "read")}
"""Key bindings of every screen. No screen has its own use for these keys, except while text is typed."""
_MAX_HIGHLIGHT_HEIGHT = 2 * CELL_HEIGHT
"""The maximum height of a target that is highlighted under the pointer; higher ones are cards, piles or pictures."""
REPEATING = frozenset({"UP", "DOWN", "LEFT", "RIGHT", "PGUP", "PGDN", "BACKSPACE", "DELETE"})
"""The named keys that repeat while they are held; a held Enter or Esc must not answer the screen that it opened."""


class App:
    """The running application: a stack of screens on one machine, driven by a host loop.

    `navigator` decides which screen comes next; `Navigator.lead` sets it. The app of a replay table has no screens and
    no navigator.
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
        self._hovered: Target | None = None
        self.asked = ""
        """The last reading key pressed, until a listener takes it."""
        self.picture_ticks = 0
        """The ticks since the title picture appeared: it stays animated behind the menus."""
        self.shown: Counter[str] = Counter()
        """The number of demos of each edition that were shown in this run."""
        self._idle: tuple[Screen | None, int] = (None, 0)
        """The top screen, and the ticks since its last input."""
        self.introduced: set[str] = set()
        """The editions whose titles were shown in this run."""
        self.choices = choices
        self.sounds: Sounds = Sounds(machine.speaker, choices, record)
        self.options = {**self._default_options(), **options}
        self.session: Session | None = None
        self._day: Day | None = None
        self.straight = False
        """Whether the first game starts at once, without the question about the mouse."""
        self.done = False
        self.screens: list[Screen] = []
        self._toast = ("", 0)
        self._toast_attribute = MAGAZINE.notice
        self._notice = ("", 0)
        self._last_view: object = None
        """What the last frame showed, to detect changes; None after an event or another change."""
        self.noticed: list[str] = []
        """The notices shown so far."""

    @property
    def day(self) -> Day | None:
        """The daily deal or match that is being played; None too while other rules than its own are chosen."""
        day = self._day
        return day if day is not None and judged(day.rules) == judged(self.rules()) else None

    @day.setter
    def day(self, day: Day | None) -> None:
        """The daily deal or match that is being played; None too while other rules than its own are chosen."""
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
        """Change to another edition with its default options."""
        self.record = self.sounds.record = self.services.load(edition)
        self.options = self._default_options()
        self.session = None
        self.machine.speaker.stop()
        self.sounds.follow()

    def _default_options(self) -> dict[str, str]:
        stored = {option: self.settings[setting] for option, setting in self.record.kept.items()}
        return {**rules_for(self.record.id).options, **stored}

    def rules(self) -> Rules:
        return rules_for(self.record.id, self.options)

    @property
    def settings(self) -> Mapping[str, str]:
        """The settings of all editions by key, as they are in effect in this run."""
        return self.choices.values

    def follow(self, changed: Mapping[str, str]) -> None:
        """Apply changed settings to the options, the sounds, the display and the window."""
        self.options |= {
            option: changed[setting] for option, setting in self.record.kept.items() if setting in changed
        }
        self.sounds.follow()
        self._last_view = None
        if changed.keys() & {*MACHINE, STILL}:
            self.refit()
        if FULLSCREEN in changed:
            self.services.fill_screen(changed[FULLSCREEN] == "on")

    @property
    def still(self) -> bool:
        """Whether motion is reduced: cards move at once, and no demo starts by itself."""
        return self.settings.get(STILL) == "on"

    def powers(self) -> bool:
        """Return whether a power-on sequence is shown before the title, and a power-off sequence after Quit."""
        return self.settings.get(POWER) == "on" and self.services.leaves and not self.still

    def glows(self) -> bool:
        """Return whether pixels fade out slowly, as on a monochrome tube."""
        return self.machine.video.mono and self.settings.get(PICTURE) == "tube"

    def refit(self) -> None:
        """Create the display adapter, mode and card art that the settings ask for; the game continues."""
        self._last_view = None
        self.machine.video, card_art = self.services.fit(self.settings, DECK in self.choices.words)
        self.services = self.services._replace(shown=card_art)
        for screen in self.screens:
            screen.refit()

    def newcomer(self) -> Callable[[], bool]:
        """Return a function that tells whether tips are enabled.

        They are for players who are new to the edition when this is called.
        """
        is_new = not self.services.files.learnt(self.record.id)
        return lambda: is_new and self.settings[TEACH] == "on"

    @property
    def dress(self) -> Dress:
        """The theme of boxes and lines on the current display adapter."""
        return (fine(self.machine.video) and self.record.bright) or self.record.dress

    def toggle_sound(self) -> None:
        """Switch to the next sound level."""
        level = self.sounds.louder()
        self.choices.change({self.record.sound_setting: level.value})
        self.show_passing(f"Sound {level.word}", self.dress.field)

    def show_passing(self, message: str, colour: int) -> None:
        """Show a short-lived message over the top screen."""
        self._toast, self._toast_attribute = (message, reading_ticks(message)), colour

    def set_up(self, page: str = "") -> None:
        """Open Setup over the top screen, at a page or at the most relevant one; if it is open, close it."""
        if self.top.name == "setup":
            self.pop()
        else:
            self.push(self.services.setup(self, page))

    @property
    def here(self) -> dict[str, str]:
        """The command-line options that lead to the current screens, without those of its game."""
        first_deal = self.flow.first_deal
        deal_params = {} if first_deal is None else {"deal": str(first_deal)}
        return {
            **deal_params,
            **{name: value for screen in self.screens for name, value in screen.here.items()},
        }

    def _visible_message(self) -> tuple[str, bool]:
        """Return the message over the screen, and whether it is a notice.

        Notices are shown when there is no other message.
        """
        message = self._toast[0] or (self.top.said if self.top.speaks else "")
        if message or not self.top.speaks:
            return message, False
        return self._notice[0], True

    def update(self, events: list[Event], ticks: int) -> None:
        """Handle the events since the last call, and let `ticks` of 1/60 s pass."""
        if events:
            self._last_view = None
        for event in events:
            if isinstance(event, Key) and event.repeat and not event.char and event.name not in REPEATING:
                continue
            action = EVERYWHERE.get(event.name) if isinstance(event, Key) else None
            if action == "sound":
                self.toggle_sound()
            elif action == "setup":
                self.set_up()
            elif action == "read" and isinstance(event, Key) and not self.takes_text():
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
        self._check_idle(events, ticks)
        toast, remaining_ticks = self._toast
        self._toast = (toast, remaining_ticks - ticks) if remaining_ticks > ticks else ("", 0)
        self._show_notices(events, ticks)
        self._hovered = self._under_pointer()
        self.machine.pointer_shape = self._pointer_shape()

    def _check_idle(self, events: list[Event], ticks: int) -> None:
        """Call `on_idle` of the top screen after its idle time-out, unless motion is reduced."""
        top, (screen, idle_ticks) = self.top, self._idle
        idle_ticks = ticks if events or screen is not top else idle_ticks + ticks
        self._idle = top, idle_ticks
        if top.patience and idle_ticks >= top.patience and not self.still:
            self._idle = None, 0
            top.left_alone()

    def _show_notices(self, events: list[Event], ticks: int) -> None:
        """Show one notice after another: each for its reading time, and then until the next key or click."""
        notice, remaining_ticks = self._notice
        if self._visible_message()[1]:
            remaining_ticks -= ticks
            has_input = any(isinstance(event, Key | Press) for event in events)
            self._notice = ("", 0) if remaining_ticks <= 0 and has_input else (notice, remaining_ticks)
        notices = self.services.files.notices
        if notices and self.top.speaks and not self._notice[0]:
            notice = notices.pop(0)
            self._notice = (notice, reading_ticks(notice))
            self.noticed.append(notice)

    def bring_in(self, path: str) -> None:
        """Import a file that was dropped on the window, and report the result."""
        self.services.bring_in(self, path)

    def _pointer_shape(self) -> Shape:
        """Return the pointer's shape: that of the screen, or a hand over enabled targets if the edition has one."""
        shape = self.top.pointer_shape()
        if shape == "hourglass" and self.still:
            return "standing hourglass"
        is_over_target = self._hovered is not None and self._hovered.enabled
        return "hand" if shape == "arrow" and is_over_target and self.record.pointing_hand else shape

    def _under_pointer(self) -> Target | None:
        """Return the target under the pointer.

        A target of the size of the picture does not count: a click there only closes something.
        """
        if not self.machine.pointer_shown:
            return None
        target = target_at(self.targets(), *self.machine.pointer)
        return None if target is None or target.rect[2:] == (WIDTH, HEIGHT) else target

    def _highlight_hover(self) -> None:
        if self._hovered is not None and self._hovered.enabled:
            x, y, width, height = self._hovered.rect
            if height <= _MAX_HIGHLIGHT_HEIGHT:
                self.machine.video.lift(
                    x // CELL_WIDTH, y // CELL_HEIGHT, width // CELL_WIDTH, height // CELL_HEIGHT
                )

    def _visible_screens(self) -> list[Screen]:
        first = max((i for i, screen in enumerate(self.screens) if not screen.overlay), default=0)
        return self.screens[first:]

    def draw(self) -> None:
        self.machine.video.show_in(self.top.colours)
        for screen in self._visible_screens():
            screen.draw()
        self._highlight_hover()
        message, is_notice = self._visible_message()
        theme = self.top.dress
        attribute = self.dress.notice if is_notice else theme.notice if self.top.warns else theme.field
        if self._toast[0]:
            attribute = self._toast_attribute
        if message:
            message_line(self.machine.video, self.top.message_row, message, attribute)
        elif tip := self.top.lesson:
            if tip_cells := self.top.tip_cells:
                message_box(self.machine.video, tip_cells, tip, self.dress.field)
            else:
                message_line(self.machine.video, self.top.lesson_row, tip, self.dress.field)

    def changes(self) -> bool:
        current = self.screens[:], self._visible_message(), self._hovered, self.top.view()
        has_changed = self._last_view != current or any(screen.lives() for screen in self._visible_screens())
        self._last_view = current
        return has_changed

    def targets(self) -> list[Target]:
        return self.top.targets()

    def busy(self) -> bool:
        return self.top.busy()

    def takes_text(self) -> bool:
        return self.top.takes_text()

    def passed_on(self) -> Transcript | None:
        """Return the game to share: the displayed one, else the current one so far; None if it has no moves."""
        if self.top.shown is not None:
            return self.top.shown
        return self.session.transcript() if self.session is not None and self.session.moves else None

    @property
    def message(self) -> str:
        """The message over the screen or of the screen, else the tip; empty if there is none."""
        return self._visible_message()[0] or self.top.message or self.top.lesson

    @property
    def _state_program(self) -> str:
        """The `program` of the state: that of the topmost screen that has one, else the edition."""
        return next((screen.program for screen in reversed(self.screens) if screen.program), self.record.id)

    def state(self) -> dict[str, object]:
        """Return the application's part of the state JSON, as documented in `docs/COMMANDS.md`."""
        session = self.session
        return {
            "program": self._state_program,
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
