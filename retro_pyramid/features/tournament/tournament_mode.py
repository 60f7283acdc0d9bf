"""The game mode of an edition with Standard and Tournament Play: whose turn it is, and what follows a game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, NamedTuple

from retro_pyramid.features.tournament.standings import (
    MatchProgress,
    format_signed,
    format_spoken_standings,
    format_standings,
)
from retro_pyramid.features.tournament.tournament_scores import TournamentScoresScreen
from retro_pyramid.features.tournament.tournament_won import Celebration, TournamentWonScreen
from retro_pyramid.rules.editions import GAMES_PER_MATCH
from retro_pyramid.session.tournament import (
    Tournament,
    TournamentError,
    finish_game,
    leaderboard_entries,
    restore_tournament,
    start_next_game,
    tournament_settings,
)
from retro_pyramid.table.game_mode import GameMode
from retro_pyramid.ui.dialogs import ConfirmDialog, MessageBox

if TYPE_CHECKING:
    from retro_pyramid.app.app import App
    from retro_pyramid.session import Session
    from retro_pyramid.table.layout import Command
    from retro_pyramid.table.table_screen import TableScreen


class TournamentSpec(NamedTuple):
    """Configuration of an edition with tournaments."""

    standard_commands: Mapping[str, tuple[Command, ...]]
    """Commands of Standard Play by display mode."""
    tournament_commands: Mapping[str, tuple[Command, ...]]
    """Commands of Tournament Play by display mode."""
    mouse_setting: str
    """Name of the setting that says whether the mouse is used: "yes", "no" or "ask"."""
    speed_setting: str
    """Name of the setting for the speed of the computer's moves."""
    same_deck_setting: str
    """Name of the setting that says whether both players get the same deals."""
    card_ticks_by_speed: Mapping[str, int]
    """Ticks for which each card of a move of the computer is shown, by the value of the speed setting."""
    celebration: Celebration
    """The celebration of a tournament that a player has won."""


def build_standings_box(
    app: App,
    title: str,
    tournament: Tournament,
    current_game: Session | None = None,
    on_close: Callable[[], None] | None = None,
) -> MessageBox:
    """Return a message box with the standings of a tournament; `on_close` is called once it is closed."""
    spoken_lines = format_spoken_standings(tournament, current_game)
    return MessageBox(
        app, title, format_standings(tournament, current_game), on_close, "standings", spoken_lines
    )


class TournamentMode(GameMode):
    """Game mode with Standard and Tournament Play."""

    def __init__(self, spec: TournamentSpec) -> None:
        super().__init__()
        self.spec = spec
        self.tournament: Tournament | None = None
        """The tournament being played, None in Standard Play."""
        self.is_scored = False
        """Whether the game on the table is scored and is one of the finished games of the tournament."""
        self.player_names: list[str] = []
        """The names of the human players of the last tournament."""
        self.pending_actions: list[Callable[[], None]] = []
        """Functions to be called one after another, each when no card is moving."""
        self._was_offered = False
        self._last_mouse_setting = ""
        self._new_index: int | None = None

    @property
    def is_ranked(self) -> bool:
        """Whether a tournament is being played: its games have to prove its totals."""
        return self.tournament is not None

    @property
    def lock_name(self) -> str:
        return "tournament" if self.is_ranked else ""

    @property
    def needs_new_deal(self) -> bool:
        """Whether the next game needs a new deal: False if the second player gets the same deck."""
        return self.tournament is None or self.tournament.needs_new_deal

    def get_commands(self, table: TableScreen) -> tuple[Command, ...]:
        by_mode = self.spec.tournament_commands if self.tournament else self.spec.standard_commands
        return by_mode[table.app.machine.display.mode]

    def create_next_game(self, table: TableScreen) -> Session:
        """Return the next game, of the tournament if one is being played."""
        deal_number = table.lifecycle.deal_source.take_next(self.is_ranked)
        if self.tournament is None:
            return table.lifecycle.create_game(deal_number)
        return start_next_game(self.tournament, deal_number, table.app.edition.assist_policy)

    def on_start(self, table: TableScreen) -> None:
        """Announce whose turn it is, and ask about the mouse or let the computer play."""
        self.pending_actions.clear()
        self._was_offered = table.session.state.cleared_pass is not None
        self.is_scored = False
        tournament = self.tournament
        if tournament is not None:
            player = tournament.players[tournament.current_player_index]
            game_text = f"Game {tournament.game_number} of {GAMES_PER_MATCH}"
            if player.is_computer:
                self.pending_actions.append(lambda: table.show_message(f"{game_text}: the computer plays"))
                self.pending_actions.append(lambda: self.start_auto_play(table))
                return
            if sum(not participant.is_computer for participant in tournament.players) > 1:
                turn = MessageBox(table.app, game_text, [f"{player.name}, it is your turn"])
                self.pending_actions.append(lambda: table.app.push(turn))
            else:
                self.pending_actions.append(
                    lambda: table.show_message(f"{game_text}: good luck, {player.name}")
                )
        self._apply_mouse_setting(table)

    def _apply_mouse_setting(self, table: TableScreen) -> None:
        """Enable or disable the mouse according to the setting, or ask.

        Original: every game began with the question.  Here: `--start table` skips it for the first game.
        """
        app, mouse_setting = table.app, table.app.settings[self.spec.mouse_setting]

        def use(is_enabled: bool) -> None:
            app.machine.has_mouse = is_enabled

        self._last_mouse_setting = mouse_setting
        use(mouse_setting != "no")
        skips_question, app.skips_mouse_prompt = app.skips_mouse_prompt, False
        if mouse_setting == "ask" and not skips_question:
            texts = ("Play this game with the mouse?", "No: play with the keyboard")
            question = ConfirmDialog(app, *texts, lambda: use(True), lambda: use(False), "yes")
            self.pending_actions.append(lambda: app.push(question))

    def start_auto_play(self, table: TableScreen, on_stopped: Callable[[], None] | None = None) -> None:
        """Let the computer play the game to its end.

        The player can stop it only if `on_stopped` is given, which is called then.
        """
        # Lazy import: loads the solver only when it is needed.
        from retro_pyramid.features.tournament.auto_play_overlay import AutoPlayOverlay

        def get_card_ticks() -> int:
            return self.spec.card_ticks_by_speed[table.app.settings[self.spec.speed_setting]]

        table.app.push(AutoPlayOverlay(table, get_card_ticks, on_stopped))

    def on_move(self, table: TableScreen) -> None:
        """Offer once to score the game when the pyramid is cleared and cards are left; after an undo it is unscored again.

        The offer is not made while the computer plays: it plays to the end.
        """
        self.is_scored = False
        if (
            table.session.state.cleared_pass is not None
            and not self._was_offered
            and not table.is_computer_playing
        ):
            self._was_offered = True
            if not table.is_over():
                self.pending_actions.append(lambda: table.run_action("offer"))

    def on_end(self, table: TableScreen) -> None:
        if self.tournament is not None:
            self.apply_finished_game(table, finish_game(self.tournament, table.session))

    def apply_finished_game(self, table: TableScreen, tournament: Tournament) -> None:
        """Install a tournament whose finished games include the game on the table; add final totals to the scores."""
        self.tournament, self.is_scored = tournament, True
        self.save(table)
        if not tournament.is_over or not table.lifecycle.check_ownership():
            return
        self._new_index = table.app.services.files.add_totals(leaderboard_entries(tournament))
        if table.session.status == "won":
            # After the end animation of a game, one tick passes without movement before the results.
            self.pending_actions.append(lambda: None)
        self.pending_actions.append(lambda: self._show_results(table, tournament))

    def _show_results(self, table: TableScreen, tournament: Tournament) -> None:
        """Show the final standings, with a celebration if a player has won, then the Top 10 if it has a new total."""
        app, new_index, winner_index = table.app, self._new_index, tournament.winner_index()

        def show_scores() -> None:
            if new_index == 0:
                app.sounds.play_events("record")
            if new_index is not None:
                app.push(TournamentScoresScreen(app, tournament.rules, new_index))

        if winner_index is not None and not tournament.players[winner_index].is_computer:
            app.sounds.play_events("match_won")
            app.push(TournamentWonScreen(app, self.spec.celebration, tournament, show_scores))
            return
        if winner_index is not None or [standing.par_result for standing in tournament.standings()] == [
            "below"
        ]:
            app.sounds.play_events("match_lost")
        app.push(build_standings_box(app, "The tournament is over", tournament, on_close=show_scores))

    def build_result_lines(self, table: TableScreen) -> list[str]:
        state, score = table.session.state, format_signed(table.session.score or 0)
        if table.session.status == "won":
            progress = self.get_mode_data(table)
            # The end animation hides the panel that otherwise shows the net total.
            return [
                f"All 52 cards are gone! Score {score}.",
                *([f"Net {format_signed(progress.net_total)}"] if progress else []),
            ]
        if table.session.status == "playing":
            return [f"This game is scored as it stands. Score {score}."]
        reason = "No more moves" if state.cleared_pass is None else "The pyramid is cleared; no more moves"
        return [f"{reason}. Score {score}."]

    def may_reveal_deal_value(self, table: TableScreen) -> bool:
        """Return False if the next player gets the same cards: the value of the deal is a secret then."""
        return self.tournament is None or not self.tournament.same_deck

    def get_continue_text(self, table: TableScreen) -> str:
        tournament = self.tournament
        if tournament is None:
            return "Enter or NEW deals another game"
        return (
            "NEW plays another tournament"
            if tournament.is_over
            else "Enter or a click goes on to the next game"
        )

    def continue_after_game(self, table: TableScreen) -> None:
        if self.pending_actions:
            return
        table.run_action("ask_new" if self.tournament is not None and self.tournament.is_over else "new")

    def get_mode_data(self, table: TableScreen) -> MatchProgress | None:
        """Return the progress of the tournament, or None in Standard Play."""
        tournament = self.tournament
        if tournament is None:
            return None
        finished_count, player_index = divmod(
            len(tournament.finished_games) - self.is_scored, len(tournament.players)
        )
        standing = tournament.standings()[player_index]
        return MatchProgress(finished_count + 1, standing.total, standing.player.name)

    def advance(self, table: TableScreen, ticks: int) -> None:
        """Apply a changed mouse setting; call the next pending action if no card is moving."""
        mouse_setting = table.app.settings[self.spec.mouse_setting]
        if mouse_setting != self._last_mouse_setting:
            self._last_mouse_setting = mouse_setting
            table.app.machine.has_mouse = mouse_setting != "no"
        if self.pending_actions and not table.presentation.is_animating():
            self.pending_actions.pop(0)()

    def save(self, table: TableScreen) -> None:
        """Save the unfinished game, or the tournament.

        A game that the computer is playing is not saved until it ends or the player takes over.
        """
        if table.is_computer_playing and not table.is_over():
            return
        if self.tournament is None:
            super().save(table)
        else:
            self.save_tournament(table)

    def take_over_game(self, table: TableScreen) -> bool:
        if self.tournament is None:
            return super().take_over_game(table)
        has_saved = self.load_saved_tournament(table) is not None
        if has_saved:
            table.run_action("restore")
        return has_saved

    def save_tournament(self, table: TableScreen) -> bool:
        """Write the tournament to its file. Return True if it is saved."""
        tournament = self.tournament
        if tournament is None:
            return False
        current_game = None if self.is_scored else table.session.to_saved_session()
        return table.app.services.files.suspend_tournament(
            tournament_settings(tournament),
            [ended.transcript for ended in tournament.finished_games],
            current_game,
        )

    def load_saved_tournament(self, table: TableScreen) -> tuple[Tournament, Session | None] | None:
        """Return the saved tournament and its unfinished game, or None if there is no tournament to continue."""
        files = table.app.services.files
        suspended = files.suspended_tournament.load()
        if suspended is None:
            return None
        try:
            tournament, session = restore_tournament(
                suspended[0], suspended[1], suspended[2], table.app.edition.assist_policy
            )
        except TournamentError as error:
            files.suspended_tournament.mark_unusable(suspended, str(error))
            return None
        return None if tournament.is_over else (tournament, session)

    def resume_match_at(self, table: TableScreen, deal_number: int) -> None:
        """Continue the saved tournament if `deal` is the deal of its last game."""
        saved = self.load_saved_tournament(table)
        if saved is None:
            return
        tournament, session = saved
        if deal_number == (
            session.deal_number if session else tournament.finished_games[-1].transcript.deal_number
        ):
            table.run_action("restore")

    def start_match(self, table: TableScreen) -> None:
        """Schedule the dialog that asks for the opponent."""
        self.pending_actions.append(lambda: table.run_action("tour"))
