"""The statistics as text and as JSON, as `pyramid stats` prints them."""

from retro_pyramid.formats.native.daily_streaks import format_iso_date
from retro_pyramid.formats.native.statistics import (
    FIELD_HELP,
    Statistics,
    StatisticsByRules,
    with_shared_days,
)
from retro_pyramid.rules.editions import ALL_RULES


def build_statistics_json(statistics_by_rules: StatisticsByRules, today: int) -> list[dict[str, object]]:
    """Return the statistics of every rule set as printed by `pyramid stats --json`."""
    statistics_by_rules = with_shared_days(statistics_by_rules)
    return [
        {
            "edition": rules.edition,
            "options": rules.options,
            **_build_json_row(statistics_by_rules.get(rules.id, Statistics()), today),
        }
        for rules in ALL_RULES
    ]


def _build_json_row(statistics: Statistics, today: int) -> dict[str, object]:
    late_labels = {
        date: "won late" if won else "played late" for date, won in statistics.late_results.items()
    }
    labels = late_labels | {
        date: "won" if won else "played" for date, won in statistics.daily_results.items()
    }
    streak = statistics.compute_daily_streak(today)
    days = {
        "played": len(statistics.daily_results),
        "won": statistics.daily_wins,
        "now": streak.current,
        "longest": streak.best,
        "dates": {format_iso_date(date): labels[date] for date in sorted(labels)},
    }
    return {**_get_report_values(statistics), "scores": sorted(statistics.score_counts.items()), "days": days}


def format_statistics_report(statistics_by_rules: StatisticsByRules, today: int) -> list[str]:
    """Return the output of `pyramid stats`: one line per rule set, the meaning of the columns, scores and days."""
    if not statistics_by_rules:
        return ["no game has ended yet"]
    statistics_by_rules = with_shared_days(statistics_by_rules)
    lines = [f"{'':<23}" + "".join(f"{name:>8}" for name in FIELD_HELP)]
    played = {
        rules.id: statistics_by_rules[rules.id] for rules in ALL_RULES if rules.id in statistics_by_rules
    }
    for tag, statistics in played.items():
        values = _get_report_values(statistics).values()
        lines.append(f"{tag:<23}" + "".join(f"{'-' if value is None else value:>8}" for value in values))
    lines += ["", *(f"{name:<9}{meaning}" for name, meaning in FIELD_HELP.items())]
    for tag, statistics in played.items():
        lines += _format_histogram(tag, statistics) + _format_daily_results(tag, statistics, today)
    return lines


def _format_histogram(tag: str, statistics: Statistics) -> list[str]:
    histogram = statistics.build_histogram()
    if histogram is None:
        return []
    lines = ["", f"scores of {tag}"]
    edges = [histogram.min_score + histogram.bin_width * i for i in range(len(histogram.bin_counts) + 1)]
    width = max(len(str(edge)) for edge in edges)
    for low, high, games in zip(edges, edges[1:], histogram.bin_counts, strict=False):
        bar = "#" * -(-40 * games // max(histogram.bin_counts))
        lines.append(f"{low:>{width}} to {high - 1:>{width}}  {bar} {games or ''}".rstrip())
    return lines


def _format_daily_results(tag: str, statistics: Statistics, today: int) -> list[str]:
    if not statistics.daily_results and not statistics.late_results:
        return []
    streak = statistics.compute_daily_streak(today)
    late_text = f", {statistics.days_late} late" if statistics.days_late else ""
    counts_text = f"{len(statistics.daily_results)} played, {statistics.daily_wins} won{late_text}"
    last = format_iso_date(max([*statistics.daily_results, *statistics.late_results]))
    return [
        "",
        f"daily deals of {tag}: {counts_text}; days in a row: {streak.current} now, {streak.best} at most; last {last}",
    ]


def _get_report_values(statistics: Statistics) -> dict[str, float | None]:
    return {
        "games": statistics.games,
        "wins": statistics.wins,
        "share": statistics.win_percentage,
        "best": statistics.best_score,
        "mean": None if statistics.mean_score is None else round(statistics.mean_score, 1),
        "streak": statistics.win_streak,
        "longest": statistics.best_win_streak,
    }
