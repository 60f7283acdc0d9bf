"""What a program is to the screens: a record of words, looks and rules; the programs themselves live in `programs/`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple, Protocol

from retro_pyramid.machine.adapters.palette import DEFAULT_REGISTERS
from retro_pyramid.rules import Rules
from retro_pyramid.rules.transcript import Save, Transcript
from retro_pyramid.screens.parts.look import MAGAZINE, Dress
from retro_pyramid.screens.parts.title import Title
from retro_pyramid.session import Habits, Session

if TYPE_CHECKING:
    from retro_pyramid.cards import Card
    from retro_pyramid.tournament import Facts


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
    """One value of a program's sound setting: the value, the word for it, whether songs and effects sound."""

    value: str
    word: str
    songs: bool
    effects: bool


ON_OR_OFF = (SoundLevel("on", "on", True, True), SoundLevel("off", "off", False, False))


class Ways(NamedTuple):
    """The ways that lead away from a table: a finished game's to the board and on, to menu, help, other programs, and out.

    `earns` says whether a finished game's leads to a place on the board.
    """

    over: Callable[[Session, Callable[[], None] | None], None]
    earns: Callable[[Session], bool]
    menu: Callable[[], None]
    help: Callable[[], None]
    editions: Callable[[], None]
    quit: Callable[[], None]


class ProgramRecord(NamedTuple):
    """One edition as the player meets it.

    `picture` is the title picture, `palette` are the registers of everything else; `option_words` say an
    option's value in the player's words; `tunes` maps what happens to the name of a tune, nothing sounds for what is
    not in it; `songs` are those happenings whose tune is a song; `habits` are what the program holds against a game;
    `sound_setting` is the setting that keeps the sound level; `pointing_hand` says whether the pointer becomes one
    over what can be used; `dress` is the colours of boxes and lines;
    `kept` are the rules' options that the player's settings keep, each with the name of its setting; `board_level`
    tells the level that the board of names writes beside a score, None where no score goes on that board;
    `tournaments` says whether there is a Top 10 of tournaments; `first_deals` are gentle ones under all the program's
    rules, for a newcomer's first games.
    """

    id: str
    title: str
    department: str
    issue: str
    menu: tuple[MenuItem, ...]
    picture: Title
    option_words: Mapping[tuple[str, str], str]
    tunes: Mapping[str, str]
    sound_setting: str
    resumes: bool = False
    habits: Habits = Habits()
    sound_levels: tuple[SoundLevel, ...] = ON_OR_OFF
    songs: frozenset[str] = frozenset()
    pointing_hand: bool = False
    dress: Dress = MAGAZINE
    kept: Mapping[str, str] = {}
    board_level: Callable[[Rules], int] | None = None
    palette: tuple[int, ...] = DEFAULT_REGISTERS
    tournaments: bool = False
    first_deals: tuple[int, ...] = ()

    def note_of(self, rules: Rules) -> str:
        """Return what the menu tells a newcomer about games under these rules, where they have options there."""
        lines = [item for item in self.menu if item.options and item.options.items() <= rules.options.items()]
        return lines[0].note if lines else ""


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


class LeftOff(Protocol):
    """The games left off, one of each program."""

    def get(self, edition: str) -> Save | None:
        """Return the game left off, None if there is none that can be used."""

    def put(self, save: Save, waits: bool = False) -> bool:
        """Keep a game as the one left off, or as a finished one that waits for a name; return whether it is saved."""

    def drop(self, save: Save) -> bool:
        """Forget the game left off or waiting; return whether that is saved."""

    def ends(self, edition: str, cards: tuple[Card, ...]) -> int:
        """Return how often a game of these cards was counted."""

    def end(self, edition: str, cards: tuple[Card, ...], known: int) -> bool:
        """Note that a game of these cards is counted; return False where one was since that number was `known`."""


class Saves(Protocol):
    """The games saved by name."""

    def names(self) -> list[str]:
        """Return the names there are, sorted."""

    def read(self, name: str) -> Save | None:
        """Return the game of that name, None with a notice if it cannot be used."""

    def write(self, name: str, save: Save) -> bool:
        """Save a game under a name; return whether it is saved."""


class TourRow(Protocol):
    """One entry of the Top 10 of tournaments."""

    @property
    def name(self) -> str:
        """Return the player's name, `-----` in an empty entry."""

    @property
    def total(self) -> int:
        """Return the net total, 0 in an empty entry."""

    @property
    def games(self) -> tuple[Transcript, ...]:
        """Return the games that are to prove the total, none where there is no proof."""


class TourBoard(Protocol):
    """The Top 10 of tournaments."""

    def top(self) -> Sequence[TourRow]:
        """Return the ten entries as they stand now, best first."""

    def add(self, name: str, total: int, games: Sequence[Transcript]) -> int | None:
        """Enter a total with its proof and keep it; return the place taken, None if it does not enter."""


class SuspendedMatch(Protocol):
    """The tournament that was left off."""

    def load(self) -> tuple[Facts, tuple[Transcript, ...], Save | None] | None:
        """Return what `tournament.restore` takes; None if there is none that can be used."""

    def refuse(self, suspended: tuple[Facts, tuple[Transcript, ...], Save | None], reason: str) -> None:
        """Take note that what was loaded cannot go on: it is not to be lost when another takes its place."""


class Spread(Protocol):
    """How scores are spread: bars beside each other, each for so many scores."""

    @property
    def low(self) -> int:
        """Return the lowest score of the first bar."""

    @property
    def step(self) -> int:
        """Return for how many scores each bar stands."""

    @property
    def bars(self) -> Sequence[int]:
        """Return how many games each bar has."""

    @property
    def high(self) -> int:
        """Return the highest score of the last bar."""


class Run(Protocol):
    """Days in a row on which the daily deal was played."""

    @property
    def now(self) -> int:
        """Return how many there are up to today or yesterday."""

    @property
    def longest(self) -> int:
        """Return the most there ever were."""


class Tally(Protocol):
    """The figures of one rule set; a date is a number YYYYMMDD."""

    @property
    def games(self) -> int:
        """Return how many games ended."""

    @property
    def wins(self) -> int:
        """Return how many of them were won."""

    @property
    def share(self) -> int | None:
        """Return how many of a hundred were won, None without games."""

    @property
    def best(self) -> int | None:
        """Return the highest score, None without scores."""

    @property
    def mean(self) -> float | None:
        """Return the mean score, None without scores."""

    @property
    def streak(self) -> int:
        """Return how many games were won one after the other up to the last."""

    @property
    def longest(self) -> int:
        """Return the most that ever were."""

    @property
    def days(self) -> Mapping[int, bool]:
        """Return the dates of the daily deals that were played, and whether they were won."""

    @property
    def days_won(self) -> int:
        """Return on how many days the daily deal was won."""

    def run(self, today: int) -> Run:
        """Return the run of days."""

    def month(self, month: int) -> list[list[tuple[int, bool | None]]]:
        """Return the weeks of a month YYYYMM: each date, 0 for none, with whether its deal was won, None: not played."""

    def spread(self, most: int) -> Spread | None:
        """Return how the scores are spread over at most so many bars, None without scores."""


class Brought(Protocol):
    """What became of a file brought in: always a line at least."""

    @property
    def lines(self) -> Sequence[str]:
        """Return a line for each file that was recognised."""

    @property
    def troubles(self) -> Sequence[str]:
        """Return a line for each trouble."""

    @property
    def board(self) -> bool:
        """Return whether the board is another now."""

    @property
    def text(self) -> str:
        """Return the name of the text that came alone, nothing where none did."""

    @property
    def settings(self) -> Mapping[str, str]:
        """Return the settings that came, by name."""

    @property
    def game(self) -> Transcript | None:
        """Return the game that is to be watched, None where none came."""


class Files(Protocol):
    """What the screens ask of the player's files; no failure comes through, only notices of one line to show."""

    notices: list[str]

    @property
    def resume(self) -> LeftOff:
        """Return the games left off."""

    @property
    def saves(self) -> Saves:
        """Return the games saved by name."""

    @property
    def tour(self) -> TourBoard:
        """Return the Top 10 of tournaments."""

    @property
    def suspended(self) -> SuspendedMatch:
        """Return the tournament that was left off."""

    def suspend(self, facts: Facts, games: Sequence[Transcript], playing: Save | None) -> bool:
        """Keep a tournament as the one left off; return whether it is saved."""

    def board(self) -> Board:
        """Return the board as it stands now."""

    def waiting(self, edition: str) -> Save | None:
        """Return a finished game that waits for a name."""

    def enter(self, name: str, score: int, level: int, game: Save) -> int | None:
        """Put the name of a finished game on the board, and forget the game; return the place, None if it takes none.

        A game that another window has entered meanwhile takes none.
        """

    def count(self, rules: Rules, won: bool, score: int | None, day: int | None = None) -> None:
        """Count a game that ended, in the statistics; `day` is the date of which it was the daily deal, if it was one."""

    def figures(self, every: Sequence[Rules]) -> Sequence[Tally]:
        """Return the figures of these rule sets as they stand now."""

    def clear_figures(self, edition: str) -> None:
        """Forget the figures of an edition, and keep the file as it was."""

    def learnt(self, edition: str) -> bool:
        """Return whether a program's games are known: one was won, or three were played to their end."""

    def texts(self) -> Mapping[str, str]:
        """Return the texts of the player's disk by name."""

    def remember(self, setting: str, value: str) -> None:
        """Keep a setting, named section.key."""
