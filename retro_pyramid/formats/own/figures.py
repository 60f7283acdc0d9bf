"""Statistics: the figures of all games that ended, for each edition with its options."""

from collections.abc import Mapping
from typing import NamedTuple

from retro_pyramid.rules import Rules
from retro_pyramid.rules.editions import RECORDS

Key = tuple[str, tuple[tuple[str, str], ...]]
"""A rule set, counted by itself: an edition and the value of each of its options."""

MEANINGS: Mapping[str, str] = {
    "games": "Games played to their end, won or stuck, without help; a game given up does not count.",
    "wins": "Those of the games that were won by the edition's own rule.",
    "best": "The highest score with which one of the games ended.",
    "mean": "The sum of the scores with which the games ended, divided by their number.",
    "streak": "Games won one after the other up to the last game.",
    "longest": "The most games ever won one after the other.",
}
"""What each figure is, in one sentence; best and mean there are only where the edition has a score."""


class Figures(NamedTuple):
    """The figures of one rule set; `total` is the sum of the scores, `best` is None without scores.

    >>> Figures().add(True, 120).add(False, -30)
    Figures(games=2, wins=1, scored=2, total=90, best=120, streak=0, longest=1)
    """

    games: int = 0
    wins: int = 0
    scored: int = 0
    total: int = 0
    best: int | None = None
    streak: int = 0
    longest: int = 0

    @property
    def mean(self) -> float | None:
        """The mean score, None without scores."""
        return self.total / self.scored if self.scored else None

    def add(self, won: bool, score: int | None) -> "Figures":
        """Return the figures with one game more; `score` is None in an edition without one."""
        streak = self.streak + 1 if won else 0
        scored = score is not None
        return Figures(
            self.games + 1,
            self.wins + won,
            self.scored + scored,
            self.total + (score or 0),
            self.best if score is None else max(score, score if self.best is None else self.best),
            streak,
            max(self.longest, streak),
        )

    def problem(self) -> str | None:
        """Return what was expected of figures that no games can have made, None where they are possible."""
        if not 0 <= self.streak <= self.longest <= self.wins <= self.games:
            return "streak, longest, wins and games in rising order from 0"
        if not 0 <= self.scored <= self.games or (self.scored == 0) != (self.best is None):
            return "at most as many scores as games, and a best one if there are any"
        if self.total > self.scored * (self.best or 0):
            return "a total of no more than the best score each time"
        return None


Table = Mapping[Key, Figures]
"""The figures of every rule set that was ever played."""


def key_of(rules: Rules) -> Key:
    """Return the key under which the games of a rule set are counted.

    >>> from retro_pyramid.rules import rules_for
    >>> key_of(rules_for("odm"))
    ('odm', (('level', '1'),))
    """
    return rules.edition, rules.chosen


def tag_of(key: Key) -> str:
    """Return a key as one line.

    >>> tag_of(("odm", (("level", "1"),)))
    'odm level=1'
    """
    edition, chosen = key
    return " ".join([edition, *(f"{name}={value}" for name, value in chosen)])


def json_figures(table: Table) -> list[dict[str, object]]:
    """Return the figures of every rule set there is, as `pyramid stats --json` prints them."""
    return [
        {"edition": rules.edition, "options": rules.options, **_shown(table.get(key_of(rules), Figures()))}
        for rules in RECORDS
    ]


def stats_lines(table: Table) -> list[str]:
    """Return what `pyramid stats` prints: a line for each rule set played, then what the figures mean."""
    if not table:
        return ["no game has ended yet"]
    lines = [f"{'':<24}" + "".join(f"{name:>9}" for name in MEANINGS)]
    for rules in RECORDS:
        if key_of(rules) in table:
            shown = _shown(table[key_of(rules)]).values()
            lines.append(
                f"{tag_of(key_of(rules)):<24}"
                + "".join(f"{'-' if each is None else each:>9}" for each in shown)
            )
    return [*lines, "", *(f"{name:<9}{meaning}" for name, meaning in MEANINGS.items())]


def _shown(figures: Figures) -> dict[str, float | None]:
    mean = figures.mean
    shown = figures._asdict() | {"mean": None if mean is None else round(mean, 1)}
    return {name: shown[name] for name in MEANINGS}


def longer(mine: Table, theirs: Table) -> Table:
    """Return for each rule set the figures with more games, `mine` where both have as many.

    >>> longer({}, {("em", ()): Figures(3, 1)})
    {('em', ()): Figures(games=3, wins=1, scored=0, total=0, best=None, streak=0, longest=0)}
    """
    more = {
        key: figures for key, figures in theirs.items() if key not in mine or figures.games > mine[key].games
    }
    return {**mine, **more}


def add_game(table: Table, rules: Rules, won: bool, score: int | None) -> dict[Key, Figures]:
    """Return the table with one game more, which ended won or not with this score."""
    key = key_of(rules)
    return {**table, key: table.get(key, Figures()).add(won, score)}
