"""The commands of Standard and Tournament Play, as a table's actions."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

from retro_pyramid.deals.deal_search import seek_of_day
from retro_pyramid.features.tournament.standings import signed
from retro_pyramid.features.tournament.tournament_dialog import Tour
from retro_pyramid.features.tournament.tournament_mode import Contest, standings_box
from retro_pyramid.features.tournament.tournament_scores import TopTen
from retro_pyramid.session import Session
from retro_pyramid.session.tournament import (
    Player,
    Tournament,
    TournamentError,
    new_tournament,
    rematch,
    score_now,
)
from retro_pyramid.table.game_mode import is_not_yours
from retro_pyramid.ui.dialogs import Confirm, Notice

if TYPE_CHECKING:
    from retro_pyramid.table.table_screen import Table

_NOT_SAVED = ("The tournament cannot be saved.", "TOUR and Restore go on with it till the program ends.")


def _contest(table: Table) -> Contest:
    assert isinstance(table.referee, Contest), "these are the commands of a program with tournaments"
    return table.referee


def _auto(table: Table) -> None:
    """Let the computer finish the game."""

    def stopped() -> None:
        table.game.keep(table)
        table.say("The rest is yours again")

    _contest(table).watch(table, stopped)


def _new(table: Table) -> None:
    """Deal a new game, or begin a new tournament with the same settings, if the player says yes."""
    match = _contest(table).match

    def start() -> None:
        if match is None:
            table.app.go(table)
            table.run("new")
        elif match.over:
            _go_on(table, rematch(match))
        else:
            _begin(table, rematch(match))

    words = ("Begin a new tournament?", "The one that is on is given up")
    if match is None:
        words = ("Deal a new game?", "This one ends here")
    if table.over() and (match is None or match.over):
        start()
    else:
        table.app.push(Confirm(table.app, *words, start))


def _tour(table: Table) -> None:
    """Ask for the opponent and go over to Tournament Play."""
    app, contest = table.app, _contest(table)

    def start(players: Sequence[Player]) -> None:
        # A day's match has six deals, whoever plays it.
        of_day = app.day is not None and app.day.match
        same_deck = of_day or app.settings[contest.terms.same_deck] == "yes"
        try:
            match = new_tournament(app.rules(), players, same_deck)
        except TournamentError as error:
            table.refuse(str(error))
            return
        if contest.saved(table) is None:
            _begin(table, match)
        else:
            words = ("Replace the tournament that is saved?", "TOUR and Restore would go on with it")
            app.push(Confirm(app, *words, lambda: _begin(table, match)))

    saved = contest.saved(table) is not None
    app.push(Tour(app, contest.names, start, lambda: _restore(table), saved))


def _begin(table: Table, match: Tournament) -> None:
    """Begin a tournament; one of a day's match has the day's first deal."""
    if table.app.day is not None and table.app.day.match:
        table.app.day.begin()
    _go_on(table, match)


def _go_on(table: Table, match: Tournament, session: Session | None = None) -> None:
    """Go on with a tournament where it stands: with the game that is on in it, else with the next one."""
    contest, day = _contest(table), table.app.day

    def take_over() -> None:
        contest.match = match
        contest.names = [player.name for player in match.players if not player.computer]
        if session is None:
            table.run("begin")
        else:
            table.take(session)

    def found(number: int) -> None:
        table.game.dealing.want(number)
        take_over()

    # The computer may be playing on top.
    table.app.go(table)
    table.lend(False)
    if session is None and match.needs_deal and day is not None and day.next is not None:
        # Till its deal is found the game on the table is none of the tournament's.
        seek_of_day(table.app, day, found)
    else:
        take_over()


def _restore(table: Table) -> None:
    """Go on with the tournament that was saved."""
    saved = _contest(table).saved(table)
    if saved is None:
        # What is wrong with one that is there comes as a notice of its own.
        if not table.app.services.files.notices:
            table.refuse("no tournament is saved")
        return
    match, session = saved
    day = table.app.day
    if day is not None:
        *before, last = [ended.game.deal for ended in match.ended] + ([session.deal] if session else [])
        day.dealt = last
        if day.place((*before, last)[0]) != 1:
            table.app.day = None
    _go_on(table, match, session)


def _score(table: Table) -> None:
    """Show how the tournament stands."""
    contest = _contest(table)
    if contest.match is not None:
        playing = None if contest.entered else table.session
        table.app.push(standings_box(table.app, "Score", contest.match, playing))


def _ask_score(question: str, table: Table) -> None:
    """End the game by its score as it stands, if the player says yes."""
    detail = f"It scores {signed(table.session.score or 0)} as it stands"
    table.app.push(Confirm(table.app, question, detail, lambda: _score_now(table)))


def _score_now(table: Table) -> None:
    contest = _contest(table)
    table.app.go(table)
    table.forget()
    table.say(None)
    contest.entered = True
    with table.app.services.files.together():
        if contest.match is None:
            table.game.keep(table)
        else:
            contest.enter(table, score_now(contest.match, table.session))


def _save(table: Table) -> None:
    """Save the tournament and say whether that could be done."""
    saved = _contest(table).suspend(table)
    lines = ["The tournament is saved.", "TOUR and Restore go on with it."]
    table.app.push(Notice(table.app, "Save", lines if saved else _NOT_SAVED))


def _exit(table: Table) -> None:
    """Suspend the tournament and return to Standard Play."""
    contest = _contest(table)
    saved = contest.suspend(table)
    contest.match = None
    table.app.go(table)
    left_off = table.app.services.files.resume.get(table.app.record.id)
    if left_off is None:
        table.run("begin")
    else:
        table.take(Session.resume(left_off.save, table.app.record.habits, left_off.entry))
    if not saved:
        table.app.push(Notice(table.app, "Exit", _NOT_SAVED))


CONTEST_ACTIONS: Mapping[str, Callable[[Table], None]] = {
    "auto": _auto,
    "ask_new": _new,
    "tour": _tour,
    "restore": _restore,
    "score": _score,
    "offer": partial(_ask_score, "The pyramid is cleared. Score this game now?"),
    "end_now": partial(_ask_score, "End this game and score it now?"),
    "save": _save,
    "top10": lambda table: table.app.push(TopTen(table.app, table.app.rules())),
    "exit": _exit,
}
"""By name; `new` itself stays the table's own."""


def _match_is_over(table: Table) -> str:
    match = _contest(table).match
    return "" if match is not None and not match.over else "the tournament is over"


CONTEST_CONDITIONS: Mapping[str, Callable[[Table], str]] = {
    "auto": is_not_yours,
    "end_now": is_not_yours,
    "save": _match_is_over,
}
"""Why some of them cannot be asked for now, by name."""
