"""The game mode of an edition with Standard and Tournament Play: whose turn it is, and what follows a game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, NamedTuple

from retro_pyramid.features.tournament.standings import NowPlaying, signed, standing_lines, standings_told
from retro_pyramid.features.tournament.tournament_scores import TopTen
from retro_pyramid.features.tournament.tournament_won import Feast, Triumph
from retro_pyramid.rules.editions import GAMES
from retro_pyramid.session.tournament import (
    Tournament,
    TournamentError,
    facts,
    finish,
    for_the_board,
    next_game,
    restore,
)
from retro_pyramid.table.game_mode import Referee
from retro_pyramid.ui.dialogs import Confirm, Notice

if TYPE_CHECKING:
    from retro_pyramid.app.app import App
    from retro_pyramid.session import Session
    from retro_pyramid.table.layout import Command
    from retro_pyramid.table.table_screen import Table


class Terms(NamedTuple):
    """Configuration of an edition with tournaments."""

    standard: Mapping[str, tuple[Command, ...]]
    """Commands of Standard Play by display mode."""
    tournament: Mapping[str, tuple[Command, ...]]
    """Commands of Tournament Play by display mode."""
    mouse: str
    """Name of the setting that says whether the mouse is used: "yes", "no" or "ask"."""
    speed: str
    """Name of the setting for the speed of the computer's moves."""
    same_deck: str
    """Name of the setting that says whether both players get the same deals."""
    pauses: Mapping[str, int]
    """Ticks for which each card of a move of the computer is shown, by the value of the speed setting."""
    feast: Feast
    """The celebration of a tournament that a player has won."""


def standings_box(
    app: App,
    title: str,
    match: Tournament,
    playing: Session | None = None,
    then: Callable[[], None] | None = None,
) -> Notice:
    """Return a message box with the standings of a tournament; `on_close` is called once it is closed."""
    spoken_lines = standings_told(match, playing)
    return Notice(app, title, standing_lines(match, playing), then, "standings", spoken_lines)


class Contest(Referee):
    """Game mode with Standard and Tournament Play."""

    def __init__(self, terms: Terms) -> None:
        super().__init__()
        self.terms = terms
        self.match: Tournament | None = None
        """The tournament being played, None in Standard Play."""
        self.entered = False
        """Whether the game on the table is scored and is one of the finished games of the tournament."""
        self.names: list[str] = []
        """The names of the human players of the last tournament."""
        self.later: list[Callable[[], None]] = []
        """Functions to be called one after another, each when no card is moving."""
        self._was_offered = False
        self._last_mouse_setting = ""
        self._new_index: int | None = None

    @property
    def proving(self) -> bool:
        """Whether a tournament is being played: its games have to prove its totals."""
        return self.match is not None

    @property
    def claims(self) -> str:
        return "tournament" if self.proving else ""

    @property
    def needs_deal(self) -> bool:
        """Whether the next game needs a new deal: False if the second player gets the same deck."""
        return self.match is None or self.match.needs_deal

    def commands(self, table: Table) -> tuple[Command, ...]:
        by_mode = self.terms.tournament if self.match else self.terms.standard
        return by_mode[table.app.machine.video.mode]

    def deal(self, table: Table) -> Session:
        """Return the next game, of the tournament if one is being played."""
        deal_number = table.game.dealing.take(self.proving)
        if self.match is None:
            return table.game.of(deal_number)
        return next_game(self.match, deal_number, table.app.record.habits)

    def began(self, table: Table) -> None:
        """Announce whose turn it is, and ask about the mouse or let the computer play."""
        self.later.clear()
        self._was_offered = table.session.state.cleared_pass is not None
        self.entered = False
        tournament = self.match
        if tournament is not None:
            player = tournament.players[tournament.turn]
            game_text = f"Game {tournament.number} of {GAMES}"
            if player.computer:
                self.later.append(lambda: table.say(f"{game_text}: the computer plays"))
                self.later.append(lambda: self.watch(table))
                return
            if sum(not participant.computer for participant in tournament.players) > 1:
                turn = Notice(table.app, game_text, [f"{player.name}, it is your turn"])
                self.later.append(lambda: table.app.push(turn))
            else:
                self.later.append(lambda: table.say(f"{game_text}: good luck, {player.name}"))
        self._apply_mouse_setting(table)

    def _apply_mouse_setting(self, table: Table) -> None:
        """Enable or disable the mouse according to the setting, or ask.

        Original: every game began with the question.  Here: `--start table` skips it for the first game.
        """
        app, mouse_setting = table.app, table.app.settings[self.terms.mouse]

        def use(is_enabled: bool) -> None:
            app.machine.mouse = is_enabled

        self._last_mouse_setting = mouse_setting
        use(mouse_setting != "no")
        skips_question, app.straight = app.straight, False
        if mouse_setting == "ask" and not skips_question:
            texts = ("Play this game with the mouse?", "No: play with the keyboard")
            question = Confirm(app, *texts, lambda: use(True), lambda: use(False), "yes")
            self.later.append(lambda: app.push(question))

    def watch(self, table: Table, stopped: Callable[[], None] | None = None) -> None:
        """Let the computer play the game to its end.

        The player can stop it only if `on_stopped` is given, which is called then.
        """
        # Lazy import: loads the solver only when it is needed.
        from retro_pyramid.features.tournament.auto_play_overlay import Watching

        def get_card_ticks() -> int:
            return self.terms.pauses[table.app.settings[self.terms.speed]]

        table.app.push(Watching(table, get_card_ticks, stopped))

    def played(self, table: Table) -> None:
        """Offer once to score the game when the pyramid is cleared and cards are left; after an undo it is unscored again.

        The offer is not made while the computer plays: it plays to the end.
        """
        self.entered = False
        if table.session.state.cleared_pass is not None and not self._was_offered and not table.lent:
            self._was_offered = True
            if not table.over():
                self.later.append(lambda: table.run("offer"))

    def ended(self, table: Table) -> None:
        if self.match is not None:
            self.enter(table, finish(self.match, table.session))

    def enter(self, table: Table, match: Tournament) -> None:
        """Install a tournament whose finished games include the game on the table; add final totals to the scores."""
        self.match, self.entered = match, True
        self.keep(table)
        if not match.over or not table.game.is_mine():
            return
        self._new_index = table.app.services.files.add_totals(for_the_board(match))
        if table.session.status == "won":
            # After the end animation of a game, one tick passes without movement before the results.
            self.later.append(lambda: None)
        self.later.append(lambda: self._show_results(table, match))

    def _show_results(self, table: Table, tournament: Tournament) -> None:
        """Show the final standings, with a celebration if a player has won, then the Top 10 if it has a new total."""
        app, new_index, winner_index = table.app, self._new_index, tournament.winner()

        def show_scores() -> None:
            if new_index == 0:
                app.sounds.play("record")
            if new_index is not None:
                app.push(TopTen(app, tournament.rules, new_index))

        if winner_index is not None and not tournament.players[winner_index].computer:
            app.sounds.play("match_won")
            app.push(Triumph(app, self.terms.feast, tournament, show_scores))
            return
        if winner_index is not None or [standing.verdict for standing in tournament.standings()] == ["below"]:
            app.sounds.play("match_lost")
        app.push(standings_box(app, "The tournament is over", tournament, then=show_scores))

    def verdict(self, table: Table) -> list[str]:
        state, score = table.session.state, signed(table.session.score or 0)
        if table.session.status == "won":
            progress = self.facts(table)
            # The end animation hides the panel that otherwise shows the net total.
            return [
                f"All 52 cards are gone! Score {score}.",
                *([f"Net {signed(progress.total)}"] if progress else []),
            ]
        if table.session.status == "playing":
            return [f"This game is scored as it stands. Score {score}."]
        reason = "No more moves" if state.cleared_pass is None else "The pyramid is cleared; no more moves"
        return [f"{reason}. Score {score}."]

    def tells_worth(self, table: Table) -> bool:
        """Return False if the next player gets the same cards: the value of the deal is a secret then."""
        return self.match is None or not self.match.same_deck

    def go_on_words(self, table: Table) -> str:
        tournament = self.match
        if tournament is None:
            return "Enter or NEW deals another game"
        return (
            "NEW plays another tournament" if tournament.over else "Enter or a click goes on to the next game"
        )

    def go_on(self, table: Table) -> None:
        if self.later:
            return
        table.run("ask_new" if self.match is not None and self.match.over else "new")

    def facts(self, table: Table) -> NowPlaying | None:
        """Return the progress of the tournament, or None in Standard Play."""
        tournament = self.match
        if tournament is None:
            return None
        finished_count, player_index = divmod(len(tournament.ended) - self.entered, len(tournament.players))
        standing = tournament.standings()[player_index]
        return NowPlaying(finished_count + 1, standing.total, standing.player.name)

    def tick(self, table: Table, ticks: int) -> None:
        """Apply a changed mouse setting; call the next pending action if no card is moving."""
        mouse_setting = table.app.settings[self.terms.mouse]
        if mouse_setting != self._last_mouse_setting:
            self._last_mouse_setting = mouse_setting
            table.app.machine.mouse = mouse_setting != "no"
        if self.later and not table.surface.running():
            self.later.pop(0)()

    def keep(self, table: Table) -> None:
        """Save the unfinished game, or the tournament.

        A game that the computer is playing is not saved until it ends or the player takes over.
        """
        if table.lent and not table.over():
            return
        if self.match is None:
            super().keep(table)
        else:
            self.suspend(table)

    def take_over(self, table: Table) -> bool:
        if self.match is None:
            return super().take_over(table)
        has_saved = self.saved(table) is not None
        if has_saved:
            table.run("restore")
        return has_saved

    def suspend(self, table: Table) -> bool:
        """Write the tournament to its file. Return True if it is saved."""
        tournament = self.match
        if tournament is None:
            return False
        current_game = None if self.entered else table.session.save()
        return table.app.services.files.suspend(
            facts(tournament), [ended.game for ended in tournament.ended], current_game
        )

    def saved(self, table: Table) -> tuple[Tournament, Session | None] | None:
        """Return the saved tournament and its unfinished game, or None if there is no tournament to continue."""
        files = table.app.services.files
        suspended = files.suspended.load()
        if suspended is None:
            return None
        try:
            tournament, session = restore(suspended[0], suspended[1], suspended[2], table.app.record.habits)
        except TournamentError as error:
            files.suspended.refuse(suspended, str(error))
            return None
        return None if tournament.over else (tournament, session)

    def left_at(self, table: Table, deal: int) -> None:
        """Continue the saved tournament if `deal` is the deal of its last game."""
        saved = self.saved(table)
        if saved is None:
            return
        tournament, session = saved
        if deal == (session.deal if session else tournament.ended[-1].game.deal):
            table.run("restore")

    def start_match(self, table: Table) -> None:
        """Schedule the dialog that asks for the opponent."""
        self.later.append(lambda: table.run("tour"))
