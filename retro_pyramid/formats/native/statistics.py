"""Statistics of all games that ended, for each edition and its options."""

from collections.abc import Mapping
from typing import NamedTuple

from retro_pyramid.formats.native.daily_streaks import Run, joined, month_before, run_of, weeks
from retro_pyramid.rules import Rules, daily_rules
from retro_pyramid.rules.editions import RECORDS

MEANINGS: Mapping[str, str] = {
    "games": "Games played to their end, won or stuck, without help; a game given up does not count.",
    "wins": "Those of the games that were won by the edition's own rule.",
    "share": "How many games of a hundred were won.",
    "best": "The highest score with which one of the games ended.",
    "mean": "The sum of the scores with which the games ended, divided by their number.",
    "streak": "Games won one after the other up to the last game.",
    "longest": "The most games ever won one after the other.",
}
"""The meaning of each statistic in one sentence. `best` and `mean` exist only for editions with a score."""
BARS = 13
"""The default maximum number of bars in a histogram."""


class Spread(NamedTuple):
    """A histogram of scores: adjacent bins of `bin_width` scores each, the first of which starts at `min_score`."""

    low: int
    step: int
    bars: tuple[int, ...]

    @property
    def high(self) -> int:
        return self.low + self.step * len(self.bars) - 1


class Figures(NamedTuple):
    """The statistics of one rule set.

    >>> both = Figures().add(True, 120).add(False, -30)
    >>> both.games, both.wins, both.total, both.best, both.streak, both.longest
    (2, 1, 90, 120, 0, 1)
    """

    games: int = 0
    """Number of games that ended."""
    wins: int = 0
    """Number of games that were won."""
    scored: int = 0
    """Number of games with a score."""
    total: int = 0
    """Sum of all scores."""
    best: int | None = None
    """The highest score, or None without scores."""
    streak: int = 0
    """Number of consecutive wins up to the last game."""
    longest: int = 0
    """The largest number of consecutive wins ever."""
    scores: Mapping[int, int] = {}
    """Number of games that ended with each score. Games counted by versions that did not record scores are missing."""
    days: Mapping[int, bool] = {}
    """Daily deals played on their own day: whether each was won, by date. Those of older versions are missing."""
    late: Mapping[int, bool] = {}
    """Daily deals played on another day: whether each was won, by date of the deal."""
    extra: tuple[str, ...] = ()
    """Lines of the file that a newer version wrote: all lines if this version does not know the rule set."""

    @property
    def share(self) -> int | None:
        return (200 * self.wins + self.games) // (2 * self.games) if self.games else None

    @property
    def mean(self) -> float | None:
        return self.total / self.scored if self.scored else None

    @property
    def days_won(self) -> int:
        return sum(self.days.values())

    @property
    def days_late(self) -> int:
        """The number of days whose deal was played on another day only."""
        return len(self.late.keys() - self.days.keys())

    def run(self, today: int) -> Run:
        return run_of(self.days, today)

    def month(self, month: int) -> list[list[tuple[int, bool | None, bool]]]:
        """Return the weeks of a month YYYYMM as (date, was_won, is_late) for each day.

        The date is 0 for days of other months. `was_won` is None if the day's deal was not played.
        """
        all_days = {**self.late, **self.days}
        return [
            [(date, all_days.get(date), date in self.late and date not in self.days) for date in week]
            for week in weeks(month)
        ]

    def missed(self, today: int) -> list[int]:
        """Return the dates of the last 31 days, including today, whose deals were not played, latest first."""
        return [date for date in month_before(today) if date not in self.days and date not in self.late]

    def spread(self, most: int = BARS) -> Spread | None:
        """Return a histogram of the scores with at most `max_bars` bars, or None without scores.

        >>> Figures(scores={-5: 1, 20: 2, 24: 1}).spread(4)
        Spread(low=-10, step=10, bars=(1, 0, 0, 3))
        """
        if not self.scores:
            return None
        min_score, max_score = min(self.scores), max(self.scores)
        round_steps = (digit * 10**exponent for exponent in range(20) for digit in (1, 2, 5))
        step = next(step for step in round_steps if max_score // step - min_score // step < most)
        bars = [0] * (max_score // step - min_score // step + 1)
        for score, games in self.scores.items():
            bars[score // step - min_score // step] += games
        return Spread(low=min_score // step * step, step=step, bars=tuple(bars))

    def add(self, won: bool, score: int | None, day: int | None = None, late: bool = False) -> "Figures":
        """Return the statistics with one more game.

        `score` is None if the game has none. `daily_date` is the date of its daily deal, if it is one, and `is_late`
        tells that it was played on another day.
        """
        played = {} if day is None else {day: won}
        streak = self.streak + 1 if won else 0
        scores, best, total = self.scores, self.best, self.total
        if score is not None:
            scores = {**scores, score: scores.get(score, 0) + 1}
            best = score if best is None else max(score, best)
            total += score
        return Figures(
            games=self.games + 1,
            wins=self.wins + won,
            scored=self.scored + (score is not None),
            total=total,
            best=best,
            streak=streak,
            longest=max(self.longest, streak),
            scores=scores,
            days=self.days if late else joined(self.days, played),
            late=joined(self.late, played) if late else self.late,
            extra=self.extra,
        )

    def problem(self) -> str | None:
        """Return the violated expectation if no games can produce these statistics, or None if they are consistent."""
        if not 0 <= self.streak <= self.longest <= self.wins <= self.games:
            return "streak, longest, wins and games in rising order from 0"
        if not 0 <= self.scored <= self.games or (self.scored == 0) != (self.best is None):
            return "at most as many scores as games, and a best one if there are any"
        if self.total > self.scored * (self.best or 0):
            return "a total of no more than the best score each time"
        # Games counted by versions that did not record scores are missing in `score_counts`.
        unrecorded = self.scored - sum(self.scores.values())
        unrecorded_total = self.total - sum(score * games for score, games in self.scores.items())
        if unrecorded < 0 or any(
            games < 1 or score > (self.best or 0) for score, games in self.scores.items()
        ):
            return "at most as many scores as were counted, none above the best"
        if unrecorded_total > unrecorded * (self.best or 0) or (unrecorded == 0 and unrecorded_total != 0):
            return "scores that make the total"
        if unrecorded == 0 and self.scored and self.best not in self.scores:
            return "the best among the scores"
        return None


Table = Mapping[str, Figures]
"""The statistics of every rule set that was ever played, by its tag."""


def with_shared_days(table: Table) -> dict[str, Figures]:
    """Return the table with the daily deals of rule sets that share them in the row of `daily_rules`."""
    found = dict(table)
    for rules in RECORDS:
        owner, own = daily_rules(rules), table.get(rules.tag, Figures())
        if owner != rules and (own.days or own.late):
            all_days = found.get(owner.tag, Figures())
            found[owner.tag] = all_days._replace(
                days=joined(all_days.days, own.days), late=joined(all_days.late, own.late)
            )
            found[rules.tag] = own._replace(days={}, late={})
    return found


def longer(mine: Table, theirs: Table) -> Table:
    """Return for each rule set the statistics with more games, together with the daily deals of both.

    The `local` ones are preferred if both have the same number of games.

    >>> longer({}, {"em": Figures(games=3, wins=1)})["em"].games
    3
    """
    merged = dict(mine)
    for key, other_statistics in theirs.items():
        local_statistics = mine.get(key, Figures())
        longer_statistics = (
            other_statistics
            if other_statistics.games > local_statistics.games or key not in mine
            else local_statistics
        )
        merged[key] = longer_statistics._replace(
            days=joined(local_statistics.days, other_statistics.days),
            late=joined(local_statistics.late, other_statistics.late),
            extra=longer_statistics.extra or local_statistics.extra or other_statistics.extra,
        )
    return merged


def without(table: Table, edition: str) -> Table:
    """Return the statistics without those of an edition, whatever its options."""
    return {key: statistics for key, statistics in table.items() if key.split()[0] != edition}


def add_game(
    table: Table, rules: Rules, won: bool, score: int | None, day: int | None = None, late: bool = False
) -> dict[str, Figures]:
    """Return the statistics with one more game of this rule set; see `Statistics.with_game`."""
    return {**table, rules.tag: table.get(rules.tag, Figures()).add(won, score, day, late)}
