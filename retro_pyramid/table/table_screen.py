"""The table, one for all programs: an event becomes an intent, the intent a change here; the picture is made from a view.

The game knows what is kept and counted, the course what flies and sounds, the grip what hands hold and mean. This puts them
together, and is the only place that changes anything.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from retro_pyramid.cards import format_reason
from retro_pyramid.machine.events import Event, Key, Press, Wheel
from retro_pyramid.machine.targets import Target
from retro_pyramid.machine.video import FINALE
from retro_pyramid.rules import IllegalMove, Move
from retro_pyramid.session import Session
from retro_pyramid.settings import TAP
from retro_pyramid.table.actions import ACTIONS, Action, order
from retro_pyramid.table.analysis import Adviser
from retro_pyramid.table.animation_controller import Course
from retro_pyramid.table.game_lifecycle import Game
from retro_pyramid.table.game_mode import JOYS, Referee
from retro_pyramid.table.gesture import ENTER, Letter, aimless, key_names
from retro_pyramid.table.ghost import race_end
from retro_pyramid.table.input_controller import Grip
from retro_pyramid.table.intent import GO_ON, Do, FlyBack, Intent, Order, Play, Refuse, Select
from retro_pyramid.table.layout import AGAIN, HOW, REPLAY, Command
from retro_pyramid.table.render.painter import draw
from retro_pyramid.table.target_ids import STOCK, names_of, slot_of
from retro_pyramid.table.view import View
from retro_pyramid.table.view_builder import (
    buttons_of,
    finale_of,
    hints_of,
    lesson_of,
    verdict_of,
    view_of,
    worded,
)
from retro_pyramid.table.view_geometry import targets_of
from retro_pyramid.ui.dialogs import Confirm, Notice
from retro_pyramid.ui.screen import Screen

if TYPE_CHECKING:
    from retro_pyramid.app.app import App
    from retro_pyramid.app.edition_spec import Ways
    from retro_pyramid.machine.video import Shape
    from retro_pyramid.table.animation import Drag
    from retro_pyramid.table.layout import Cells
    from retro_pyramid.table.presentation import Surface
    from retro_pyramid.table.table_spec import TableLook
    from retro_pyramid.ui.drawing import Hint


_LOOKS = 10
"""Ticks after which a view is made anew where nothing moves and nothing was done."""


class Table(Screen):
    """A game at the table; `opening` is a deal number or a game as it stands."""

    name = "table"
    speaks = True
    read_out = False
    ways: Ways
    referee: Referee
    grip: Grip
    surface: Surface
    lent = False
    """Whether the computer plays, so that the keyboard's focus does not show."""
    celebrates = True
    """Whether the end of the game is celebrated."""

    def __init__(self, app: App, look: TableLook, opening: Session | int, ways: Ways) -> None:
        super().__init__(app)
        self.ways = ways
        self.look = look
        self.referee = look.referee()
        self.game = Game(app, self.referee)
        self.course = Course(app, look)
        self.surface = self.course.surface
        self.grip = Grip(look.manner)
        self.adviser = Adviser()
        self._asked: str | None = None
        """The question for a column, as long as it is asked."""
        self._view: View | None = None
        self._since = 0
        """Ticks since it was looked at last whether the view is another one."""
        if isinstance(opening, Session):
            self.take(opening)
        else:
            self.take(self.game.of(opening))
            self.course.deal(self.session)

    @property
    def session(self) -> Session:
        """The game on the table."""
        return self.game.session

    # The game on the table

    def take(self, session: Session) -> None:
        """Put a game on the table as it stands (`Game.take`); nothing moves."""
        self.game.take(session)
        self.lent = False
        self.celebrates = True
        self._teaches = self.app.newcomer()
        self.stand("")
        self.referee.began(self)
        if self._teaches() and not session.moves and not self.referee.proving:
            self.say(self._option_note)
        self.changed()

    @property
    def _option_note(self) -> str | None:
        """What a newcomer is told about the program's option when a game is dealt, None if there is no such note."""
        return self.app.record.note_of(self.session.rules) or None

    def over(self) -> bool:
        """Return whether the game is won, stuck or scored."""
        return self.game.over()

    def lend(self, lent: bool) -> None:
        """Let the computer play, or give the table back."""
        self.forget()
        self.lent = lent
        self.changed()

    def point(self, names: tuple[str, ...]) -> None:
        """Mark cards as a hint does."""
        self.grip.hinted = names
        self.changed()

    # Moves

    def perform(self, move: Move, dropped: Drag | None = None) -> None:
        """Play a move and let its cards fly, that which was dropped from where it lies."""
        session = self.session
        try:
            self.course.go(session, lambda: session.play(move), dropped, points=True)
        except IllegalMove as error:
            self.refuse(format_reason(str(error)))
            self.surface.fly(session, self.surface.resting(session, dropped))
            return
        if not self.lent:
            self.forget()
            self.say(None)
            self.game.before = None
        slots = [name for name in names_of(move) if slot_of(name) is not None]
        if self.look.manner.kind == "select" and slots:
            self.grip.go_near(session, self.surface.places, slots[0])
        self.after_change()

    def after_change(self) -> None:
        """Keep and announce what a move, an undo or a redo has led to."""
        if self.look.manner.kind == "pair":
            self.grip.go_near(self.session, self.surface.places, self.grip.hand.focus)
        with self.app.services.files.together():
            self.referee.played(self)
            self.game.keep(self)
            if self.game.has_ended():
                self.end()
        self.changed()

    def end(self) -> None:
        """Announce and count the end of the game."""
        session = self.session
        stopped = session.stopped_at is not None
        if not (session.assisted or session.aside or stopped or self.lent or self.game.laid):
            self.game.count()
        self.celebrates = not self.lent
        finale, sign = finale_of(self), self.referee.sign(self)
        self.course.end(session, sign, finale, "computer_won" if self.lent and sign in JOYS else "")
        if finale is not None:
            # Till the mouse is moved again.
            self.machine.pointer_shown = False
        self.referee.ended(self)

    def travel(self, step: Callable[[], bool], back: bool = False) -> None:
        """Take a move or a restart back, or do it again: the cards fly as they flew, or home."""

        def stand() -> None:
            step()
            self.stand(self.grip.hand.focus)

        self.course.go(self.session, stand, back=back)
        self.after_change()

    def stand(self, focus: str) -> None:
        """Show the position as it is, with nothing moving, chosen or said."""
        self.surface.finish()
        self.forget()
        self.grip.stand(self.session, self.surface.places, focus)
        self.say(None)

    def forget(self) -> None:
        """Let go of whatever is selected, advised, held or being thought about."""
        self.adviser.drop_hint()
        self.grip.forget()
        self._end_question()
        self.changed()

    def _end_question(self) -> None:
        """Say no more what was asked for, a column."""
        if self._asked is not None and self.message == self._asked:
            self.say(None)
        self._asked = self.lasting = None

    # What is asked for

    def refuse(self, reason: str) -> None:
        """Say why something cannot be done, unless errors are not to be told, and beep."""
        reason = worded(self.look, reason)
        if not self.look.errors or self.app.settings[self.look.errors] == "yes":
            self.say(reason[0].upper() + reason[1:], warns=True)
        else:
            # Nor does a newcomer's line tell what the card would have needed.
            self.grip.cue = None
        self.app.sounds.play("refuse")

    def _action(self, name: str) -> Action:
        own, refused = self.look.actions.get(name), self.look.conditions.get(name)
        action = ACTIONS[name] if own is None else Action(own)
        return action if refused is None else action._replace(refused=refused)

    def run(self, action: str) -> None:
        """Do an action by its name, one of the program's own or one of every table."""
        self._action(action).do(self)
        self.changed()

    def commands(self) -> tuple[Command, ...]:
        """Return what can be asked for here, now or at other times."""
        own = self.referee.commands(self)
        ids = {command.id for command in own}
        return (*own, *(command for command in (HOW, AGAIN, REPLAY) if command.id not in ids))

    def keys(self) -> list[tuple[str, str]]:
        """Return the keys of cards and piles, of the bar's menus, and of all commands, each with what it names."""
        bar = self.look.bar
        lines = [line for menu in bar for line in menu.lines if line is not None]
        manner = self.look.manner
        found = key_names(manner.numbers, manner.kind == "pair")
        found += [
            (key, f"menu:{menu.title.lower()}")
            for menu in bar
            for key in (menu.title[0], f"ALT+{menu.title[0]}")
        ]
        found += [("F10", "button:menu" if bar else "back")]
        return [*found, *((key, one.id) for one in (*self.commands(), *lines) for key in one.keys)]

    def usable(self, command: Command) -> bool:
        """Return whether a command can be used now: all that offers one asks here."""
        return not self._action(command.action).refused(self)

    def give(self, command: Command) -> None:
        """Do a command, or say why it cannot be used now."""
        reason = self._action(command.action).refused(self)
        if reason:
            self.refuse(reason)
        else:
            self.run(command.action)

    # Input

    def event(self, event: Event) -> None:
        """Take an event; whatever still moves is put in its place first, so that nothing ever has to be waited for."""
        if self.game.outlasts_its_day():
            self._ask_which_day()
            return
        grip = self.grip
        grip.taught = self._teaches()
        grip.at_once = self.machine.finger and self.app.settings[TAP] == "on"
        if isinstance(event, Key | Press | Wheel):
            dealing, feast = self.surface.dealing() > 1, self.surface.celebrates()
            answers = self.surface.shows_words()
            self.surface.finish()
            grip.hand = grip.hand._replace(by_keys=isinstance(event, Key))
            if not isinstance(event, Key):
                grip.hand = grip.hand._replace(row=None)
                self._end_question()
            self.changed()
            if grip.hinted and not isinstance(event, Wheel):
                self.point(())
                return
            enter = isinstance(event, Key) and event.name in ENTER
            if feast:
                self.machine.speaker.stop()
            # Meant to end the deal, where a move could cost points, or the finale, to see how the game ended.
            # Once the words are there, it answers them.
            ends_finale = feast and not answers
            if (dealing and enter) or (ends_finale and (enter or aimless(event, self.targets()))):
                return
        meant = grip.meant(event, self.view())
        if meant is not None:
            self._end_question()
            self.do(meant)
        if grip.cue is not None and self.message == self._option_note:
            # The tip on what the player points at comes at once.
            self.say(None)
        self.changed()

    def use(self, name: str) -> None:
        """Do what a target stands for; the stock draws, even where a click only selects it."""
        if name == STOCK and self.look.manner.kind == "select":
            self.grip.hand = self.grip.hand.on(STOCK)
        super().use(name)

    def do(self, meant: Intent | Letter) -> None:
        match meant:
            case Select(hand, words):
                self.grip.hand = hand
                if hand.row is not None and words:
                    self._asked = self.lasting = words
                if words != "":
                    self.say(words)
            case Play(move, focus, dropped):
                self.grip.hand = self.grip.hand.on(focus)
                self.perform(move, dropped)
            case Refuse(reason, hand):
                self.grip.hand = hand
                self.refuse(format_reason(reason))
            case Do(action):
                self.run(action)
            case Order(name):
                order(self, name)
            case FlyBack(drag):
                self.surface.fly(self.session, self.surface.resting(self.session, drag))
            case Letter(key):
                if known := self.meant(key):
                    order(self, known, again=key.repeat)

    # Time

    def tick(self, ticks: int) -> None:
        """Move what moves, think about what is asked; a message goes after five seconds."""
        if not self.game.is_mine():
            self._ask_where()
            return
        if self.game.outlasts_its_day():
            self._ask_which_day()
            return
        moved = self.lives()
        self.surface.tick(ticks)
        if not self.over():
            self.session.ticks += ticks
        self.adviser.tick(self)
        super().tick(ticks)
        self.referee.tick(self, ticks)
        self._since += ticks
        if moved or self.lives() or self._since >= _LOOKS:
            # What another program changes is seen some ticks later.
            self._since = 0
            self._view = None

    def _ask_where(self) -> None:
        """Ask whether the game, which another program plays, is to go on here, as it stands there; No leads to the menu."""

        def here() -> None:
            files = self.app.services.files
            with files.together():
                files.claim.take()
                there = self.referee.take_over(self)
            if there:
                self.say("The game goes on here")
            else:
                self.ways.menu()
                self.app.push(Notice(self.app, "", ["The game was finished in another window"]))

        # The computer may be playing on top.
        self.app.go(self)
        self.lend(False)
        words = ("This game is open in another window", "Go on with it here? The other window then leaves it")
        self.app.push(Confirm(self.app, *words, here, self.ways.menu))

    def _ask_which_day(self) -> None:
        """Offer the deal of today instead of one that was not begun on its own day; No keeps that, played late."""
        day = self.app.day

        def keep() -> None:
            self.session.late = True
            if day is not None:
                self.say(f"{day.words}, played late")

        words = ("A new day has begun: play today's deal?", "No keeps this deal, which then counts as late")
        self.app.push(Confirm(self.app, *words, self.ways.today, keep, "yes"))

    def lives(self) -> bool:
        feast = self.over() and not self.app.still and finale_of(self) is not None
        return self.busy() or self.surface.flashes() or self.adviser.works or feast

    def busy(self) -> bool:
        """Return whether cards still move or a hint is being thought about that will be there in a moment."""
        return self.surface.running() or bool(self.surface.floats()) or self.adviser.thinks == "fair"

    # What is shown

    def covered(self) -> None:
        """End the finale: its music would go on alone."""
        self._since = _LOOKS
        if self.surface.celebrates():
            self.course.finish()
            self._view = None

    def refit(self) -> None:
        """Lay the table out for another adapter, mode or deck; the game goes on."""
        self.grip.hand = self.grip.hand._replace(drag=None)
        self.surface.lay_out()
        self._view = None

    @property
    def focused(self) -> str | None:
        """The target id of what the keyboard is on, None where that does not show."""
        hand, manner = self.grip.hand, self.look.manner
        if manner.kind == "select":
            return None if self.over() or self.surface.dealing() else hand.focus
        if not hand.by_keys or self.over() or self.lent:
            return None
        return manner.empty_stock if hand.focus == STOCK and not self.session.state.stock else hand.focus

    def changed(self) -> None:
        """Let what is seen follow a change."""
        self._view = None
        self.picked, self.hinted = self.grip.hand.picked, self.grip.hinted
        chosen = self.look.manner.kind == "select"
        self.selected = self.grip.hand.focus if chosen else self.picked or self.focused

    def pointer_shape(self) -> Shape:
        """Return an hourglass while a hint shows, where the program has it so."""
        return "hourglass" if self.hinted and self.look.waits else "arrow"

    @property
    def ending(self) -> str:
        """How the game ended, once the cards lie still."""
        said = " ".join([*self.referee.verdict(self), race_end(self.session)]).rstrip()
        return said if self.over() and self.surface.shows_words() else ""

    @property
    def lesson(self) -> str:
        """What can be done now, for who is new to the program."""
        self.grip.taught = self._teaches()
        return lesson_of(self)

    @property
    def tip_cells(self) -> Cells | None:
        """The area of the table that is kept free for tips, if there is one."""
        return self.surface.places.tip

    @property
    def message_row(self) -> int:
        """The row of messages: above how the game ended, and above buttons there."""
        low = not self.over() or self.surface.places.verdict
        row = super().message_row if low else verdict_of(self).cells[1] - 2
        cells = [button.command.cells for button in buttons_of(self)]
        above = [one[1] - 2 for one in cells if one is not None and one[1] <= row < one[1] + one[3]]
        return min(above, default=row)

    def hints(self) -> list[Hint]:
        return hints_of(self)

    @property
    def foremost(self) -> str:
        """What draws a card; of a finished game, what goes on."""
        draws = [command.id for command in self.commands() if command.action == "draw" and command.shown]
        return GO_ON if self.over() else (*draws, STOCK)[0]

    def targets(self) -> list[Target]:
        return targets_of(self.view())

    def draw(self) -> None:
        draw(self.view(), self.look, self.surface.felt, self.video)

    @property
    def colours(self) -> str | None:
        return FINALE if self.view().alone else None

    def view(self) -> View:
        """Return all that is to be seen at this moment, made once after a change."""
        if self._view is None:
            self._view = view_of(self)
        return self._view
