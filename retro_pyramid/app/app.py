"""The application: a stack of screens on a machine, and the state that they share."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from retro_pyramid.app.sounds import SoundPlayer
from retro_pyramid.machine.events import Event, FileDrop, KeyPress, MousePress, TargetActivated
from retro_pyramid.machine.targets import Target, find_target_at
from retro_pyramid.machine.video import CELL_HEIGHT, CELL_WIDTH, HEIGHT, WIDTH
from retro_pyramid.rules import Rules, rules_for, solver_rules
from retro_pyramid.settings import (
    DECK_SETTING,
    FULLSCREEN_SETTING,
    MACHINE_SETTINGS,
    PICTURE_STYLE_SETTING,
    POWER_SETTING,
    REDUCED_MOTION_SETTING,
    TIPS_SETTING,
)
from retro_pyramid.ui.drawing import draw_message_in_area, draw_message_line, has_fine_lines
from retro_pyramid.ui.screen import Screen
from retro_pyramid.ui.theme import MAGAZINE_THEME, Theme
from retro_pyramid.ui.timing import compute_reading_ticks

if TYPE_CHECKING:
    from retro_pyramid.app.edition_spec import EditionSpec
    from retro_pyramid.app.services import Services
    from retro_pyramid.app.settings_store import SettingsStore
    from retro_pyramid.deals.daily_deal import DailyDeal
    from retro_pyramid.features.start.navigator import Navigator
    from retro_pyramid.machine.pc import Machine
    from retro_pyramid.machine.video import PointerShape
    from retro_pyramid.rules.transcript import Transcript
    from retro_pyramid.session import Session

SOUND_KEY, SETUP_KEY = "F2", "F8"
READ_KEYS = frozenset(",.;")
"""Keys that make the screen reader read. No edition binds them, and every keyboard layout has them."""
GLOBAL_BINDINGS = {SOUND_KEY: "sound", SETUP_KEY: "setup", **dict.fromkeys(READ_KEYS, "read")}
"""Key bindings of every screen. No screen has its own use for these keys, except while text is typed."""
_MAX_HIGHLIGHT_HEIGHT = 2 * CELL_HEIGHT
"""The maximum height of a target that is highlighted under the pointer; higher ones are cards, piles or pictures."""
AUTO_REPEAT_KEYS = frozenset({"UP", "DOWN", "LEFT", "RIGHT", "PGUP", "PGDN", "BACKSPACE", "DELETE"})
"""The named keys that repeat while they are held; a held Enter or Esc must not answer the screen that it opened."""


class App:
    """The running application: a stack of screens on one machine, driven by a host loop.

    `navigator` decides which screen comes next; `Navigator.lead` sets it. The app of a replay table has no screens and
    no navigator.
    """

    navigator: Navigator

    def __init__(
        self,
        machine: Machine,
        edition: EditionSpec,
        services: Services,
        settings_store: SettingsStore,
        options: Mapping[str, str],
    ) -> None:
        self.machine = machine
        self.edition = edition
        self.services = services
        self._hovered: Target | None = None
        self.pending_read_key = ""
        """The last reading key pressed, until a listener takes it."""
        self.title_ticks = 0
        """The ticks since the title picture appeared: it stays animated behind the menus."""
        self.demos_shown: Counter[str] = Counter()
        """The number of demos of each edition that were shown in this run."""
        self._idle: tuple[Screen | None, int] = (None, 0)
        """The top screen, and the ticks since its last input."""
        self.titles_seen: set[str] = set()
        """The editions whose titles were shown in this run."""
        self.settings_store = settings_store
        self.sounds: SoundPlayer = SoundPlayer(machine.speaker, settings_store, edition)
        self.options = {**self._default_options(), **options}
        self.session: Session | None = None
        self._day: DailyDeal | None = None
        self.skips_mouse_prompt = False
        """Whether the first game starts at once, without the question about the mouse."""
        self.is_done = False
        self.screens: list[Screen] = []
        self._toast = ("", 0)
        self._toast_attribute = MAGAZINE_THEME.notice
        self._notice = ("", 0)
        self._last_view: object = None
        """What the last frame showed, to detect changes; None after an event or another change."""
        self.shown_notices: list[str] = []
        """The notices shown so far."""

    @property
    def daily_deal(self) -> DailyDeal | None:
        """The daily deal or match that is being played; None too while other rules than its own are chosen."""
        day = self._day
        return day if day is not None and solver_rules(day.rules) == solver_rules(self.get_rules()) else None

    @daily_deal.setter
    def daily_deal(self, day: DailyDeal | None) -> None:
        """The daily deal or match that is being played; None too while other rules than its own are chosen."""
        self._day = day

    @property
    def top_screen(self) -> Screen:
        return self.screens[-1]

    def push(self, screen: Screen) -> None:
        if self.screens:
            self.top_screen.on_suspend()
        self.screens.append(screen)

    def pop(self) -> None:
        self.screens.pop()

    def replace_screens(self, *screens: Screen) -> None:
        self.screens = list(screens)

    def select_edition(self, edition_id: str) -> None:
        """Change to another edition with its default options."""
        self.edition = self.sounds.edition = self.services.load_edition(edition_id)
        self.options = self._default_options()
        self.session = None
        self.machine.speaker.stop()
        self.sounds.apply_level()

    def _default_options(self) -> dict[str, str]:
        stored = {option: self.settings[setting] for option, setting in self.edition.stored_options.items()}
        return {**rules_for(self.edition.id).options, **stored}

    def get_rules(self) -> Rules:
        return rules_for(self.edition.id, self.options)

    @property
    def settings(self) -> Mapping[str, str]:
        """The settings of all editions by key, as they are in effect in this run."""
        return self.settings_store.values

    def on_settings_changed(self, changes: Mapping[str, str]) -> None:
        """Apply changed settings to the options, the sounds, the display and the window."""
        self.options |= {
            option: changes[setting]
            for option, setting in self.edition.stored_options.items()
            if setting in changes
        }
        self.sounds.apply_level()
        self._last_view = None
        if changes.keys() & {*MACHINE_SETTINGS, REDUCED_MOTION_SETTING}:
            self.rebuild()
        if FULLSCREEN_SETTING in changes:
            self.services.set_fullscreen(changes[FULLSCREEN_SETTING] == "on")

    @property
    def reduces_motion(self) -> bool:
        """Whether motion is reduced: cards move at once, and no demo starts by itself."""
        return self.settings.get(REDUCED_MOTION_SETTING) == "on"

    def shows_power_sequence(self) -> bool:
        """Return whether a power-on sequence is shown before the title, and a power-off sequence after Quit."""
        return self.settings.get(POWER_SETTING) == "on" and self.services.can_quit and not self.reduces_motion

    def has_afterglow(self) -> bool:
        """Return whether pixels fade out slowly, as on a monochrome tube."""
        return self.machine.display.is_monochrome and self.settings.get(PICTURE_STYLE_SETTING) == "tube"

    def rebuild(self) -> None:
        """Create the display adapter, mode and card art that the settings ask for; the game continues."""
        self._last_view = None
        self.machine.display, card_art = self.services.create_display(
            self.settings, DECK_SETTING in self.settings_store.overrides
        )
        self.services = self.services._replace(card_art=card_art)
        for screen in self.screens:
            screen.rebuild()

    def make_tips_check(self) -> Callable[[], bool]:
        """Return a function that tells whether tips are enabled.

        They are for players who are new to the edition when this is called.
        """
        is_new = not self.services.files.knows_rules(self.edition.id)
        return lambda: is_new and self.settings[TIPS_SETTING] == "on"

    @property
    def theme(self) -> Theme:
        """The theme of boxes and lines on the current display adapter."""
        return (has_fine_lines(self.machine.display) and self.edition.bright_theme) or self.edition.theme

    def cycle_sound_level(self) -> None:
        """Switch to the next sound level."""
        level = self.sounds.get_next_level()
        self.settings_store.set_values({self.edition.sound_setting: level.value})
        self.show_toast(f"Sound {level.label}", self.theme.field)

    def show_toast(self, message: str, attribute: int) -> None:
        """Show a short-lived message over the top screen."""
        self._toast, self._toast_attribute = (message, compute_reading_ticks(message)), attribute

    def toggle_setup(self, page: str = "") -> None:
        """Open Setup over the top screen, at a page or at the most relevant one; if it is open, close it."""
        if self.top_screen.name == "setup":
            self.pop()
        else:
            self.push(self.services.create_setup(self, page))

    @property
    def link_params(self) -> dict[str, str]:
        """The command-line options that lead to the current screens, without those of its game."""
        first_deal = self.navigator.first_deal_number
        deal_params = {} if first_deal is None else {"deal": str(first_deal)}
        return {
            **deal_params,
            **{name: value for screen in self.screens for name, value in screen.link_params.items()},
        }

    def _visible_message(self) -> tuple[str, bool]:
        """Return the message over the screen, and whether it is a notice.

        Notices are shown when there is no other message.
        """
        message = self._toast[0] or (self.top_screen.message_text if self.top_screen.shows_messages else "")
        if message or not self.top_screen.shows_messages:
            return message, False
        return self._notice[0], True

    def update(self, events: list[Event], ticks: int) -> None:
        """Handle the events since the last call, and let `ticks` of 1/60 s pass."""
        if events:
            self._last_view = None
        for event in events:
            if (
                isinstance(event, KeyPress)
                and event.is_repeat
                and not event.char
                and event.name not in AUTO_REPEAT_KEYS
            ):
                continue
            action = GLOBAL_BINDINGS.get(event.name) if isinstance(event, KeyPress) else None
            if action == "sound":
                self.cycle_sound_level()
            elif action == "setup":
                self.toggle_setup()
            elif action == "read" and isinstance(event, KeyPress) and not self.accepts_text():
                self.pending_read_key = event.char
            elif isinstance(event, FileDrop):
                self.import_path(event.path)
            elif isinstance(event, TargetActivated):
                self.top_screen.activate(event.target_id)
            else:
                self.top_screen.handle_event(event)
            if self.is_done:
                return
        if self.session is None:
            self.services.files.switch_game_lock("")
        self.title_ticks += ticks
        self.top_screen.advance(ticks)
        self._check_idle(events, ticks)
        toast, remaining_ticks = self._toast
        self._toast = (toast, remaining_ticks - ticks) if remaining_ticks > ticks else ("", 0)
        self._show_notices(events, ticks)
        self._hovered = self._find_hovered()
        self.machine.pointer_shape = self._pointer_shape()

    def _check_idle(self, events: list[Event], ticks: int) -> None:
        """Call `on_idle` of the top screen after its idle time-out, unless motion is reduced."""
        top, (screen, idle_ticks) = self.top_screen, self._idle
        idle_ticks = ticks if events or screen is not top else idle_ticks + ticks
        self._idle = top, idle_ticks
        if top.idle_timeout_ticks and idle_ticks >= top.idle_timeout_ticks and not self.reduces_motion:
            self._idle = None, 0
            top.on_idle()

    def _show_notices(self, events: list[Event], ticks: int) -> None:
        """Show one notice after another: each for its reading time, and then until the next key or click."""
        notice, remaining_ticks = self._notice
        if self._visible_message()[1]:
            remaining_ticks -= ticks
            has_input = any(isinstance(event, KeyPress | MousePress) for event in events)
            self._notice = ("", 0) if remaining_ticks <= 0 and has_input else (notice, remaining_ticks)
        notices = self.services.files.notification_lines
        if notices and self.top_screen.shows_messages and not self._notice[0]:
            notice = notices.pop(0)
            self._notice = (notice, compute_reading_ticks(notice))
            self.shown_notices.append(notice)

    def import_path(self, path: str) -> None:
        """Import a file that was dropped on the window, and report the result."""
        self.services.import_path(self, path)

    def _pointer_shape(self) -> PointerShape:
        """Return the pointer's shape: that of the screen, or a hand over enabled targets if the edition has one."""
        shape = self.top_screen.pointer_shape()
        if shape == "hourglass" and self.reduces_motion:
            return "standing hourglass"
        is_over_target = self._hovered is not None and self._hovered.enabled
        return "hand" if shape == "arrow" and is_over_target and self.edition.has_hand_pointer else shape

    def _find_hovered(self) -> Target | None:
        """Return the target under the pointer.

        A target of the size of the picture does not count: a click there only closes something.
        """
        if not self.machine.is_pointer_visible:
            return None
        target = find_target_at(self.targets(), *self.machine.pointer_pos)
        return None if target is None or target.rect[2:] == (WIDTH, HEIGHT) else target

    def _highlight_hover(self) -> None:
        if self._hovered is not None and self._hovered.enabled:
            x, y, width, height = self._hovered.rect
            if height <= _MAX_HIGHLIGHT_HEIGHT:
                self.machine.display.brighten_cells(
                    x // CELL_WIDTH, y // CELL_HEIGHT, width // CELL_WIDTH, height // CELL_HEIGHT
                )

    def _visible_screens(self) -> list[Screen]:
        first = max((i for i, screen in enumerate(self.screens) if not screen.is_overlay), default=0)
        return self.screens[first:]

    def draw(self) -> None:
        self.machine.display.set_colour_mode(self.top_screen.colour_mode)
        for screen in self._visible_screens():
            screen.draw()
        self._highlight_hover()
        message, is_notice = self._visible_message()
        theme = self.top_screen.theme
        attribute = (
            self.theme.notice if is_notice else theme.notice if self.top_screen.is_warning else theme.field
        )
        if self._toast[0]:
            attribute = self._toast_attribute
        if message:
            draw_message_line(self.machine.display, self.top_screen.message_row, message, attribute)
        elif tip := self.top_screen.tip:
            if tip_cells := self.top_screen.tip_cells:
                draw_message_in_area(self.machine.display, tip_cells, tip, self.theme.field)
            else:
                draw_message_line(self.machine.display, self.top_screen.tip_row, tip, self.theme.field)

    def poll_changed(self) -> bool:
        current = self.screens[:], self._visible_message(), self._hovered, self.top_screen.get_table_view()
        has_changed = self._last_view != current or any(
            screen.needs_redraw() for screen in self._visible_screens()
        )
        self._last_view = current
        return has_changed

    def targets(self) -> list[Target]:
        return self.top_screen.targets()

    def is_animating(self) -> bool:
        return self.top_screen.is_busy()

    def accepts_text(self) -> bool:
        return self.top_screen.accepts_text()

    def get_shareable_game(self) -> Transcript | None:
        """Return the game to share: the displayed one, else the current one so far; None if it has no moves."""
        if self.top_screen.displayed_game is not None:
            return self.top_screen.displayed_game
        return self.session.to_transcript() if self.session is not None and self.session.moves else None

    @property
    def message(self) -> str:
        """The message over the screen or of the screen, else the tip; empty if there is none."""
        return self._visible_message()[0] or self.top_screen.message or self.top_screen.tip

    @property
    def _state_program(self) -> str:
        """The `program` of the state: that of the topmost screen that has one, else the edition."""
        return next(
            (screen.state_program for screen in reversed(self.screens) if screen.state_program),
            self.edition.id,
        )

    def state(self) -> dict[str, object]:
        """Return the application's part of the state JSON, as documented in `docs/COMMANDS.md`."""
        session = self.session
        return {
            "program": self._state_program,
            "screen": self.top_screen.name,
            "deck": self.services.card_art.deck_number,
            "deal": session.deal_number if session else None,
            "options": dict((session.rules if session else self.get_rules()).options),
            "moves": [str(move) for move in session.moves] if session else [],
            "score": session.score if session else None,
            "status": session.status if session else None,
            "selected": self.top_screen.selected_id,
            "message": self.message or self.top_screen.result_text or None,
        }
