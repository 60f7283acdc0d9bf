"""Statistics of all games that ended, for each edition and its options."""

from collections.abc import Mapping
from typing import NamedTuple

from retro_pyramid.formats.native.daily_streaks import (
    DailyStreak,
    compute_streak,
    list_last_31_dates,
    list_month_weeks,
    merge_daily_results,
)
from retro_pyramid.rules import Rules, daily_rules
from retro_pyramid.rules.editions import ALL_RULES

FIELD_HELP: Mapping[str, str] = {
    "games": "Games played to their end, won or stuck, without help; a game given up does not count.",
    "wins": "Those of the games that were won by the edition's own rule.",
    "share": "How many games of a hundred were won.",
    "best": "The highest score with which one of the games ended.",
    "mean": "The sum of the scores with which the games ended, divided by their number.",
    "streak": "Games won one after the other up to the last game.",
    "longest": "The most games ever won one after the other.",
}
"""The meaning of each statistic in one sentence. `best` and `mean` exist only for editions with a score."""
DEFAULT_MAX_BARS = 13
"""The default maximum number of bars in a histogram."""


class Histogram(NamedTuple):
    """A histogram of scores: adjacent bins of `bin_width` scores each, the first of which starts at `min_score`."""

    min_score: int
    bin_width: int
    bin_counts: tuple[int, ...]

    @property
    def max_score(self) -> int:
        return self.min_score + self.bin_width * len(self.bin_counts) - 1


class Statistics(NamedTuple):
    """The statistics of one rule set.

    >>> both = Statistics().with_game(True, 120).with_game(False, -30)
    >>> both.games, both.wins, both.total_score, both.best_score, both.win_streak, both.best_win_streak
    (2, 1, 90, 120, 0, 1)
    """

    games: int = 0
    """Number of games that ended."""
    wins: int = 0
    """Number of games that were won."""
    scored_games: int = 0
    """Number of games with a score."""
    total_score: int = 0
    """Sum of all scores."""
    best_score: int | None = None
    """The highest score, or None without scores."""
    win_streak: int = 0
    """Number of consecutive wins up to the last game."""
    best_win_streak: int = 0
    """The largest number of consecutive wins ever."""
    score_counts: Mapping[int, int] = {}
    """Number of games that ended with each score. Games counted by versions that did not record scores are missing."""
    daily_results: Mapping[int, bool] = {}
    """Daily deals played on their own day: whether each was won, by date. Those of older versions are missing."""
    late_results: Mapping[int, bool] = {}
    """Daily deals played on another day: whether each was won, by date of the deal."""
    unknown_lines: tuple[str, ...] = ()
    """Lines of the file that a newer version wrote: all lines if this version does not know the rule set."""

    @property
    def win_percentage(self) -> int | None:
        return (200 * self.wins + self.games) // (2 * self.games) if self.games else None

    @property
    def mean_score(self) -> float | None:
        return self.total_score / self.scored_games if self.scored_games else None

    @property
    def daily_wins(self) -> int:
        return sum(self.daily_results.values())

    @property
    def days_late(self) -> int:
        """The number of days whose deal was played on another day only."""
        return len(self.late_results.keys() - self.daily_results.keys())

    def compute_daily_streak(self, today: int) -> DailyStreak:
        return compute_streak(self.daily_results, today)

    def list_month_results(self, year_month: int) -> list[list[tuple[int, bool | None, bool]]]:
        """Return the weeks of a month YYYYMM as (date, was_won, is_late) for each day.

        The date is 0 for days of other months. `was_won` is None if the day's deal was not played.
        """
        all_days = {**self.late_results, **self.daily_results}
        return [
            [
                (date, all_days.get(date), date in self.late_results and date not in self.daily_results)
                for date in week
            ]
            for week in list_month_weeks(year_month)
        ]

    def list_missed_dates(self, today: int) -> list[int]:
        """Return the dates of the last 31 days, including today, whose deals were not played, latest first."""
        return [
            date
            for date in list_last_31_dates(today)
            if date not in self.daily_results and date not in self.late_results
        ]

    def build_histogram(self, max_bars: int = DEFAULT_MAX_BARS) -> Histogram | None:
        """Return a histogram of the scores with at most `max_bars` bars, or None without scores.

        >>> Statistics(score_counts={-5: 1, 20: 2, 24: 1}).build_histogram(4)
        Histogram(min_score=-10, bin_width=10, bin_counts=(1, 0, 0, 3))
        """
        if not self.score_counts:
            return None
        min_score, max_score = min(self.score_counts), max(self.score_counts)
        round_steps = (digit * 10**exponent for exponent in range(20) for digit in (1, 2, 5))
        step = next(step for step in round_steps if max_score // step - min_score // step < max_bars)
        bars = [0] * (max_score // step - min_score // step + 1)
        for score, games in self.score_counts.items():
            bars[score // step - min_score // step] += games
        return Histogram(min_score=min_score // step * step, bin_width=step, bin_counts=tuple(bars))

    def with_game(
        self, won: bool, score: int | None, daily_date: int | None = None, is_late: bool = False
    ) -> "Statistics":
        """Return the statistics with one more game.

        `score` is None if the game has none. `daily_date` is the date of its daily deal, if it is one, and `is_late`
        tells that it was played on another day.
        """
        played = {} if daily_date is None else {daily_date: won}
        streak = self.win_streak + 1 if won else 0
        scores, best, total = self.score_counts, self.best_score, self.total_score
        if score is not None:
            scores = {**scores, score: scores.get(score, 0) + 1}
            best = score if best is None else max(score, best)
            total += score
        return Statistics(
            games=self.games + 1,
            wins=self.wins + won,
            scored_games=self.scored_games + (score is not None),
            total_score=total,
            best_score=best,
            win_streak=streak,
            best_win_streak=max(self.best_win_streak, streak),
            score_counts=scores,
            daily_results=self.daily_results if is_late else merge_daily_results(self.daily_results, played),
            late_results=merge_daily_results(self.late_results, played) if is_late else self.late_results,
            unknown_lines=self.unknown_lines,
        )

    def find_inconsistency(self) -> str | None:
        """Return the violated expectation if no games can produce these statistics, or None if they are consistent."""
        if not 0 <= self.win_streak <= self.best_win_streak <= self.wins <= self.games:
            return "streak, longest, wins and games in rising order from 0"
        if not 0 <= self.scored_games <= self.games or (self.scored_games == 0) != (self.best_score is None):
            return "at most as many scores as games, and a best one if there are any"
        if self.total_score > self.scored_games * (self.best_score or 0):
            return "a total of no more than the best score each time"
        # Games counted by versions that did not record scores are missing in `score_counts`.
        unrecorded = self.scored_games - sum(self.score_counts.values())
        unrecorded_total = self.total_score - sum(score * games for score, games in self.score_counts.items())
        if unrecorded < 0 or any(
            games < 1 or score > (self.best_score or 0) for score, games in self.score_counts.items()
        ):
            return "at most as many scores as were counted, none above the best"
        if unrecorded_total > unrecorded * (self.best_score or 0) or (
            unrecorded == 0 and unrecorded_total != 0
        ):
            return "scores that make the total"
        if unrecorded == 0 and self.scored_games and self.best_score not in self.score_counts:
            return "the best among the scores"
        return None


StatisticsByRules = Mapping[str, Statistics]
"""The statistics of every rule set that was ever played, by its tag."""


def with_shared_days(table: StatisticsByRules) -> dict[str, Statistics]:
    """Return the table with the daily deals of rule sets that share them in the row of `daily_rules`."""
    found = dict(table)
    for rules in ALL_RULES:
        owner, own = daily_rules(rules), table.get(rules.id, Statistics())
        if owner != rules and (own.daily_results or own.late_results):
            all_days = found.get(owner.id, Statistics())
            found[owner.id] = all_days._replace(
                daily_results=merge_daily_results(all_days.daily_results, own.daily_results),
                late_results=merge_daily_results(all_days.late_results, own.late_results),
            )
            found[rules.id] = own._replace(daily_results={}, late_results={})
    return found


def merge_statistics(local: StatisticsByRules, other: StatisticsByRules) -> StatisticsByRules:
    """Return for each rule set the statistics with more games, together with the daily deals of both.

    The `local` ones are preferred if both have the same number of games.

    >>> merge_statistics({}, {"em": Statistics(games=3, wins=1)})["em"].games
    3
    """
    merged = dict(local)
    for key, other_statistics in other.items():
        local_statistics = local.get(key, Statistics())
        longer_statistics = (
            other_statistics
            if other_statistics.games > local_statistics.games or key not in local
            else local_statistics
        )
        merged[key] = longer_statistics._replace(
            daily_results=merge_daily_results(local_statistics.daily_results, other_statistics.daily_results),
            late_results=merge_daily_results(local_statistics.late_results, other_statistics.late_results),
            unknown_lines=longer_statistics.unknown_lines
            or local_statistics.unknown_lines
            or other_statistics.unknown_lines,
        )
    return merged


def remove_edition(statistics_by_rules: StatisticsByRules, edition: str) -> StatisticsByRules:
    """Return the statistics without those of an edition, whatever its options."""
    return {key: statistics for key, statistics in statistics_by_rules.items() if key.split()[0] != edition}


def add_game(
    statistics_by_rules: StatisticsByRules,
    rules: Rules,
    won: bool,
    score: int | None,
    daily_date: int | None = None,
    is_late: bool = False,
) -> dict[str, Statistics]:
    """Return the statistics with one more game of this rule set; see `Statistics.with_game`."""
    return {
        **statistics_by_rules,
        rules.id: statistics_by_rules.get(rules.id, Statistics()).with_game(won, score, daily_date, is_late),
    }
