"""The statistics as text and as JSON, as `pyramid stats` prints them."""

from retro_pyramid.formats.native.daily_streaks import written
from retro_pyramid.formats.native.statistics import MEANINGS, Figures, Table, with_shared_days
from retro_pyramid.rules.editions import RECORDS


def json_figures(table: Table, today: int) -> list[dict[str, object]]:
    """Return the statistics of every rule set as printed by `pyramid stats --json`."""
    table = with_shared_days(table)
    return [
        {"edition": rules.edition, "options": rules.options, **_json(table.get(rules.tag, Figures()), today)}
        for rules in RECORDS
    ]


def _json(statistics: Figures, today: int) -> dict[str, object]:
    late_labels = {date: "won late" if won else "played late" for date, won in statistics.late.items()}
    labels = late_labels | {date: "won" if won else "played" for date, won in statistics.days.items()}
    streak = statistics.run(today)
    days = {
        "played": len(statistics.days),
        "won": statistics.days_won,
        "now": streak.now,
        "longest": streak.longest,
        "dates": {written(date): labels[date] for date in sorted(labels)},
    }
    return {**_shown(statistics), "scores": sorted(statistics.scores.items()), "days": days}


def stats_lines(table: Table, today: int) -> list[str]:
    """Return the output of `pyramid stats`: one line per rule set, the meaning of the columns, scores and days."""
    if not table:
        return ["no game has ended yet"]
    table = with_shared_days(table)
    lines = [f"{'':<23}" + "".join(f"{name:>8}" for name in MEANINGS)]
    played = {rules.tag: table[rules.tag] for rules in RECORDS if rules.tag in table}
    for tag, statistics in played.items():
        values = _shown(statistics).values()
        lines.append(f"{tag:<23}" + "".join(f"{'-' if value is None else value:>8}" for value in values))
    lines += ["", *(f"{name:<9}{meaning}" for name, meaning in MEANINGS.items())]
    for tag, statistics in played.items():
        lines += _spread_lines(tag, statistics) + _days_lines(tag, statistics, today)
    return lines


def _spread_lines(tag: str, statistics: Figures) -> list[str]:
    histogram = statistics.spread()
    if histogram is None:
        return []
    lines = ["", f"scores of {tag}"]
    edges = [histogram.low + histogram.step * i for i in range(len(histogram.bars) + 1)]
    width = max(len(str(edge)) for edge in edges)
    for low, high, games in zip(edges, edges[1:], histogram.bars, strict=False):
        bar = "#" * -(-40 * games // max(histogram.bars))
        lines.append(f"{low:>{width}} to {high - 1:>{width}}  {bar} {games or ''}".rstrip())
    return lines


def _days_lines(tag: str, statistics: Figures, today: int) -> list[str]:
    if not statistics.days and not statistics.late:
        return []
    streak = statistics.run(today)
    late_text = f", {statistics.days_late} late" if statistics.days_late else ""
    counts_text = f"{len(statistics.days)} played, {statistics.days_won} won{late_text}"
    last = written(max([*statistics.days, *statistics.late]))
    return [
        "",
        f"daily deals of {tag}: {counts_text}; days in a row: {streak.now} now, {streak.longest} at most; last {last}",
    ]


def _shown(statistics: Figures) -> dict[str, float | None]:
    return {
        "games": statistics.games,
        "wins": statistics.wins,
        "share": statistics.share,
        "best": statistics.best,
        "mean": None if statistics.mean is None else round(statistics.mean, 1),
        "streak": statistics.streak,
        "longest": statistics.longest,
    }
