"""What is passed on of a daily deal: how it ended and what was in it, with no card of it told."""

from __future__ import annotations

from typing import TYPE_CHECKING

from retro_pyramid.app.assets import days
from retro_pyramid.deals.daily_deal import Day

if TYPE_CHECKING:
    from retro_pyramid.table.table_screen import Table


def day_text(table: Table) -> str:
    """Return three lines: program and day as on a masthead; outcome, par and days in a row; a link. Empty for other deals.

    Of a game that is not over the second line tells no more than the days in a row.
    """
    app, session = table.app, table.session
    if session.day is None:
        return ""
    rules, day = session.rules, Day(session.rules, session.day, days())
    kind = [app.record.option_words[item] for item in rules.chosen if item in app.record.option_words]
    # Each of these has a deal of its own, and the person who opens the link may have chosen other options.
    options = [
        ("option", f"{name}={value}") for name, value in rules.chosen if name not in dict(rules.freest)
    ]
    (figures,) = app.services.files.figures([session.rules])
    today = app.services.today()
    run = 0 if session.late else figures.run(today).now
    told = [
        *(_end(table) if table.over() else []),
        "Played late" if session.late and day.number < today else "",
        "With help" if session.assisted else "",
        f"{run} day{'s' * (run != 1)} in a row" if run else "",
    ]
    lines = (
        f"DEAL OF THE DAY - {', '.join([app.record.title, *kind])} - {day.date}",
        ". ".join(filter(None, told)),
        app.services.link(day.number, [("edition", rules.edition), *options]),
    )
    return "\n".join(filter(None, lines))


def _end(table: Table) -> list[str]:
    """Return how the game ended, and par: the exact best there was in the deal."""
    session, worth = table.session, table.adviser.worth
    if session.rules.judged_by_score:
        best = worth.best if worth else None
        return [f"Score {session.score}", f"Par {'not known' if best is None else best}"]
    won = session.status == "won"
    par = "a win" if won or (worth and worth.verdict == "winnable") else "not known"
    score = "" if session.score is None else f", score {session.score}"
    return [f"{'Won' if won else 'Lost'}{score}", f"Par: {par}"]
