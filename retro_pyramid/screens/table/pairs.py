"""The table of the four pair programs; all that differs between them is in their PairLook."""

from __future__ import annotations

from retro_pyramid.machine.events import Event, Key, Press, Wheel
from retro_pyramid.machine.pointers import Shape
from retro_pyramid.machine.targets import Target
from retro_pyramid.rules import POSITIONS, Move
from retro_pyramid.rules.transcript import Save
from retro_pyramid.screens.app import App
from retro_pyramid.screens.contest.referee import Referee
from retro_pyramid.screens.parts.look import Hint
from retro_pyramid.screens.parts.motion import Drag, Motions
from retro_pyramid.screens.parts.positions import (
    STOCK,
)
from retro_pyramid.screens.record import Ways
from retro_pyramid.screens.table.actions import ACTIONS, think
from retro_pyramid.screens.table.commands import HOW, Command, hints_of
from retro_pyramid.screens.table.game import GameScreen
from retro_pyramid.screens.table.pairs_actions import PAIR_ACTIONS
from retro_pyramid.screens.table.pairs_bar import bar_targets, open_menu
from retro_pyramid.screens.table.pairs_choosing import use
from retro_pyramid.screens.table.pairs_flight import fly_deal, fly_parade, nearest
from retro_pyramid.screens.table.pairs_hands import take_key, take_pointer
from retro_pyramid.screens.table.pairs_look import PairLook
from retro_pyramid.screens.table.pairs_picture import draw_pairs, laid_out, notice_cells, said_below
from retro_pyramid.screens.table.pairs_playing import show_played
from retro_pyramid.screens.table.pairs_targets import pair_targets
from retro_pyramid.session import Session


class PairTable(GameScreen):
    """A game of pairs at the table.

    `opening` is a deal number, or the game left off. `picked` is the target id of the selected card, `focus` that of
    what the keyboard is on; `drag` is the card that follows the pointer.
    """

    def __init__(self, app: App, opening: Save | int, ways: Ways) -> None:
        super().__init__(app, ways)
        look = app.record.pairs
        assert look is not None, "a program with this table has a look for it"
        self.look: PairLook = look
        self.free, self.conditions = look.free, look.conditions
        self.places, self.felt = laid_out(app, look)
        self.motions = Motions(app.still)
        self.referee = (look.referee or Referee)()
        self.picked: str | None = None
        self.focus = STOCK
        self.drag: Drag | None = None
        self._by_keys = True
        self.row: str | None = None
        """The row a digit named, while that of its column is awaited."""
        self.begin(opening)

    # Games

    def perform(self, move: Move) -> None:
        """Play a move that somebody else has chosen, and let its cards fly."""
        self.session.play(move)
        show_played(self, move)

    def next_game(self) -> Session:
        """Return the next game, not begun, as the referee deals it."""
        return self.referee.deal(self)

    @property
    def proving(self) -> bool:
        """Whether the game is to prove a total, so that nothing helps in it."""
        return self.referee.proving

    @property
    def needs_deal(self) -> bool:
        """Whether the next game is one of new cards, as the referee says."""
        return self.referee.needs_deal

    def take(self, session: Session) -> None:
        """Put a game on the table as it stands; nothing moves."""
        self.session = self.app.session = session
        self._ended = session.status != "playing"
        self.motions.finish()
        self.forget()
        self.focus = nearest(self, "")
        self.say(None)
        self.referee.began(self)
        self._show()

    def lay_out(self) -> None:
        """Lay the table out anew, with the cards that are chosen now."""
        self.motions.finish()
        self.drag = None
        self.places, self.felt = laid_out(self.app, self.look)

    def deal_out(self) -> None:
        """Let the cards of a new game fly to their places."""
        fly_deal(self)

    def keep(self) -> None:
        """Write the game down as the referee says."""
        self.referee.keep(self)

    def write_down(self) -> None:
        """Write the game down as the one left off, or forget it when it is over."""
        super().keep()

    def left_at(self, deal: int) -> None:
        """Take up a match that was left off at this deal."""
        self.referee.left_at(self, deal)

    def start_match(self) -> None:
        """Begin a match, as the referee does."""
        self.referee.start_match(self)

    def over(self) -> bool:
        """Return whether the game is won, stuck or scored."""
        return super().over() or self.referee.entered

    # Selecting

    def forget(self) -> None:
        """Let go of whatever is selected, advised, held or being thought about."""
        super().forget()
        self.picked = self.drag = None
        self.await_column(None)

    def await_column(self, row: str | None) -> None:
        """Wait for the digit of a column in a row, and say so as long as it lasts; None waits no more."""
        awaited, self.row = self.row, row
        self.lasting = f"Row {row}, column ..." if row else None
        if awaited or row:
            self.say(self.lasting)

    def refuse(self, reason: str) -> None:
        """Say why something cannot be done in the program's words, unless errors are not to be told, and beep."""
        for word, other in self.look.wording:
            reason = reason.replace(word, other)
        if not self.look.errors or self.app.settings[self.look.errors] == "yes":
            self.say(reason[0].upper() + reason[1:])
        self.app.sound("refuse")

    # Moves

    def after_change(self) -> None:
        """Keep and announce what a move, an undo or a redo has led to."""
        self.focus = nearest(self, self.focus)
        self.referee.played(self)
        self.keep()
        ended_before, self._ended = self._ended, self.over()
        if self._ended and not ended_before:
            session = self.session
            if not (session.assisted or session.scoring_stopped or self.watched):
                self.app.services.files.count(session.rules, session.status == "won", session.score)
            self.app.sound("win" if session.status == "won" else "stuck")
            if session.status == "won":
                fly_parade(self)
            self.referee.ended(self)
        self._show()

    def changed(self) -> None:
        """Show, keep and announce what an undo, a redo or a restart has led to."""
        self.motions.finish()
        self.forget()
        self.say(None)
        self.after_change()

    # Commands

    def commands(self) -> tuple[Command, ...]:
        """Return what can be asked for here, now or at other times."""
        return (*self.referee.commands(self), HOW)

    def run(self, action: str) -> None:
        """Do an action by its name, one of the program's own or one of every table."""
        (self.look.actions.get(action) or PAIR_ACTIONS.get(action) or ACTIONS[action])(self)
        self._show()

    # Input

    def event(self, event: Event) -> None:
        """Take an event; whatever still moves is put in its place first, so that nothing ever has to be waited for."""
        if isinstance(event, Key | Press | Wheel):
            dealing = len(self.motions.glides) > POSITIONS // 2
            self.motions.finish()
            self._by_keys = isinstance(event, Key)
            if not self._by_keys:
                self.await_column(None)
            if self.hinted or (
                dealing and isinstance(event, Key) and event.name in ("ENTER", "KPENTER", "SPACE")
            ):
                self.hinted = ()
                self._show()
                return
        if not take_pointer(self, event):
            super().event(event)
        self._show()

    def key(self, key: Key) -> None:
        """Arrows and Tab move the focus, Enter and Space use it; the rest are commands."""
        take_key(self, key)

    def click(self, target: Target) -> None:
        """Do what a click on a target means."""
        if target.id == "back":
            self.run("menu")
        elif target.id == "button:go-on":
            self.referee.go_on(self)
        elif target.id in (titles := [title.id for title in bar_targets(self)]):
            open_menu(self, titles.index(target.id))
        elif target.id != self.look.discard:
            use(self, target.id)

    # Time and picture

    def _show(self) -> None:
        self.selected = self.picked or self.focused

    @property
    def focused(self) -> str | None:
        """The target id of what the keyboard is on; None while the mouse is used or the game is over."""
        if not self._by_keys or self.over() or self.watched:
            return None
        return self.look.empty_stock if self.focus == STOCK and not self.session.state.stock else self.focus

    def pointer_shape(self) -> Shape:
        """Return an hourglass while a hint shows, where the program has it so."""
        return "hourglass" if self.hinted and self.look.waits else "arrow"

    def tick(self, ticks: int) -> None:
        """Move what moves, think about what is asked; a message goes after five seconds."""
        self.motions.tick(ticks)
        if not self.over():
            self.session.ticks += ticks
        think(self)
        self.advise()
        super().tick(ticks)
        self.referee.tick(self, ticks)

    def busy(self) -> bool:
        """Return whether cards still move or a hint is being thought about that will be there in a moment."""
        return self.motions.running() or self.hint_due()

    @property
    def message_colour(self) -> int:
        """Return the attribute of messages: to be asked for a column is no error."""
        return self.app.record.dress.field if self.row else super().message_colour

    @property
    def message_row(self) -> int:
        """Return the row of messages: above how the game ended, where lines below say that."""
        return notice_cells(self)[1] - 2 if said_below(self) else super().message_row

    def hints(self) -> list[Hint]:
        """Return the keys of the table; when a game is over, those that still do something."""
        return [*hints_of(self), Hint("Esc", self.look.esc, "back")]

    def targets(self) -> list[Target]:
        """Return hints, buttons, piles and every card of the pyramid, those that can be used enabled."""
        return pair_targets(self)

    def draw(self) -> None:
        """Draw table, piles, pyramid, what moves, and the words."""
        draw_pairs(self)
