"""Statistics: the figures of all games that ended, for each edition with its options."""

from collections.abc import Mapping
from typing import NamedTuple

from retro_pyramid.formats.own.days import Run, joined, month_before, run_of, weeks, written
from retro_pyramid.rules import Rules
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
"""What each figure is, in one sentence; best and mean there are only where the edition has a score."""


BARS = 13


class Spread(NamedTuple):
    """How scores are spread: bars beside each other, each for `step` scores, the first from `low` on."""

    low: int
    step: int
    bars: tuple[int, ...]

    @property
    def high(self) -> int:
        return self.low + self.step * len(self.bars) - 1


class Figures(NamedTuple):
    """The figures of one rule set; `total` is the sum of the scores, `best` is None without scores.

    `scores` tells how many games ended with each score, `days` the dates of the daily deals that were played on their
    day, `late` of those played on another day; none tells of games that were counted before the program kept it.
    `extra` are lines of the file that a newer version wrote; of a rule set that this version does not have, all lines.

    >>> figures = Figures().add(True, 120).add(False, -30)
    >>> figures.games, figures.wins, figures.total, figures.best, figures.streak, figures.longest
    (2, 1, 90, 120, 0, 1)
    """

    games: int = 0
    wins: int = 0
    scored: int = 0
    total: int = 0
    best: int | None = None
    streak: int = 0
    longest: int = 0
    scores: Mapping[int, int] = {}
    days: Mapping[int, bool] = {}
    late: Mapping[int, bool] = {}
    extra: tuple[str, ...] = ()

    @property
    def share(self) -> int | None:
        return (200 * self.wins + self.games) // (2 * self.games) if self.games else None

    @property
    def mean(self) -> float | None:
        return self.total / self.scored if self.scored else None

    @property
    def days_won(self) -> int:
        return sum(self.days.values())

    def run(self, today: int) -> Run:
        return run_of(self.days, today)

    def month(self, month: int) -> list[list[tuple[int, bool | None, bool]]]:
        """Return the weeks of a month YYYYMM: each date, 0 for none, whether won, None: not played, whether late."""
        all_days = {**self.late, **self.days}
        return [
            [(date, all_days.get(date), date in self.late and date not in self.days) for date in week]
            for week in weeks(month)
        ]

    def missed(self, today: int) -> list[int]:
        """Return the dates of the last month, today's too, whose deals were not played, the latest first."""
        return [date for date in month_before(today) if date not in self.days and date not in self.late]

    def spread(self, most: int = BARS) -> Spread | None:
        """Return how the scores are spread over at most so many bars, None without scores.

        >>> Figures(scores={-5: 1, 20: 2, 24: 1}).spread(4)
        Spread(low=-10, step=10, bars=(1, 0, 0, 3))
        """
        if not self.scores:
            return None
        least, top = min(self.scores), max(self.scores)
        steps = (ones * 10**tens for tens in range(20) for ones in (1, 2, 5))
        step = next(step for step in steps if top // step - least // step < most)
        bars = [0] * (top // step - least // step + 1)
        for score, games in self.scores.items():
            bars[score // step - least // step] += games
        return Spread(low=least // step * step, step=step, bars=tuple(bars))

    def add(self, won: bool, score: int | None, day: int | None = None, late: bool = False) -> "Figures":
        """Return the figures with one game more, its score (None without one) and, if it was a daily deal, its date.

        `late` says that it was played on another day.
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
        """Return what was expected of figures that no games can have made, None where they are possible."""
        if not 0 <= self.streak <= self.longest <= self.wins <= self.games:
            return "streak, longest, wins and games in rising order from 0"
        if not 0 <= self.scored <= self.games or (self.scored == 0) != (self.best is None):
            return "at most as many scores as games, and a best one if there are any"
        if self.total > self.scored * (self.best or 0):
            return "a total of no more than the best score each time"
        # Games counted before the program kept the scores have none here; the rest is as above.
        older = self.scored - sum(self.scores.values())
        rest = self.total - sum(score * games for score, games in self.scores.items())
        if older < 0 or any(games < 1 or score > (self.best or 0) for score, games in self.scores.items()):
            return "at most as many scores as were counted, none above the best"
        if rest > older * (self.best or 0) or (older == 0 and rest != 0):
            return "scores that make the total"
        if older == 0 and self.scored and self.best not in self.scores:
            return "the best among the scores"
        return None


Table = Mapping[str, Figures]
"""The figures of every rule set that was ever played, by its tag."""


def json_figures(table: Table, today: int) -> list[dict[str, object]]:
    """Return the figures of every rule set there is, as `pyramid stats --json` prints them."""
    return [
        {"edition": rules.edition, "options": rules.options, **_json(table.get(rules.tag, Figures()), today)}
        for rules in RECORDS
    ]


def _json(figures: Figures, today: int) -> dict[str, object]:
    late = {date: "won late" if won else "played late" for date, won in figures.late.items()}
    dates = late | {date: "won" if won else "played" for date, won in figures.days.items()}
    run = figures.run(today)
    days = {
        "played": len(figures.days),
        "won": figures.days_won,
        "now": run.now,
        "longest": run.longest,
        "dates": {written(date): dates[date] for date in sorted(dates)},
    }
    return {**_shown(figures), "scores": sorted(figures.scores.items()), "days": days}


def stats_lines(table: Table, today: int) -> list[str]:
    """Return what `pyramid stats` prints: a line for each rule set played, what the figures mean, scores and days."""
    if not table:
        return ["no game has ended yet"]
    lines = [f"{'':<23}" + "".join(f"{name:>8}" for name in MEANINGS)]
    played = {rules.tag: table[rules.tag] for rules in RECORDS if rules.tag in table}
    for tag, figures in played.items():
        shown = _shown(figures).values()
        lines.append(f"{tag:<23}" + "".join(f"{'-' if each is None else each:>8}" for each in shown))
    lines += ["", *(f"{name:<9}{meaning}" for name, meaning in MEANINGS.items())]
    for tag, figures in played.items():
        lines += _spread_lines(tag, figures) + _days_lines(tag, figures, today)
    return lines


def _spread_lines(tag: str, figures: Figures) -> list[str]:
    spread = figures.spread()
    if spread is None:
        return []
    lines = ["", f"scores of {tag}"]
    ends = [spread.low + spread.step * at for at in range(len(spread.bars) + 1)]
    width = max(len(str(end)) for end in ends)
    for low, high, games in zip(ends, ends[1:], spread.bars, strict=False):
        bar = "#" * -(-40 * games // max(spread.bars))
        lines.append(f"{low:>{width}} to {high - 1:>{width}}  {bar} {games or ''}".rstrip())
    return lines


def _days_lines(tag: str, figures: Figures, today: int) -> list[str]:
    if not figures.days and not figures.late:
        return []
    run = figures.run(today)
    late = f", {len(figures.late)} late" if figures.late else ""
    counts = f"{len(figures.days)} played, {figures.days_won} won{late}"
    last = written(max([*figures.days, *figures.late]))
    return [
        "",
        f"daily deals of {tag}: {counts}; days in a row: {run.now} now, {run.longest} at most; last {last}",
    ]


def _shown(figures: Figures) -> dict[str, float | None]:
    return {
        "games": figures.games,
        "wins": figures.wins,
        "share": figures.share,
        "best": figures.best,
        "mean": None if figures.mean is None else round(figures.mean, 1),
        "streak": figures.streak,
        "longest": figures.longest,
    }


def longer(mine: Table, theirs: Table) -> Table:
    """Return for each rule set the figures with more games, `mine` where both have as many, and the days of both.

    >>> longer({}, {"em": Figures(games=3, wins=1)})["em"].games
    3
    """
    found = dict(mine)
    for key, figures in theirs.items():
        own = mine.get(key, Figures())
        more = figures if figures.games > own.games or key not in mine else own
        found[key] = more._replace(
            days=joined(own.days, figures.days),
            late=joined(own.late, figures.late),
            extra=more.extra or own.extra or figures.extra,
        )
    return found


def without(table: Table, edition: str) -> Table:
    """Return the table with no figures of an edition, whatever its options."""
    return {key: figures for key, figures in table.items() if key.split()[0] != edition}


def add_game(
    table: Table, rules: Rules, won: bool, score: int | None, day: int | None = None, late: bool = False
) -> dict[str, Figures]:
    """Return the table with one game more, which ended won or not with this score, the daily deal of `day` if given."""
    return {**table, rules.tag: table.get(rules.tag, Figures()).add(won, score, day, late)}
