"""What the tables of all programs have in common: the game on them, the one before, hints, what the solver tells."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from retro_pyramid.cards import deal
from retro_pyramid.rules.transcript import Save
from retro_pyramid.screens.adviser import DEALS, LAMP, Adviser
from retro_pyramid.screens.app import App, Screen
from retro_pyramid.screens.record import Ways
from retro_pyramid.session import Session

if TYPE_CHECKING:
    from retro_pyramid.rules import Move
    from retro_pyramid.screens.commands import Command
    from retro_pyramid.solver.thinking import Stepper

HELPS = "shell.helps"
"""The setting that allows undo, redo and hint where the original had none."""
HINT = "shell.hint"
HINT_BUDGET = 400
NOT_YET = "Not known yet: the solver is looking for the best move"


class GameScreen(Screen):
    """A table with a game on it; a program's own table says how it is shown and played.

    `hinted` are the target ids a hint shows, `thinking` is what works one out.
    """

    name = "table"
    speaks = True
    session: Session
    free: frozenset[str] = frozenset()
    """Helps the original had: undo, redo, hint. The others work only where the player has allowed them."""
    conditions: Mapping[str, Callable[[GameScreen], str]] = {}
    """Why an action of the program's own cannot be asked for now, by its name."""
    watched = False
    """Whether the computer plays."""

    def __init__(self, app: App, ways: Ways) -> None:
        super().__init__(app)
        self.ways = ways
        self.adviser = Adviser()
        self.hinted: tuple[str, ...] = ()
        self.thinking: Stepper | None = None
        self.previous: Session | None = None
        """The game before the last New, which undo brings back."""
        self.wanted: int | None = None
        """The number of the next deal, where it is not left to chance."""

    # What a program's own table does

    def take(self, session: Session) -> None:
        """Put a game on the table as it stands; nothing moves."""
        raise NotImplementedError

    def deal_out(self) -> None:
        """Let the cards of a new game fly to their places."""
        raise NotImplementedError

    def changed(self) -> None:
        """Show, keep and announce what an undo, a redo or a restart has led to."""
        raise NotImplementedError

    def perform(self, move: Move) -> None:
        """Play a move that somebody else has chosen, and let its cards fly."""
        raise NotImplementedError

    def keep(self) -> None:
        """Write the game down as the one left off, or forget it when it is over and no name is to be entered for it."""
        left_off, session = self.app.services.files.resume, self.session
        if self.over() and not self.awaits_name():
            left_off.drop(session.save())
        else:
            left_off.put(session.save(), waits=self.over())

    def refuse(self, reason: str) -> None:
        """Say why something cannot be done, and beep."""
        raise NotImplementedError

    def run(self, action: str) -> None:
        """Do an action by its name."""
        raise NotImplementedError

    def commands(self) -> tuple[Command, ...]:
        """Return what can be asked for here, now or at other times."""
        raise NotImplementedError

    @property
    def focused(self) -> str | None:
        """The target id of what the keyboard is on, None where it shows nowhere."""
        return self.selected

    def awaits_name(self) -> bool:
        """Return whether the game is over and a name is still to be entered for it."""
        return False

    def next_game(self) -> Session:
        """Return the next game, not begun."""
        return self.deal_session(self.next_number())

    def leave_for(self, then: Callable[[], None]) -> None:
        """Go on to another game, by way of whatever the end of this one still leads to."""
        then()

    def forget(self) -> None:
        """Let go of whatever is advised or being thought about."""
        self.thinking = None
        self.hinted = ()

    def hint_due(self) -> bool:
        """Return whether a hint will be there in a moment; an exact one may take long."""
        return self.thinking is not None and self.app.settings[HINT] == "fair"

    @property
    def proving(self) -> bool:
        """Whether the game is to prove a total, so that nothing helps in it."""
        return False

    @property
    def needs_deal(self) -> bool:
        """Whether the next game is one of new cards."""
        return True

    # Games

    def begin(self, opening: Save | int) -> None:
        """Go on with the game left off, or deal a game by its number."""
        if isinstance(opening, Save):
            self.take(Session.resume(opening, self.app.record.habits))
            self.say("Your last game goes on where you left it")
        else:
            self.take(self.deal_session(opening))
            self.deal_out()

    def over(self) -> bool:
        """Return whether the game is won or stuck."""
        return self.session.status != "playing"

    def deal_session(self, number: int) -> Session:
        """Return a game of this deal under the program's rules, not begun."""
        return Session(self.app.rules(), deal(number), number, self.app.record.habits)

    def next_number(self) -> int:
        """Return the number of the next deal: the one wanted, else one of chance."""
        wanted, self.wanted = self.wanted, None
        return self.app.services.next_deal() if wanted is None else wanted

    @property
    def winnable_only(self) -> bool:
        """Whether deals of chance are to be ones that can be won."""
        return self.app.settings[DEALS] == "winnable" and not self.proving

    def allows(self, help_: str) -> bool:
        """Return whether a help is the program's own or allowed."""
        return help_ in self.free or self.app.settings[HELPS] == "on"

    # What the solver tells

    def advise(self) -> None:
        """Let the solver think on for a tick; what it tells of a game that is on marks it."""
        session, lamp = self.session, self.app.settings[LAMP] == "on" and not self.proving
        before = session.assisted
        if lamp and not self.over():
            session.did("lamp")
        if self.winnable_only and not self.over():
            session.did("winnable")
        if session.assisted and not before:
            self.keep()
        self.adviser.tick(session, lamp, self.winnable_only or self.over())

    def deal_words(self) -> str:
        """Return the deal's number as the table shows it, labelled where only winnable deals are wanted."""
        label = self.label()
        return f"{self.number_words()} ({label})" if label else self.number_words()

    def number_words(self) -> str:
        """Return the deal's number, or what stands for it."""
        return "Own cards" if self.session.deal is None else f"Deal {self.session.deal}"

    def label(self) -> str:
        """Return in words whether the deal can be won, where only such are wanted and the game is on."""
        if not self.winnable_only or self.over():
            return ""
        worth = self.adviser.worth
        if worth is None or worth.verdict == "not known":
            return "not known"
        return "winnable" if worth.verdict == "winnable" else "unwinnable"

    def can_show_how(self) -> bool:
        """Return whether the game is over and there is a line of play to show that would have been better."""
        worth = self.adviser.worth
        return self.over() and worth is not None and bool(worth.moves) and bool(self.worth_words())

    def worth_words(self) -> str:
        """Return the line that tells, after a game, what its deal was worth at best; empty where that is plain."""
        worth = self.adviser.worth
        if self.session.rules.waste_is_discard:
            if worth is None:
                return "Best of the deal: not known yet"
            return f"Best of the deal: {worth.best}{', cleared' if worth.verdict == 'winnable' else ''}"
        if self.session.status == "won":
            return ""
        return "Not known yet if it could be won" if worth is None else _WORTH[worth.verdict]


_WORTH = {
    "winnable": "This deal could be won",
    "only clearable": "The pyramid could be cleared, but not all cards",
    "neither": "This deal could not be won",
    "not known": "Not known if this deal could be won",
}
