"""What a program is to the screens: a record of words, looks and rules; the programs themselves live in `programs/`."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple, Protocol

from retro_pyramid.rules import Rules
from retro_pyramid.screens.look import MAGAZINE, Dress
from retro_pyramid.session import Habits


class MenuItem(NamedTuple):
    """One line of the main menu: its name (target `menu:NAME`), its words, what it does and with which options."""

    name: str
    label: str
    action: str
    options: Mapping[str, str] = {}


class SoundLevel(NamedTuple):
    """One value of a program's sound setting: the value, the word for it, whether songs and effects sound."""

    value: str
    word: str
    songs: bool
    effects: bool


ON_OR_OFF = (SoundLevel("on", "on", True, True), SoundLevel("off", "off", False, False))


class ProgramRecord(NamedTuple):
    """One edition as the player meets it.

    `registers` are the palette of the title picture; `option_words` say an option's value in the player's words; `tunes`
    maps what happens to the name of a tune, nothing sounds for what is not in it; `songs` are those happenings whose
    tune is a song; `habits` are what the program holds against a game; `sound_setting` is the setting that keeps the
    sound level, None where it is not kept; `dress` is the colours of boxes and lines.
    """

    id: str
    title: str
    department: str
    issue: str
    menu: tuple[MenuItem, ...]
    help_text: str
    registers: tuple[int, ...]
    option_words: Mapping[tuple[str, str], str]
    tunes: Mapping[str, str]
    habits: Habits = Habits()
    sound_setting: str | None = None
    sound_levels: tuple[SoundLevel, ...] = ON_OR_OFF
    songs: frozenset[str] = frozenset()
    dress: Dress = MAGAZINE


class Row(Protocol):
    """One entry of a high score board."""

    @property
    def name(self) -> str:
        """Return the player's name, `-----` in an empty entry."""

    @property
    def score(self) -> int:
        """Return the points."""

    @property
    def level(self) -> int:
        """Return the level, 0 in an empty entry."""


class Board(Protocol):
    """A top ten at one moment."""

    @property
    def rows(self) -> Sequence[Row]:
        """Return the entries, best first, empty ones at the end."""

    def rank_for(self, score: int) -> int | None:
        """Return the place (0 is the best) that `score` would take, None if it does not enter."""


class Files(Protocol):
    """What the screens ask of the player's files; no failure comes through, only notices of one line to show."""

    notices: list[str]

    def board(self) -> Board:
        """Return the board as it stands now."""

    def add(self, name: str, score: int, level: int) -> int | None:
        """Enter a name and keep it; return the place taken, None if it does not enter."""

    def count(self, rules: Rules, won: bool, score: int | None) -> None:
        """Count a game that ended, in the statistics."""

    def remember(self, setting: str, value: str) -> None:
        """Keep a setting, named section.key."""
