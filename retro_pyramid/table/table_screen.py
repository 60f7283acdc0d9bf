"""The table screen, shared by all editions: the one place that changes the game on the table.

An event becomes an intent, and the intent is executed here. The picture is drawn from a `TableView`. `GameLifecycle` decides
what is saved and counted, `AnimationController` runs animations and sounds, `InputController` holds the input state.
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


_VIEW_REFRESH_TICKS = 10
"""Ticks after which the view is rebuilt even if nothing moves and nothing was done."""


class Table(Screen):
    """The screen on which a game is played."""

    name = "table"
    speaks = True
    read_out = False
    ways: Ways
    referee: Referee
    grip: Grip
    surface: Surface
    lent = False
    """Whether the computer plays. The keyboard focus is then not shown."""
    celebrates = True
    """Whether the end of the game is followed by an end animation."""

    def __init__(self, app: App, look: TableLook, opening: Session | int, ways: Ways) -> None:
        """Resume `session_or_deal`, or deal a new game if it is a deal number."""
        super().__init__(app)
        self.ways = ways
        self.look = look
        self.referee = look.referee()
        self.game = Game(app, self.referee)
        self.course = Course(app, look)
        self.surface = self.course.surface
        self.grip = Grip(look.manner)
        self.adviser = Adviser()
        self._column_question: str | None = None
        """The question for a column while it is pending, or None."""
        self._view: View | None = None
        self._ticks_since_refresh = 0
        """Ticks since the view was last rebuilt without an input."""
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
        """Put a session on the table in its current state, without an animation (`GameLifecycle.set_session`)."""
        self.game.take(session)
        self.lent = False
        self.celebrates = True
        self._tips_enabled = self.app.newcomer()
        self.stand("")
        self.referee.began(self)
        if self._tips_enabled() and not session.moves and not self.referee.proving:
            self.say(self._option_note)
        self.changed()

    @property
    def _option_note(self) -> str | None:
        """Note about the options of the rules, shown to new players when a game is dealt. None if there is no such note."""
        return self.app.record.note_of(self.session.rules) or None

    def over(self) -> bool:
        """Return whether the game is won, stuck or scored."""
        return self.game.over()

    def lend(self, lent: bool) -> None:
        """Let the computer play, or return the table to the player."""
        self.forget()
        self.lent = lent
        self.changed()

    def point(self, names: tuple[str, ...]) -> None:
        """Mark cards and piles as those of a hint."""
        self.grip.hinted = names
        self.changed()

    # Moves

    def perform(self, move: Move, dropped: Drag | None = None) -> None:
        """Play a move and animate its cards. A dropped card starts from where it was dropped.

        A move that is not legal shows an error, and a dropped card returns.
        """
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
        slots = [target_id for target_id in names_of(move) if slot_of(target_id) is not None]
        if self.look.manner.kind == "select" and slots:
            self.grip.go_near(session, self.surface.places, slots[0])
        self.after_change()

    def after_change(self) -> None:
        """Save and announce the position after a move, an undo or a redo."""
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
        is_scoring_stopped = session.stopped_at is not None
        if not (session.assisted or session.aside or is_scoring_stopped or self.lent or self.game.laid):
            self.game.count()
        self.celebrates = not self.lent
        end_animation, ending = finale_of(self), self.referee.sign(self)
        self.course.end(
            session, ending, end_animation, "computer_won" if self.lent and ending in JOYS else ""
        )
        if end_animation is not None:
            # Until the mouse is moved again.
            self.machine.pointer_shown = False
        self.referee.ended(self)

    def travel(self, step: Callable[[], bool], back: bool = False) -> None:
        """Undo or redo a move or a restart. The cards move as in the game, or back."""

        def apply_and_reset() -> None:
            step()
            self.stand(self.grip.hand.focus)

        self.course.go(self.session, apply_and_reset, back=back)
        self.after_change()

    def stand(self, focus: str) -> None:
        """Show the current position without animations, selection or message."""
        self.surface.finish()
        self.forget()
        self.grip.stand(self.session, self.surface.places, focus)
        self.say(None)

    def forget(self) -> None:
        """Clear the selection, the hint marks and any drag, and cancel a running hint search."""
        self.adviser.drop_hint()
        self.grip.forget()
        self._clear_column_question()
        self.changed()

    def _clear_column_question(self) -> None:
        """Remove the question for a column."""
        if self._column_question is not None and self.message == self._column_question:
            self.say(None)
        self._column_question = self.lasting = None

    # Commands

    def refuse(self, reason: str) -> None:
        """Beep and show why something is impossible. The message is left out if the player has turned errors off."""
        reason = worded(self.look, reason)
        if not self.look.errors or self.app.settings[self.look.errors] == "yes":
            self.say(reason[0].upper() + reason[1:], warns=True)
        else:
            # A tip must not tell what the card would have needed, either.
            self.grip.cue = None
        self.app.sounds.play("refuse")

    def _get_action(self, action_name: str) -> Action:
        edition_action, get_reason = self.look.actions.get(action_name), self.look.conditions.get(action_name)
        action = ACTIONS[action_name] if edition_action is None else Action(edition_action)
        return action if get_reason is None else action._replace(refused=get_reason)

    def run(self, action: str) -> None:
        """Run an action by name: one of the edition, or one of all tables."""
        self._get_action(action).do(self)
        self.changed()

    def commands(self) -> tuple[Command, ...]:
        """Return all commands of the table, enabled or not."""
        mode_commands = self.referee.commands(self)
        ids = {command.id for command in mode_commands}
        return (*mode_commands, *(command for command in (HOW, AGAIN, REPLAY) if command.id not in ids))

    def keys(self) -> list[tuple[str, str]]:
        """Return all keys with what each stands for: cards and piles, menus of the bar, commands."""
        menus = self.look.bar
        menu_commands = [
            menu_command for menu in menus for menu_command in menu.lines if menu_command is not None
        ]
        input_rules = self.look.manner
        bindings = key_names(input_rules.numbers, input_rules.kind == "pair")
        bindings += [
            (key, f"menu:{menu.title.lower()}")
            for menu in menus
            for key in (menu.title[0], f"ALT+{menu.title[0]}")
        ]
        bindings += [("F10", "button:menu" if menus else "back")]
        return [
            *bindings,
            *((key, command.id) for command in (*self.commands(), *menu_commands) for key in command.keys),
        ]

    def usable(self, command: Command) -> bool:
        """Return whether a command can be used now. Everything that offers commands asks here."""
        return not self._get_action(command.action).refused(self)

    def give(self, command: Command) -> None:
        """Run the action of a command, or show why it is disabled."""
        reason = self._get_action(command.action).refused(self)
        if reason:
            self.refuse(reason)
        else:
            self.run(command.action)

    # Input

    def event(self, event: Event) -> None:
        """Handle an event. Running animations are finished first, so that the player never has to wait."""
        if self.game.outlasts_its_day():
            self._ask_which_day()
            return
        controller = self.grip
        controller.taught = self._tips_enabled()
        controller.at_once = self.machine.finger and self.app.settings[TAP] == "on"
        if isinstance(event, Key | Press | Wheel):
            is_dealing, is_celebrating = self.surface.dealing() > 1, self.surface.celebrates()
            shows_result = self.surface.shows_words()
            self.surface.finish()
            controller.hand = controller.hand._replace(by_keys=isinstance(event, Key))
            if not isinstance(event, Key):
                controller.hand = controller.hand._replace(row=None)
                self._clear_column_question()
            self.changed()
            if controller.hinted and not isinstance(event, Wheel):
                self.point(())
                return
            enter = isinstance(event, Key) and event.name in ENTER
            if is_celebrating:
                self.machine.speaker.stop()
            # Such a press is meant to skip the deal, where a move could cost points, or the end animation.
            # Once the result is visible, the press answers it.
            ends_finale = is_celebrating and not shows_result
            if (is_dealing and enter) or (ends_finale and (enter or aimless(event, self.targets()))):
                return
        intent = controller.meant(event, self.view())
        if intent is not None:
            self._clear_column_question()
            self.do(intent)
        if controller.cue is not None and self.message == self._option_note:
            # The note makes room for the tip about what the player points at.
            self.say(None)
        self.changed()

    def use(self, name: str) -> None:
        """Activate a target. The stock draws even where a click only selects it."""
        if name == STOCK and self.look.manner.kind == "select":
            self.grip.hand = self.grip.hand.on(STOCK)
        super().use(name)

    def do(self, meant: Intent | Letter) -> None:
        """Execute an intent, or the command of a key."""
        match meant:
            case Select(input_state, message):
                self.grip.hand = input_state
                if input_state.row is not None and message:
                    self._column_question = self.lasting = message
                if message != "":
                    self.say(message)
            case Play(move, focus, dropped):
                self.grip.hand = self.grip.hand.on(focus)
                self.perform(move, dropped)
            case Refuse(reason, input_state):
                self.grip.hand = input_state
                self.refuse(format_reason(reason))
            case Do(action):
                self.run(action)
            case Order(command_id):
                order(self, command_id)
            case FlyBack(drag):
                self.surface.fly(self.session, self.surface.resting(self.session, drag))
            case Letter(key):
                if target_id := self.meant(key):
                    order(self, target_id, again=key.repeat)

    # Time

    def tick(self, ticks: int) -> None:
        """Advance animations and background analysis."""
        if not self.game.is_mine():
            self._ask_takeover()
            return
        if self.game.outlasts_its_day():
            self._ask_which_day()
            return
        was_animating = self.lives()
        self.surface.tick(ticks)
        if not self.over():
            self.session.ticks += ticks
        self.adviser.tick(self)
        super().tick(ticks)
        self.referee.tick(self, ticks)
        self._ticks_since_refresh += ticks
        if was_animating or self.lives() or self._ticks_since_refresh >= _VIEW_REFRESH_TICKS:
            # Changes by another process become visible some ticks later.
            self._ticks_since_refresh = 0
            self._view = None

    def _ask_takeover(self) -> None:
        """Ask whether to continue the game here, since another process has opened it. No leads to the menu."""

        def take_over() -> None:
            files = self.app.services.files
            with files.together():
                files.claim.take()
                is_saved = self.referee.take_over(self)
            if is_saved:
                self.say("The game goes on here")
            else:
                self.ways.menu()
                self.app.push(Notice(self.app, "", ["The game was finished in another window"]))

        # The overlay of the computer player may be on top.
        self.app.go(self)
        self.lend(False)
        texts = ("This game is open in another window", "Go on with it here? The other window then leaves it")
        self.app.push(Confirm(self.app, *texts, take_over, self.ways.menu))

    def _ask_which_day(self) -> None:
        """Offer today's deal in place of one that was not begun on its own day. No keeps that one, played late."""
        day = self.app.day

        def keep() -> None:
            self.session.late = True
            if day is not None:
                self.say(f"{day.words}, played late")

        texts = ("A new day has begun: play today's deal?", "No keeps this deal, which then counts as late")
        self.app.push(Confirm(self.app, *texts, self.ways.today, keep, "yes"))

    def lives(self) -> bool:
        end_animation_lives = self.over() and not self.app.still and finale_of(self) is not None
        return self.busy() or self.surface.flashes() or self.adviser.works or end_animation_lives

    def busy(self) -> bool:
        """Return whether cards are moving, or a hint is being computed that takes only a moment."""
        return self.surface.running() or bool(self.surface.floats()) or self.adviser.thinks == "fair"

    # View

    def covered(self) -> None:
        """End the end animation: its music would go on without it."""
        self._ticks_since_refresh = _VIEW_REFRESH_TICKS
        if self.surface.celebrates():
            self.course.finish()
            self._view = None

    def refit(self) -> None:
        """Lay out the table for another adapter, display mode or deck. The game continues."""
        self.grip.hand = self.grip.hand._replace(drag=None)
        self.surface.lay_out()
        self._view = None

    @property
    def focused(self) -> str | None:
        """Target id of the keyboard focus, or None while it is not visible."""
        input_state, input_rules = self.grip.hand, self.look.manner
        if input_rules.kind == "select":
            return None if self.over() or self.surface.dealing() else input_state.focus
        if not input_state.by_keys or self.over() or self.lent:
            return None
        return (
            input_rules.empty_stock
            if input_state.focus == STOCK and not self.session.state.stock
            else input_state.focus
        )

    def changed(self) -> None:
        """Invalidate the cached view and update the state that scripts and screen readers see."""
        self._view = None
        self.picked, self.hinted = self.grip.hand.picked, self.grip.hinted
        is_select_style = self.look.manner.kind == "select"
        self.selected = self.grip.hand.focus if is_select_style else self.picked or self.focused

    def pointer_shape(self) -> Shape:
        """Return an hourglass while a hint is displayed, in editions that have one."""
        return "hourglass" if self.hinted and self.look.waits else "arrow"

    @property
    def ending(self) -> str:
        """The result in words, as soon as the banner is visible. Before that an empty string."""
        result = " ".join([*self.referee.verdict(self), race_end(self.session)]).rstrip()
        return result if self.over() and self.surface.shows_words() else ""

    @property
    def lesson(self) -> str:
        """The tip for the current position, for players who are new to the edition."""
        self.grip.taught = self._tips_enabled()
        return lesson_of(self)

    @property
    def tip_cells(self) -> Cells | None:
        """The rectangle that is kept free for tips, or None."""
        return self.surface.places.tip

    @property
    def message_row(self) -> int:
        """The row of messages: above the result banner and above buttons in its place."""
        is_bottom = not self.over() or self.surface.places.verdict
        row = super().message_row if is_bottom else verdict_of(self).cells[1] - 2
        cells = [button.command.cells for button in buttons_of(self)]
        above = [rect[1] - 2 for rect in cells if rect is not None and rect[1] <= row < rect[1] + rect[3]]
        return min(above, default=row)

    def hints(self) -> list[Hint]:
        return hints_of(self)

    @property
    def foremost(self) -> str:
        """The target that draws a card, or after a game the one that continues."""
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
        """Return the view of the table. It is built once after each change."""
        if self._view is None:
            self._view = view_of(self)
        return self._view
