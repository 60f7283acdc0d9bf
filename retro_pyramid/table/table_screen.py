"""The table screen, shared by all editions: the one place that changes the game on the table.

An event becomes an intent, and the intent is executed here. The picture is drawn from a `TableView`. `GameLifecycle` decides
what is saved and counted, `AnimationController` runs animations and sounds, `InputController` holds the input state.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from retro_pyramid.cards import format_illegal_reason
from retro_pyramid.machine.events import Event, KeyPress, MousePress, MouseWheel
from retro_pyramid.machine.targets import Target
from retro_pyramid.machine.video import ANIMATION_COLOUR_MODE
from retro_pyramid.rules import IllegalMoveError, Move
from retro_pyramid.session import Session
from retro_pyramid.settings import ONE_TAP_SETTING
from retro_pyramid.table.actions import TABLE_ACTIONS, TableAction, dispatch_target
from retro_pyramid.table.analysis import TableAnalysis
from retro_pyramid.table.animation_controller import AnimationController
from retro_pyramid.table.game_lifecycle import GameLifecycle
from retro_pyramid.table.game_mode import WIN_ENDINGS, GameMode
from retro_pyramid.table.gesture import ENTER_KEYS, OtherKey, get_gesture_bindings, is_background_press
from retro_pyramid.table.ghost import format_ghost_result
from retro_pyramid.table.input_controller import InputController
from retro_pyramid.table.intent import (
    CONTINUE,
    Intent,
    PlayMove,
    Reject,
    ReturnCard,
    RunAction,
    RunCommand,
    UpdateSelection,
)
from retro_pyramid.table.layout import REPLAY, RETRY, SOLUTION, Command
from retro_pyramid.table.render.painter import draw_table
from retro_pyramid.table.target_ids import STOCK, get_move_target_ids, slot_from_target_id
from retro_pyramid.table.view import TableView
from retro_pyramid.table.view_builder import (
    apply_pile_names,
    build_buttons,
    build_key_hints,
    build_result_banner,
    build_tip,
    build_view,
    get_end_animation,
)
from retro_pyramid.table.view_geometry import build_targets
from retro_pyramid.ui.dialogs import ConfirmDialog, MessageBox
from retro_pyramid.ui.screen import Screen

if TYPE_CHECKING:
    from retro_pyramid.app.app import App
    from retro_pyramid.app.edition_spec import TableExits
    from retro_pyramid.machine.video import PointerShape
    from retro_pyramid.table.animation import Drag
    from retro_pyramid.table.layout import CellRect
    from retro_pyramid.table.presentation import TablePresentation
    from retro_pyramid.table.table_spec import TableSpec
    from retro_pyramid.ui.drawing import KeyHint


_VIEW_REFRESH_TICKS = 10
"""Ticks after which the view is rebuilt even if nothing moves and nothing was done."""


class TableScreen(Screen):
    """The screen on which a game is played."""

    name = "table"
    shows_messages = True
    is_spoken = False
    exits: TableExits
    game_mode: GameMode
    input_controller: InputController
    presentation: TablePresentation
    is_computer_playing = False
    """Whether the computer plays. The keyboard focus is then not shown."""
    shows_end_animation = True
    """Whether the end of the game is followed by an end animation."""

    def __init__(
        self, app: App, table_spec: TableSpec, session_or_deal: Session | int, exits: TableExits
    ) -> None:
        """Resume `session_or_deal`, or deal a new game if it is a deal number."""
        super().__init__(app)
        self.exits = exits
        self.table_spec = table_spec
        self.game_mode = table_spec.create_game_mode()
        self.lifecycle = GameLifecycle(app, self.game_mode)
        self.animation_controller = AnimationController(app, table_spec)
        self.presentation = self.animation_controller.presentation
        self.input_controller = InputController(table_spec.input_rules)
        self.analysis = TableAnalysis()
        self._column_question: str | None = None
        """The question for a column while it is pending, or None."""
        self._view: TableView | None = None
        self._ticks_since_refresh = 0
        """Ticks since the view was last rebuilt without an input."""
        if isinstance(session_or_deal, Session):
            self.set_session(session_or_deal)
        else:
            self.set_session(self.lifecycle.create_game(session_or_deal))
            self.animation_controller.animate_deal(self.session)

    @property
    def session(self) -> Session:
        """The game on the table."""
        return self.lifecycle.session

    # The game on the table

    def set_session(self, session: Session) -> None:
        """Put a session on the table in its current state, without an animation (`GameLifecycle.set_session`)."""
        self.lifecycle.set_session(session)
        self.is_computer_playing = False
        self.shows_end_animation = True
        self._tips_enabled = self.app.make_tips_check()
        self.reset("")
        self.game_mode.on_start(self)
        if self._tips_enabled() and not session.moves and not self.game_mode.is_ranked:
            self.show_message(self._option_note)
        self.invalidate()

    @property
    def _option_note(self) -> str | None:
        """Note about the options of the rules, shown to new players when a game is dealt. None if there is no such note."""
        return self.app.edition.describe_rules(self.session.rules) or None

    def is_over(self) -> bool:
        """Return whether the game is won, stuck or scored."""
        return self.lifecycle.is_over()

    def set_computer_playing(self, is_playing: bool) -> None:
        """Let the computer play, or return the table to the player."""
        self.clear_selection()
        self.is_computer_playing = is_playing
        self.invalidate()

    def mark_hint(self, target_ids: tuple[str, ...]) -> None:
        """Mark cards and piles as those of a hint."""
        self.input_controller.hinted_ids = target_ids
        self.invalidate()

    # Moves

    def play_move(self, move: Move, drag: Drag | None = None) -> None:
        """Play a move and animate its cards. A dropped card starts from where it was dropped.

        A move that is not legal shows an error, and a dropped card returns.
        """
        session = self.session
        try:
            self.animation_controller.animate_step(
                session, lambda: session.play_move(move), drag, shows_points=True
            )
        except IllegalMoveError as error:
            self.show_error(format_illegal_reason(str(error)))
            self.presentation.animate_from(session, self.presentation.get_placements(session, drag))
            return
        if not self.is_computer_playing:
            self.clear_selection()
            self.show_message(None)
            self.lifecycle.previous = None
        slots = [
            target_id for target_id in get_move_target_ids(move) if slot_from_target_id(target_id) is not None
        ]
        if self.table_spec.input_rules.style == "select" and slots:
            self.input_controller.focus_nearest(session, self.presentation.layout, slots[0])
        self.on_moved()

    def on_moved(self) -> None:
        """Save and announce the position after a move, an undo or a redo."""
        if self.table_spec.input_rules.style == "pair":
            self.input_controller.focus_nearest(
                self.session, self.presentation.layout, self.input_controller.state.focus_id
            )
        with self.app.services.files.transaction():
            self.game_mode.on_move(self)
            self.lifecycle.save(self)
            if self.lifecycle.detect_end():
                self.on_game_over()
        self.invalidate()

    def on_game_over(self) -> None:
        """Announce and count the end of the game."""
        session = self.session
        is_scoring_stopped = session.frozen_score is not None
        if not (
            session.is_assisted
            or session.is_unrecorded
            or is_scoring_stopped
            or self.is_computer_playing
            or self.lifecycle.ended_early
        ):
            self.lifecycle.count_result()
        self.shows_end_animation = not self.is_computer_playing
        end_animation, ending = get_end_animation(self), self.game_mode.get_ending(self)
        self.animation_controller.start_end_animation(
            session,
            ending,
            end_animation,
            "computer_won" if self.is_computer_playing and ending in WIN_ENDINGS else "",
        )
        if end_animation is not None:
            # Until the mouse is moved again.
            self.machine.is_pointer_visible = False
        self.game_mode.on_end(self)

    def step_history(self, apply_step: Callable[[], bool], is_undo: bool = False) -> None:
        """Undo or redo a move or a restart. The cards move as in the game, or back."""

        def apply_and_reset() -> None:
            apply_step()
            self.reset(self.input_controller.state.focus_id)

        self.animation_controller.animate_step(self.session, apply_and_reset, is_undo=is_undo)
        self.on_moved()

    def reset(self, focus_id: str) -> None:
        """Show the current position without animations, selection or message."""
        self.presentation.finish_animations()
        self.clear_selection()
        self.input_controller.reset(self.session, self.presentation.layout, focus_id)
        self.show_message(None)

    def clear_selection(self) -> None:
        """Clear the selection, the hint marks and any drag, and cancel a running hint search."""
        self.analysis.cancel_hint()
        self.input_controller.clear_selection()
        self._clear_column_question()
        self.invalidate()

    def _clear_column_question(self) -> None:
        """Remove the question for a column."""
        if self._column_question is not None and self.message == self._column_question:
            self.show_message(None)
        self._column_question = self.sticky_message = None

    # Commands

    def show_error(self, reason: str) -> None:
        """Beep and show why something is impossible. The message is left out if the player has turned errors off."""
        reason = apply_pile_names(self.table_spec, reason)
        if not self.table_spec.error_setting or self.app.settings[self.table_spec.error_setting] == "yes":
            self.show_message(reason[0].upper() + reason[1:], is_warning=True)
        else:
            # A tip must not tell what the card would have needed, either.
            self.input_controller.tip_target_id = None
        self.app.sounds.play_events("refuse")

    def _get_action(self, action_name: str) -> TableAction:
        edition_action, get_reason = (
            self.table_spec.actions.get(action_name),
            self.table_spec.disabled_reasons.get(action_name),
        )
        action = TABLE_ACTIONS[action_name] if edition_action is None else TableAction(edition_action)
        return action if get_reason is None else action._replace(get_disabled_reason=get_reason)

    def run_action(self, action_name: str) -> None:
        """Run an action by name: one of the edition, or one of all tables."""
        self._get_action(action_name).run(self)
        self.invalidate()

    def get_commands(self) -> tuple[Command, ...]:
        """Return all commands of the table, enabled or not."""
        mode_commands = self.game_mode.get_commands(self)
        ids = {command.id for command in mode_commands}
        return (*mode_commands, *(command for command in (SOLUTION, RETRY, REPLAY) if command.id not in ids))

    def get_key_bindings(self) -> list[tuple[str, str]]:
        """Return all keys with what each stands for: cards and piles, menus of the bar, commands."""
        menus = self.table_spec.menu_bar
        menu_commands = [
            menu_command for menu in menus for menu_command in menu.items if menu_command is not None
        ]
        input_rules = self.table_spec.input_rules
        bindings = get_gesture_bindings(input_rules.has_digit_selection, input_rules.style == "pair")
        bindings += [
            (key, f"menu:{menu.title.lower()}")
            for menu in menus
            for key in (menu.title[0], f"ALT+{menu.title[0]}")
        ]
        bindings += [("F10", "button:menu" if menus else "back")]
        return [
            *bindings,
            *(
                (key, command.id)
                for command in (*self.get_commands(), *menu_commands)
                for key in command.keys
            ),
        ]

    def is_enabled(self, command: Command) -> bool:
        """Return whether a command can be used now. Everything that offers commands asks here."""
        return not self._get_action(command.action).get_disabled_reason(self)

    def execute_command(self, command: Command) -> None:
        """Run the action of a command, or show why it is disabled."""
        reason = self._get_action(command.action).get_disabled_reason(self)
        if reason:
            self.show_error(reason)
        else:
            self.run_action(command.action)

    # Input

    def handle_event(self, event: Event) -> None:
        """Handle an event. Running animations are finished first, so that the player never has to wait."""
        if self.lifecycle.has_missed_its_day():
            self._ask_which_day()
            return
        controller = self.input_controller
        controller.tips_enabled = self._tips_enabled()
        controller.plays_on_tap = self.machine.is_touch and self.app.settings[ONE_TAP_SETTING] == "on"
        if isinstance(event, KeyPress | MousePress | MouseWheel):
            is_dealing, is_celebrating = (
                self.presentation.count_cards_being_dealt() > 1,
                self.presentation.is_end_animation_running(),
            )
            shows_result = self.presentation.shows_result()
            self.presentation.finish_animations()
            controller.state = controller.state._replace(uses_keyboard=isinstance(event, KeyPress))
            if not isinstance(event, KeyPress):
                controller.state = controller.state._replace(pending_row=None)
                self._clear_column_question()
            self.invalidate()
            if controller.hinted_ids and not isinstance(event, MouseWheel):
                self.mark_hint(())
                return
            enter = isinstance(event, KeyPress) and event.name in ENTER_KEYS
            if is_celebrating:
                self.machine.speaker.stop()
            # Such a press is meant to skip the deal, where a move could cost points, or the end animation.
            # Once the result is visible, the press answers it.
            ends_finale = is_celebrating and not shows_result
            if (is_dealing and enter) or (
                ends_finale and (enter or is_background_press(event, self.targets()))
            ):
                return
        intent = controller.resolve_event(event, self.get_table_view())
        if intent is not None:
            self._clear_column_question()
            self.execute(intent)
        if controller.tip_target_id is not None and self.message == self._option_note:
            # The note makes room for the tip about what the player points at.
            self.show_message(None)
        self.invalidate()

    def activate(self, target_id: str) -> None:
        """Activate a target. The stock draws even where a click only selects it."""
        if target_id == STOCK and self.table_spec.input_rules.style == "select":
            self.input_controller.state = self.input_controller.state.with_focus(STOCK)
        super().activate(target_id)

    def execute(self, intent: Intent | OtherKey) -> None:
        """Execute an intent, or the command of a key."""
        match intent:
            case UpdateSelection(input_state, message):
                self.input_controller.state = input_state
                if input_state.pending_row is not None and message:
                    self._column_question = self.sticky_message = message
                if message != "":
                    self.show_message(message)
            case PlayMove(move, focus, dropped):
                self.input_controller.state = self.input_controller.state.with_focus(focus)
                self.play_move(move, dropped)
            case Reject(reason, input_state):
                self.input_controller.state = input_state
                self.show_error(format_illegal_reason(reason))
            case RunAction(action):
                self.run_action(action)
            case RunCommand(command_id):
                dispatch_target(self, command_id)
            case ReturnCard(drag):
                self.presentation.animate_from(
                    self.session, self.presentation.get_placements(self.session, drag)
                )
            case OtherKey(key):
                if target_id := self.find_action(key):
                    dispatch_target(self, target_id, is_repeat=key.is_repeat)

    # Time

    def advance(self, ticks: int) -> None:
        """Advance animations and background analysis."""
        if not self.lifecycle.check_ownership():
            self._ask_takeover()
            return
        if self.lifecycle.has_missed_its_day():
            self._ask_which_day()
            return
        was_animating = self.needs_redraw()
        self.presentation.advance(ticks)
        if not self.is_over():
            self.session.ticks += ticks
        self.analysis.advance(self)
        super().advance(ticks)
        self.game_mode.advance(self, ticks)
        self._ticks_since_refresh += ticks
        if was_animating or self.needs_redraw() or self._ticks_since_refresh >= _VIEW_REFRESH_TICKS:
            # Changes by another process become visible some ticks later.
            self._ticks_since_refresh = 0
            self._view = None

    def _ask_takeover(self) -> None:
        """Ask whether to continue the game here, since another process has opened it. No leads to the menu."""

        def take_over() -> None:
            files = self.app.services.files
            with files.transaction():
                files.game_lock.take()
                is_saved = self.game_mode.take_over_game(self)
            if is_saved:
                self.show_message("The game goes on here")
            else:
                self.exits.show_menu()
                self.app.push(MessageBox(self.app, "", ["The game was finished in another window"]))

        # The overlay of the computer player may be on top.
        self.app.replace_screens(self)
        self.set_computer_playing(False)
        texts = ("This game is open in another window", "Go on with it here? The other window then leaves it")
        self.app.push(ConfirmDialog(self.app, *texts, take_over, self.exits.show_menu))

    def _ask_which_day(self) -> None:
        """Offer today's deal in place of one that was not begun on its own day. No keeps that one, played late."""
        day = self.app.daily_deal

        def keep() -> None:
            self.session.is_late = True
            if day is not None:
                self.show_message(f"{day.description}, played late")

        texts = ("A new day has begun: play today's deal?", "No keeps this deal, which then counts as late")
        self.app.push(ConfirmDialog(self.app, *texts, self.exits.play_daily_deal, keep, "yes"))

    def needs_redraw(self) -> bool:
        end_animation_lives = (
            self.is_over() and not self.app.reduces_motion and get_end_animation(self) is not None
        )
        return (
            self.is_busy()
            or self.presentation.is_flashing()
            or self.analysis.is_working
            or end_animation_lives
        )

    def is_busy(self) -> bool:
        """Return whether cards are moving, or a hint is being computed that takes only a moment."""
        return (
            self.presentation.is_animating()
            or bool(self.presentation.get_score_popups())
            or self.analysis.pending_hint_kind == "fair"
        )

    # View

    def on_suspend(self) -> None:
        """End the end animation: its music would go on without it."""
        self._ticks_since_refresh = _VIEW_REFRESH_TICKS
        if self.presentation.is_end_animation_running():
            self.animation_controller.finish_animations()
            self._view = None

    def rebuild(self) -> None:
        """Lay out the table for another adapter, display mode or deck. The game continues."""
        self.input_controller.state = self.input_controller.state._replace(drag=None)
        self.presentation.update_layout()
        self._view = None

    @property
    def focused_id(self) -> str | None:
        """Target id of the keyboard focus, or None while it is not visible."""
        input_state, input_rules = self.input_controller.state, self.table_spec.input_rules
        if input_rules.style == "select":
            return (
                None
                if self.is_over() or self.presentation.count_cards_being_dealt()
                else input_state.focus_id
            )
        if not input_state.uses_keyboard or self.is_over() or self.is_computer_playing:
            return None
        return (
            input_rules.empty_stock_id
            if input_state.focus_id == STOCK and not self.session.state.stock
            else input_state.focus_id
        )

    def invalidate(self) -> None:
        """Invalidate the cached view and update the state that scripts and screen readers see."""
        self._view = None
        self.picked_up_id, self.hinted_ids = (
            self.input_controller.state.picked_id,
            self.input_controller.hinted_ids,
        )
        is_select_style = self.table_spec.input_rules.style == "select"
        self.selected_id = (
            self.input_controller.state.focus_id if is_select_style else self.picked_up_id or self.focused_id
        )

    def pointer_shape(self) -> PointerShape:
        """Return an hourglass while a hint is displayed, in editions that have one."""
        return "hourglass" if self.hinted_ids and self.table_spec.shows_hourglass_on_hint else "arrow"

    @property
    def result_text(self) -> str:
        """The result in words, as soon as the banner is visible. Before that an empty string."""
        result = " ".join(
            [*self.game_mode.build_result_lines(self), format_ghost_result(self.session)]
        ).rstrip()
        return result if self.is_over() and self.presentation.shows_result() else ""

    @property
    def tip(self) -> str:
        """The tip for the current position, for players who are new to the edition."""
        self.input_controller.tips_enabled = self._tips_enabled()
        return build_tip(self)

    @property
    def tip_cells(self) -> CellRect | None:
        """The rectangle that is kept free for tips, or None."""
        return self.presentation.layout.tip

    @property
    def message_row(self) -> int:
        """The row of messages: above the result banner and above buttons in its place."""
        is_bottom = not self.is_over() or self.presentation.layout.verdict
        row = super().message_row if is_bottom else build_result_banner(self).rect_cells[1] - 2
        cells = [button.command.rect_cells for button in build_buttons(self)]
        above = [rect[1] - 2 for rect in cells if rect is not None and rect[1] <= row < rect[1] + rect[3]]
        return min(above, default=row)

    def get_key_hints(self) -> list[KeyHint]:
        return build_key_hints(self)

    @property
    def primary_target_id(self) -> str:
        """The target that draws a card, or after a game the one that continues."""
        draws = [
            command.id for command in self.get_commands() if command.action == "draw" and command.key_label
        ]
        return CONTINUE if self.is_over() else (*draws, STOCK)[0]

    def targets(self) -> list[Target]:
        return build_targets(self.get_table_view())

    def draw(self) -> None:
        draw_table(self.get_table_view(), self.table_spec, self.presentation.renderer, self.display)

    @property
    def colour_mode(self) -> str | None:
        return ANIMATION_COLOUR_MODE if self.get_table_view().is_table_hidden else None

    def get_table_view(self) -> TableView:
        """Return the view of the table. It is built once after each change."""
        if self._view is None:
            self._view = build_view(self)
        return self._view
