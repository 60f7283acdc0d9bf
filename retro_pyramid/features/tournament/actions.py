"""Commands of Standard and Tournament Play, as actions of a table."""

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


def _mode_of(table: Table) -> Contest:
    assert isinstance(table.referee, Contest), "these are the commands of a program with tournaments"
    return table.referee


def _start_auto_play(table: Table) -> None:
    """Let the computer finish the game until the player stops it."""

    def on_stopped() -> None:
        table.game.keep(table)
        table.say("The rest is yours again")

    _mode_of(table).watch(table, on_stopped)


def _ask_new(table: Table) -> None:
    """Deal a new game, or start a new tournament with the same settings, after a confirmation."""
    tournament = _mode_of(table).match

    def start() -> None:
        if tournament is None:
            table.app.go(table)
            table.run("new")
        elif tournament.over:
            _continue_tournament(table, rematch(tournament))
        else:
            _start_tournament(table, rematch(tournament))

    texts = ("Begin a new tournament?", "The one that is on is given up")
    if tournament is None:
        texts = ("Deal a new game?", "This one ends here")
    if table.over() and (tournament is None or tournament.over):
        start()
    else:
        table.app.push(Confirm(table.app, *texts, start))


def _show_tournament_dialog(table: Table) -> None:
    """Ask for the opponent and switch to Tournament Play."""
    app, mode = table.app, _mode_of(table)

    def start(players: Sequence[Player]) -> None:
        # A daily match has six deals, for one player or two.
        is_daily_match = app.day is not None and app.day.match
        has_same_deck = is_daily_match or app.settings[mode.terms.same_deck] == "yes"
        try:
            tournament = new_tournament(app.rules(), players, has_same_deck)
        except TournamentError as error:
            table.refuse(str(error))
            return
        if mode.saved(table) is None:
            _start_tournament(table, tournament)
        else:
            texts = ("Replace the tournament that is saved?", "TOUR and Restore would go on with it")
            app.push(Confirm(app, *texts, lambda: _start_tournament(table, tournament)))

    has_saved = mode.saved(table) is not None
    app.push(Tour(app, mode.names, start, lambda: _restore(table), has_saved))


def _start_tournament(table: Table, tournament: Tournament) -> None:
    """Start a tournament; a daily match starts with the first deal of the day."""
    if table.app.day is not None and table.app.day.match:
        table.app.day.begin()
    _continue_tournament(table, tournament)


def _continue_tournament(table: Table, tournament: Tournament, session: Session | None = None) -> None:
    """Continue a tournament with `session`, its unfinished game, or with the next game if that is None."""
    mode, day = _mode_of(table), table.app.day

    def install() -> None:
        mode.match = tournament
        mode.names = [player.name for player in tournament.players if not player.computer]
        if session is None:
            table.run("begin")
        else:
            table.take(session)

    def on_deal_found(deal_number: int) -> None:
        table.game.dealing.want(deal_number)
        install()

    # Also closes the overlay in which the computer may be playing.
    table.app.go(table)
    table.lend(False)
    if session is None and tournament.needs_deal and day is not None and day.next is not None:
        # The tournament is installed only when its deal is found: the game on the table is not part of it.
        seek_of_day(table.app, day, on_deal_found)
    else:
        install()


def _restore(table: Table) -> None:
    """Continue the saved tournament."""
    saved = _mode_of(table).saved(table)
    if saved is None:
        # A saved tournament that cannot be used is reported by a notice of its own.
        if not table.app.services.files.notices:
            table.refuse("no tournament is saved")
        return
    tournament, session = saved
    day = table.app.day
    if day is not None:
        *previous_deals, last_deal = [ended.game.deal for ended in tournament.ended] + (
            [session.deal] if session else []
        )
        day.dealt = last_deal
        if day.place((*previous_deals, last_deal)[0]) != 1:
            table.app.day = None
    _continue_tournament(table, tournament, session)


def _show_standings(table: Table) -> None:
    """Show the standings of the tournament."""
    mode = _mode_of(table)
    if mode.match is not None:
        current_game = None if mode.entered else table.session
        table.app.push(standings_box(table.app, "Score", mode.match, current_game))


def _ask_score(question: str, table: Table) -> None:
    """End the game with its current score, after a confirmation."""
    detail = f"It scores {signed(table.session.score or 0)} as it stands"
    table.app.push(Confirm(table.app, question, detail, lambda: _end_and_score(table)))


def _end_and_score(table: Table) -> None:
    mode = _mode_of(table)
    table.app.go(table)
    table.forget()
    table.say(None)
    mode.entered = True
    with table.app.services.files.together():
        if mode.match is None:
            table.game.keep(table)
        else:
            mode.enter(table, score_now(mode.match, table.session))


def _save(table: Table) -> None:
    """Save the tournament and report whether it was saved."""
    is_saved = _mode_of(table).suspend(table)
    lines = ["The tournament is saved.", "TOUR and Restore go on with it."]
    table.app.push(Notice(table.app, "Save", lines if is_saved else _NOT_SAVED))


def _exit(table: Table) -> None:
    """Suspend the tournament and return to Standard Play."""
    mode = _mode_of(table)
    is_saved = mode.suspend(table)
    mode.match = None
    table.app.go(table)
    unfinished = table.app.services.files.resume.get(table.app.record.id)
    if unfinished is None:
        table.run("begin")
    else:
        table.take(Session.resume(unfinished.save, table.app.record.habits, unfinished.entry))
    if not is_saved:
        table.app.push(Notice(table.app, "Exit", _NOT_SAVED))


CONTEST_ACTIONS: Mapping[str, Callable[[Table], None]] = {
    "auto": _start_auto_play,
    "ask_new": _ask_new,
    "tour": _show_tournament_dialog,
    "restore": _restore,
    "score": _show_standings,
    "offer": partial(_ask_score, "The pyramid is cleared. Score this game now?"),
    "end_now": partial(_ask_score, "End this game and score it now?"),
    "save": _save,
    "top10": lambda table: table.app.push(TopTen(table.app, table.app.rules())),
    "exit": _exit,
}
"""Actions by name; `new` itself is an action of the table."""


def _reason_if_over(table: Table) -> str:
    tournament = _mode_of(table).match
    return "" if tournament is not None and not tournament.over else "the tournament is over"


CONTEST_CONDITIONS: Mapping[str, Callable[[Table], str]] = {
    "auto": is_not_yours,
    "end_now": is_not_yours,
    "save": _reason_if_over,
}
"""Functions by action name that return why the action is disabled, or an empty string."""
