"""The description of an edition: its texts, theme, sounds and rules; the editions themselves are in `editions/`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from retro_pyramid.machine.adapters.palette import DEFAULT_REGISTERS
from retro_pyramid.rules import Rules
from retro_pyramid.scenes.title import TitleAnimation
from retro_pyramid.session import AssistPolicy, Session
from retro_pyramid.ui.theme import MAGAZINE_THEME, Theme


class MenuItem(NamedTuple):
    """One line of the main menu."""

    name: str
    """Its target id is `menu:NAME`."""
    label: str
    """The visible text."""
    action: str
    """The action that it runs."""
    options: Mapping[str, str] = {}
    """The game options that it chooses."""
    description: str = ""
    """What it does, in one line, for new players."""
    hotkeys: str = ""
    """The letters or digits that select it, the first of which is marked in the label; empty: the label's first letter."""


class SoundLevel(NamedTuple):
    """One value of an edition's sound setting.

    `label` is its name on screen. `plays_errors` says whether error beeps are audible, `plays_tunes` whether all other
    sounds are.
    """

    value: str
    label: str
    plays_tunes: bool
    plays_errors: bool


ON_OFF_SOUND_LEVELS = (
    SoundLevel("on", "on", plays_tunes=True, plays_errors=True),
    SoundLevel("off", "off", plays_tunes=False, plays_errors=False),
)


class TableExits(NamedTuple):
    """Callbacks that leave the table."""

    on_game_over: Callable[[Session, Callable[[], None] | None], None]
    """Called after a finished game, to enter its score and continue."""
    earns_high_score: Callable[[Session], bool]
    """Returns whether a finished game has earned a high score."""
    show_menu: Callable[[], None]
    """Opens the main menu."""
    show_help: Callable[[], None]
    """Opens the help."""
    show_editions: Callable[[], None]
    """Opens the list of editions."""
    quit: Callable[[], None]
    """Quits the program."""
    play_daily_deal: Callable[[], None]
    """Starts today's daily deal."""


class EditionSpec(NamedTuple):
    """The metadata of one edition."""

    id: str
    """The edition's id."""
    title: str
    """The full title."""
    issue: str
    """The text at the right of headers."""
    menu_items: tuple[MenuItem, ...]
    """The lines of the main menu."""
    title_animation: TitleAnimation
    """The title picture."""
    tune_names: Mapping[str, str]
    """The name of the tune of each sound event; events without one are silent."""
    department: str = "GAMES"
    """The text at the left of headers."""
    option_labels: Mapping[tuple[str, str], str] = {}
    """The visible text of an option's value, by option and value."""
    assist_policy: AssistPolicy = AssistPolicy()
    """Which assists mark a game as assisted, or freeze its score."""
    sound_levels: tuple[SoundLevel, ...] = ON_OFF_SOUND_LEVELS
    """The sound levels, in order."""
    has_hand_pointer: bool = False
    """Whether the pointer is a hand over enabled targets."""
    theme: Theme = MAGAZINE_THEME
    """The theme of boxes and lines."""
    bright_theme: Theme | None = None
    """The theme over pictures in all colours, where backgrounds may be bright; None: the same."""
    stored_options: Mapping[str, str] = {}
    """The rules options that are stored as settings, each with the key of its setting."""
    high_score_level: Callable[[Rules], int] | None = None
    """Returns the level that is stored with a high score; None if there are no high scores."""
    palette: tuple[int, ...] = DEFAULT_REGISTERS
    """The palette registers of everything but the title picture."""
    has_tournaments: bool = False
    """Whether there is a Top 10 of tournaments."""
    menu_activates_on_click: bool = True
    """Whether a click in the main menu activates a line; if not, it only selects it."""
    first_deals: tuple[int, ...] = ()
    """Easy deals, under all rules of the edition, for a new player's first games."""

    @property
    def sound_setting(self) -> str:
        """The key of the setting that stores the sound level."""
        return f"{self.id}.sound"

    def describe_rules(self, rules: Rules) -> str:
        """Return the menu's description of games under these rules, empty if the menu has none for them."""
        items = [
            item for item in self.menu_items if item.options and item.options.items() <= rules.options.items()
        ]
        return items[0].description if items else ""
