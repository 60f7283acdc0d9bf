"""Text of a daily deal for sharing: how the game ended and what the deal allowed, without revealing a card."""

from __future__ import annotations

from typing import TYPE_CHECKING

from retro_pyramid.app.assets import load_daily_table
from retro_pyramid.deals.daily_deal import DailyDeal

if TYPE_CHECKING:
    from retro_pyramid.table.table_screen import TableScreen


def build_share_text(table: TableScreen) -> str:
    """Return three lines: edition and day as in a header; result, par and streak; a link. Empty for other deals.

    If the game is not over, the second line contains only the streak.
    """
    app, session = table.app, table.session
    if session.daily_date is None:
        return ""
    rules, day = session.rules, DailyDeal(session.rules, session.daily_date, load_daily_table())
    option_texts = [
        app.edition.option_labels[item] for item in rules.option_values if item in app.edition.option_labels
    ]
    # Each option has a daily deal of its own, and whoever opens the link may have chosen other options.
    options = [
        ("option", f"{option_name}={value}")
        for option_name, value in rules.option_values
        if option_name not in dict(rules.permissive_options)
    ]
    (statistics,) = app.services.files.read_statistics([session.rules])
    today = app.services.get_today()
    streak = 0 if session.is_late else statistics.compute_daily_streak(today).current
    statements = [
        *(_result_statements(table) if table.is_over() else []),
        "Played late" if session.is_late and day.yyyymmdd < today else "",
        "With help" if session.is_assisted else "",
        f"{streak} day{'s' * (streak != 1)} in a row" if streak else "",
    ]
    lines = (
        f"DEAL OF THE DAY - {', '.join([app.edition.title, *option_texts])} - {day.iso_date}",
        ". ".join(filter(None, statements)),
        app.services.build_daily_link(day.yyyymmdd, [("edition", rules.edition), *options]),
    )
    return "\n".join(filter(None, lines))


def _result_statements(table: TableScreen) -> list[str]:
    """Return how the game ended, and par: the exact best result of the deal."""
    session, deal_value = table.session, table.analysis.deal_value
    if session.rules.optimises_score:
        best = deal_value.best_score if deal_value else None
        return [f"Score {session.score}", f"Par {'not known' if best is None else best}"]
    won = session.status == "won"
    par = "a win" if won or (deal_value and deal_value.winnability == "winnable") else "not known"
    score = "" if session.score is None else f", score {session.score}"
    return [f"{'Won' if won else 'Lost'}{score}", f"Par: {par}"]
