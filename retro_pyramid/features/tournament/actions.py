"""Commands of Standard and Tournament Play, as actions of a table."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

from retro_pyramid.deals.deal_search import find_daily_deal
from retro_pyramid.features.tournament.standings import format_signed
from retro_pyramid.features.tournament.tournament_dialog import TournamentDialog
from retro_pyramid.features.tournament.tournament_mode import TournamentMode, build_standings_box
from retro_pyramid.features.tournament.tournament_scores import TournamentScoresScreen
from retro_pyramid.session import Session
from retro_pyramid.session.tournament import (
    Player,
    Tournament,
    TournamentError,
    new_tournament,
    rematch,
    score_now,
)
from retro_pyramid.table.game_mode import get_not_players_turn_reason
from retro_pyramid.ui.dialogs import ConfirmDialog, MessageBox

if TYPE_CHECKING:
    from retro_pyramid.table.table_screen import TableScreen

_NOT_SAVED = ("The tournament cannot be saved.", "TOUR and Restore go on with it till the program ends.")


def _mode_of(table: TableScreen) -> TournamentMode:
    assert isinstance(table.game_mode, TournamentMode), "these are the commands of a program with tournaments"
    return table.game_mode


def _start_auto_play(table: TableScreen) -> None:
    """Let the computer finish the game until the player stops it."""

    def on_stopped() -> None:
        table.lifecycle.save(table)
        table.show_message("The rest is yours again")

    _mode_of(table).start_auto_play(table, on_stopped)


def _ask_new(table: TableScreen) -> None:
    """Deal a new game, or start a new tournament with the same settings, after a confirmation."""
    tournament = _mode_of(table).tournament

    def start() -> None:
        if tournament is None:
            table.app.replace_screens(table)
            table.run_action("new")
        elif tournament.is_over:
            _continue_tournament(table, rematch(tournament))
        else:
            _start_tournament(table, rematch(tournament))

    texts = ("Begin a new tournament?", "The one that is on is given up")
    if tournament is None:
        texts = ("Deal a new game?", "This one ends here")
    if table.is_over() and (tournament is None or tournament.is_over):
        start()
    else:
        table.app.push(ConfirmDialog(table.app, *texts, start))


def _show_tournament_dialog(table: TableScreen) -> None:
    """Ask for the opponent and switch to Tournament Play."""
    app, mode = table.app, _mode_of(table)

    def start(players: Sequence[Player]) -> None:
        # A daily match has six deals, for one player or two.
        is_daily_match = app.daily_deal is not None and app.daily_deal.is_match
        has_same_deck = is_daily_match or app.settings[mode.spec.same_deck_setting] == "yes"
        try:
            tournament = new_tournament(app.get_rules(), players, has_same_deck)
        except TournamentError as error:
            table.show_error(str(error))
            return
        if mode.load_saved_tournament(table) is None:
            _start_tournament(table, tournament)
        else:
            texts = ("Replace the tournament that is saved?", "TOUR and Restore would go on with it")
            app.push(ConfirmDialog(app, *texts, lambda: _start_tournament(table, tournament)))

    has_saved = mode.load_saved_tournament(table) is not None
    app.push(TournamentDialog(app, mode.player_names, start, lambda: _restore(table), has_saved))


def _start_tournament(table: TableScreen, tournament: Tournament) -> None:
    """Start a tournament; a daily match starts with the first deal of the day."""
    if table.app.daily_deal is not None and table.app.daily_deal.is_match:
        table.app.daily_deal.restart()
    _continue_tournament(table, tournament)


def _continue_tournament(table: TableScreen, tournament: Tournament, session: Session | None = None) -> None:
    """Continue a tournament with `session`, its unfinished game, or with the next game if that is None."""
    mode, day = _mode_of(table), table.app.daily_deal

    def install() -> None:
        mode.tournament = tournament
        mode.player_names = [player.name for player in tournament.players if not player.is_computer]
        if session is None:
            table.run_action("begin")
        else:
            table.set_session(session)

    def on_deal_found(deal_number: int) -> None:
        table.lifecycle.deal_source.request(deal_number)
        install()

    # Also closes the overlay in which the computer may be playing.
    table.app.replace_screens(table)
    table.set_computer_playing(False)
    if session is None and tournament.needs_new_deal and day is not None and day.next_day_index is not None:
        # The tournament is installed only when its deal is found: the game on the table is not part of it.
        find_daily_deal(table.app, day, on_deal_found)
    else:
        install()


def _restore(table: TableScreen) -> None:
    """Continue the saved tournament."""
    saved = _mode_of(table).load_saved_tournament(table)
    if saved is None:
        # A saved tournament that cannot be used is reported by a notice of its own.
        if not table.app.services.files.notification_lines:
            table.show_error("no tournament is saved")
        return
    tournament, session = saved
    day = table.app.daily_deal
    if day is not None:
        *previous_deals, last_deal = [ended.transcript.deal_number for ended in tournament.finished_games] + (
            [session.deal_number] if session else []
        )
        day.last_deal_number = last_deal
        if day.find_day_index((*previous_deals, last_deal)[0]) != 1:
            table.app.daily_deal = None
    _continue_tournament(table, tournament, session)


def _show_standings(table: TableScreen) -> None:
    """Show the standings of the tournament."""
    mode = _mode_of(table)
    if mode.tournament is not None:
        current_game = None if mode.is_scored else table.session
        table.app.push(build_standings_box(table.app, "Score", mode.tournament, current_game))


def _ask_score(question: str, table: TableScreen) -> None:
    """End the game with its current score, after a confirmation."""
    detail = f"It scores {format_signed(table.session.score or 0)} as it stands"
    table.app.push(ConfirmDialog(table.app, question, detail, lambda: _end_and_score(table)))


def _end_and_score(table: TableScreen) -> None:
    mode = _mode_of(table)
    table.app.replace_screens(table)
    table.clear_selection()
    table.show_message(None)
    mode.is_scored = True
    with table.app.services.files.transaction():
        if mode.tournament is None:
            table.lifecycle.save(table)
        else:
            mode.apply_finished_game(table, score_now(mode.tournament, table.session))


def _save(table: TableScreen) -> None:
    """Save the tournament and report whether it was saved."""
    is_saved = _mode_of(table).save_tournament(table)
    lines = ["The tournament is saved.", "TOUR and Restore go on with it."]
    table.app.push(MessageBox(table.app, "Save", lines if is_saved else _NOT_SAVED))


def _exit(table: TableScreen) -> None:
    """Suspend the tournament and return to Standard Play."""
    mode = _mode_of(table)
    is_saved = mode.save_tournament(table)
    mode.tournament = None
    table.app.replace_screens(table)
    unfinished = table.app.services.files.unfinished_games.find_unfinished(table.app.edition.id)
    if unfinished is None:
        table.run_action("begin")
    else:
        table.set_session(
            Session.from_saved_session(unfinished.saved, table.app.edition.assist_policy, unfinished.entry_id)
        )
    if not is_saved:
        table.app.push(MessageBox(table.app, "Exit", _NOT_SAVED))


TOURNAMENT_ACTIONS: Mapping[str, Callable[[TableScreen], None]] = {
    "auto": _start_auto_play,
    "ask_new": _ask_new,
    "tour": _show_tournament_dialog,
    "restore": _restore,
    "score": _show_standings,
    "offer": partial(_ask_score, "The pyramid is cleared. Score this game now?"),
    "end_now": partial(_ask_score, "End this game and score it now?"),
    "save": _save,
    "top10": lambda table: table.app.push(TournamentScoresScreen(table.app, table.app.get_rules())),
    "exit": _exit,
}
"""Actions by name; `new` itself is an action of the table."""


def _reason_if_over(table: TableScreen) -> str:
    tournament = _mode_of(table).tournament
    return "" if tournament is not None and not tournament.is_over else "the tournament is over"


TOURNAMENT_DISABLED_REASONS: Mapping[str, Callable[[TableScreen], str]] = {
    "auto": get_not_players_turn_reason,
    "end_now": get_not_players_turn_reason,
    "save": _reason_if_over,
}
"""Functions by action name that return why the action is disabled, or an empty string."""
