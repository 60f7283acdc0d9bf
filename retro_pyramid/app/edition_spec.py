"""What a program is to the screens: a record of words, looks and rules; the programs themselves live in `programs/`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from retro_pyramid.machine.adapters.palette import DEFAULT_REGISTERS
from retro_pyramid.rules import Rules
from retro_pyramid.scenes.title import Title
from retro_pyramid.session import Habits, Session
from retro_pyramid.ui.theme import MAGAZINE, Dress


class MenuItem(NamedTuple):
    """One line of the main menu: its name (target `menu:NAME`), its words, what it does and with which options.

    `note` tells a newcomer what it means, in a line. `keys` are the letters or digits that move the bar to it: the first
    is shown in its words, and nothing stands for the first of its words.
    """

    name: str
    label: str
    action: str
    options: Mapping[str, str] = {}
    note: str = ""
    keys: str = ""


class SoundLevel(NamedTuple):
    """One value of a program's sound setting.

    `word` is the name of the level on screen. `errors` says whether error beeps are audible, `tunes` whether all other
    sounds are.
    """

    value: str
    word: str
    tunes: bool
    errors: bool


ON_OR_OFF = (
    SoundLevel("on", "on", tunes=True, errors=True),
    SoundLevel("off", "off", tunes=False, errors=False),
)


class Ways(NamedTuple):
    """The ways that lead away from a table: a finished game's to the board and on, to menu, help, other programs, and out.

    `today` leads to the deal of today. `earns` says whether a finished game's leads to a place on the board.
    """

    over: Callable[[Session, Callable[[], None] | None], None]
    earns: Callable[[Session], bool]
    menu: Callable[[], None]
    help: Callable[[], None]
    editions: Callable[[], None]
    quit: Callable[[], None]
    today: Callable[[], None]


class ProgramRecord(NamedTuple):
    """One edition as the player meets it.

    `picture` is the title picture, `palette` are the registers of everything else; `option_words` say an
    option's value in the player's words; `tunes` maps what happens to the name of a tune, nothing sounds for what is
    not in it; `habits` are what the program holds against a game;
    `pointing_hand` says whether the pointer becomes one over what can be used; `dress` is the colours of boxes and lines,
    `bright` those over pictures in all colours, where papers may be bright, None: the same;
    `kept` are the rules' options that the player's settings keep, each with the name of its setting; `board_level`
    tells the level that the board of names writes beside a score, None where no score goes on that board;
    `tournaments` says whether there is a Top 10 of tournaments, `one_click` whether a click in the main menu takes a line:
    else it only moves the bar there, for a second one. `first_deals` are gentle ones under all the program's rules, for a
    newcomer's first games.
    """

    id: str
    title: str
    issue: str
    menu: tuple[MenuItem, ...]
    picture: Title
    tunes: Mapping[str, str]
    department: str = "GAMES"
    option_words: Mapping[tuple[str, str], str] = {}
    habits: Habits = Habits()
    sound_levels: tuple[SoundLevel, ...] = ON_OR_OFF
    pointing_hand: bool = False
    dress: Dress = MAGAZINE
    bright: Dress | None = None
    kept: Mapping[str, str] = {}
    board_level: Callable[[Rules], int] | None = None
    palette: tuple[int, ...] = DEFAULT_REGISTERS
    tournaments: bool = False
    one_click: bool = True
    first_deals: tuple[int, ...] = ()

    @property
    def sound_setting(self) -> str:
        """The setting that keeps the sound level."""
        return f"{self.id}.sound"

    def note_of(self, rules: Rules) -> str:
        """Return what the menu tells a newcomer about games under these rules, where they have options there."""
        lines = [item for item in self.menu if item.options and item.options.items() <= rules.options.items()]
        return lines[0].note if lines else ""
