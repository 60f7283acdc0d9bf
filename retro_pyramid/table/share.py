"""Text of a daily deal for sharing: how the game ended and what the deal allowed, without revealing a card."""

from __future__ import annotations

from typing import TYPE_CHECKING

from retro_pyramid.app.assets import days
from retro_pyramid.deals.daily_deal import Day

if TYPE_CHECKING:
    from retro_pyramid.table.table_screen import Table


def day_text(table: Table) -> str:
    """Return three lines: edition and day as in a header; result, par and streak; a link. Empty for other deals.

    If the game is not over, the second line contains only the streak.
    """
    app, session = table.app, table.session
    if session.day is None:
        return ""
    rules, day = session.rules, Day(session.rules, session.day, days())
    option_texts = [app.record.option_words[item] for item in rules.chosen if item in app.record.option_words]
    # Each option has a daily deal of its own, and whoever opens the link may have chosen other options.
    options = [
        ("option", f"{option_name}={value}")
        for option_name, value in rules.chosen
        if option_name not in dict(rules.freest)
    ]
    (statistics,) = app.services.files.figures([session.rules])
    today = app.services.today()
    streak = 0 if session.late else statistics.run(today).now
    statements = [
        *(_result_statements(table) if table.over() else []),
        "Played late" if session.late and day.number < today else "",
        "With help" if session.assisted else "",
        f"{streak} day{'s' * (streak != 1)} in a row" if streak else "",
    ]
    lines = (
        f"DEAL OF THE DAY - {', '.join([app.record.title, *option_texts])} - {day.date}",
        ". ".join(filter(None, statements)),
        app.services.link(day.number, [("edition", rules.edition), *options]),
    )
    return "\n".join(filter(None, lines))


def _result_statements(table: Table) -> list[str]:
    """Return how the game ended, and par: the exact best result of the deal."""
    session, deal_value = table.session, table.adviser.worth
    if session.rules.judged_by_score:
        best = deal_value.best if deal_value else None
        return [f"Score {session.score}", f"Par {'not known' if best is None else best}"]
    won = session.status == "won"
    par = "a win" if won or (deal_value and deal_value.verdict == "winnable") else "not known"
    score = "" if session.score is None else f", score {session.score}"
    return [f"{'Won' if won else 'Lost'}{score}", f"Par: {par}"]
