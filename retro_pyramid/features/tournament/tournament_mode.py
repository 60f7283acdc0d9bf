"""Standard and Tournament Play at a table of pairs: whose game it is, and what a game's end leads to."""

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
    """What a program with tournaments says about them: its commands by video mode, and the names of three settings.

    `pauses` are the ticks for which each card of a move of the computer is shown, by the value of the setting `speed`.
    `feast` celebrates a tournament that a player has won.
    """

    standard: Mapping[str, tuple[Command, ...]]
    tournament: Mapping[str, tuple[Command, ...]]
    mouse: str
    speed: str
    same_deck: str
    pauses: Mapping[str, int]
    feast: Feast


def standings_box(
    app: App,
    title: str,
    match: Tournament,
    playing: Session | None = None,
    then: Callable[[], None] | None = None,
) -> Notice:
    """Return the box that tells how a tournament stands; `then` is what follows it."""
    told = standings_told(match, playing)
    return Notice(app, title, standing_lines(match, playing), then, "standings", told)


class Contest(Referee):
    """Referee of a program with tournaments: `match` is the tournament being played, None in Standard Play.

    `entered` says whether the game on the table is scored and counted among the match's ended games. `names` are the
    players' last names. `later` are the things to do one after another when no card moves.
    """

    def __init__(self, terms: Terms) -> None:
        super().__init__()
        self.terms = terms
        self.match: Tournament | None = None
        self.entered = False
        self.names: list[str] = []
        self.later: list[Callable[[], None]] = []
        self._offered = False
        self._mouse_wanted = ""
        self._rank: int | None = None

    @property
    def proving(self) -> bool:
        """Whether a tournament is on: its games are to prove its totals."""
        return self.match is not None

    @property
    def claims(self) -> str:
        return "tournament" if self.proving else ""

    @property
    def needs_deal(self) -> bool:
        """Whether the next game is one of new cards: not where the second player has the same deck."""
        return self.match is None or self.match.needs_deal

    def commands(self, table: Table) -> tuple[Command, ...]:
        by_mode = self.terms.tournament if self.match else self.terms.standard
        return by_mode[table.app.machine.video.mode]

    def deal(self, table: Table) -> Session:
        """Return the next game: of the tournament, if one is on."""
        number = table.game.dealing.take(self.proving)
        if self.match is None:
            return table.game.of(number)
        return next_game(self.match, number, table.app.record.habits)

    def began(self, table: Table) -> None:
        """Say whose game it is, ask about the mouse, or let the computer play."""
        self.later.clear()
        self._offered = table.session.state.cleared_pass is not None
        self.entered = False
        match = self.match
        if match is not None:
            player = match.players[match.turn]
            words = f"Game {match.number} of {GAMES}"
            if player.computer:
                self.later.append(lambda: table.say(f"{words}: the computer plays"))
                self.later.append(lambda: self.watch(table))
                return
            if sum(not one.computer for one in match.players) > 1:
                turn = Notice(table.app, words, [f"{player.name}, it is your turn"])
                self.later.append(lambda: table.app.push(turn))
            else:
                self.later.append(lambda: table.say(f"{words}: good luck, {player.name}"))
        self._mouse(table)

    def _mouse(self, table: Table) -> None:
        """Use the mouse or not, as the setting says, or ask.

        Original: there was no other way in than by the question.  Here: `--start table` is at once on the table.
        """
        app, wanted = table.app, table.app.settings[self.terms.mouse]

        def use(mouse: bool) -> None:
            app.machine.mouse = mouse

        self._mouse_wanted = wanted
        use(wanted != "no")
        straight, app.straight = app.straight, False
        if wanted == "ask" and not straight:
            words = ("Play this game with the mouse?", "No: play with the keyboard")
            question = Confirm(app, *words, lambda: use(True), lambda: use(False), "yes")
            self.later.append(lambda: app.push(question))

    def watch(self, table: Table, stopped: Callable[[], None] | None = None) -> None:
        """Let the computer play the game to its end; with `stopped`, which is called then, the player may end it."""
        # The solver is loaded when it is needed.
        from retro_pyramid.features.tournament.auto_play_overlay import Watching

        def pause() -> int:
            return self.terms.pauses[table.app.settings[self.terms.speed]]

        table.app.push(Watching(table, pause, stopped))

    def played(self, table: Table) -> None:
        """Offer to score the game once the pyramid is cleared and cards are left; one undone is scored no more.

        The computer is offered nothing: it goes on to the end.
        """
        self.entered = False
        if table.session.state.cleared_pass is not None and not self._offered and not table.lent:
            self._offered = True
            if not table.over():
                self.later.append(lambda: table.run("offer"))

    def ended(self, table: Table) -> None:
        if self.match is not None:
            self.enter(table, finish(self.match, table.session))

    def enter(self, table: Table, match: Tournament) -> None:
        """Take over the tournament with the game on the table among the ended ones."""
        self.match, self.entered = match, True
        self.keep(table)
        if not match.over or not table.game.is_mine():
            return
        self._rank = table.app.services.files.add_totals(for_the_board(match))
        if table.session.status == "won":
            # Between the finale of a game and what follows there is a tick in which nothing moves.
            self.later.append(lambda: None)
        self.later.append(lambda: self._results(table, match))

    def _results(self, table: Table, match: Tournament) -> None:
        """Show the final standings, with a feast where a player has won, then the Top 10 if somebody has entered it."""
        app, rank, winner = table.app, self._rank, match.winner()

        def board() -> None:
            if rank == 0:
                app.sounds.play("record")
            if rank is not None:
                app.push(TopTen(app, match.rules, rank))

        if winner is not None and not match.players[winner].computer:
            app.sounds.play("match_won")
            app.push(Triumph(app, self.terms.feast, match, board))
            return
        if winner is not None or [standing.verdict for standing in match.standings()] == ["below"]:
            app.sounds.play("match_lost")
        app.push(standings_box(app, "The tournament is over", match, then=board))

    def verdict(self, table: Table) -> list[str]:
        state, score = table.session.state, signed(table.session.score or 0)
        if table.session.status == "won":
            now = self.facts(table)
            # The finale takes the place of the panel that tells it at other times.
            return [f"All 52 cards are gone! Score {score}.", *([f"Net {signed(now.total)}"] if now else [])]
        if table.session.status == "playing":
            return [f"This game is scored as it stands. Score {score}."]
        words = "No more moves" if state.cleared_pass is None else "The pyramid is cleared; no more moves"
        return [f"{words}. Score {score}."]

    def tells_worth(self, table: Table) -> bool:
        """Return whether to tell what the deal was worth: not where the next player gets the same cards."""
        return self.match is None or not self.match.same_deck

    def go_on_words(self, table: Table) -> str:
        match = self.match
        if match is None:
            return "Enter or NEW deals another game"
        return "NEW plays another tournament" if match.over else "Enter or a click goes on to the next game"

    def go_on(self, table: Table) -> None:
        if self.later:
            return
        table.run("ask_new" if self.match is not None and self.match.over else "new")

    def facts(self, table: Table) -> NowPlaying | None:
        """Return how the tournament stands, None in Standard Play."""
        match = self.match
        if match is None:
            return None
        before, player = divmod(len(match.ended) - self.entered, len(match.players))
        standing = match.standings()[player]
        return NowPlaying(before + 1, standing.total, standing.player.name)

    def tick(self, table: Table, ticks: int) -> None:
        """Follow the setting of the mouse where it has changed; do the next thing that waits, if no card moves."""
        wanted = table.app.settings[self.terms.mouse]
        if wanted != self._mouse_wanted:
            self._mouse_wanted = wanted
            table.app.machine.mouse = wanted != "no"
        if self.later and not table.surface.running():
            self.later.pop(0)()

    def keep(self, table: Table) -> None:
        """Save the game as the one to resume, or the tournament as the suspended one.

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
        there = self.saved(table) is not None
        if there:
            table.run("restore")
        return there

    def suspend(self, table: Table) -> bool:
        """Put the tournament in its file; say whether it is saved."""
        match = self.match
        if match is None:
            return False
        on = None if self.entered else table.session.save()
        return table.app.services.files.suspend(facts(match), [ended.game for ended in match.ended], on)

    def saved(self, table: Table) -> tuple[Tournament, Session | None] | None:
        """Return the tournament in the file, None where there is none that could go on."""
        files = table.app.services.files
        suspended = files.suspended.load()
        if suspended is None:
            return None
        try:
            match, session = restore(suspended[0], suspended[1], suspended[2], table.app.record.habits)
        except TournamentError as error:
            files.suspended.refuse(suspended, str(error))
            return None
        return None if match.over else (match, session)

    def left_at(self, table: Table, deal: int) -> None:
        """Go on with the tournament in the file, if this was the deal of its last game."""
        saved = self.saved(table)
        if saved is None:
            return
        match, session = saved
        if deal == (session.deal if session else match.ended[-1].game.deal):
            table.run("restore")

    def start_match(self, table: Table) -> None:
        """Ask for the opponent of a tournament."""
        self.later.append(lambda: table.run("tour"))
