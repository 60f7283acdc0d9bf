"""Actions of all tables by name, each with the condition under which it is disabled."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from retro_pyramid.rules import DRAW, REDEAL, solver_rules
from retro_pyramid.rules.transcript import truncated_save
from retro_pyramid.settings import ASSISTS_SETTING, HINT_SETTING
from retro_pyramid.table.game_mode import get_game_over_reason, get_not_players_turn_reason
from retro_pyramid.table.intent import AUTO_MATCH, CONTINUE, resolve_activation
from retro_pyramid.table.menu_bar import DropDownMenu
from retro_pyramid.table.target_ids import STOCK, WASTE
from retro_pyramid.table.view_geometry import build_menu_targets
from retro_pyramid.ui.dialogs import ConfirmDialog

if TYPE_CHECKING:
    from retro_pyramid.table.table_screen import TableScreen


class TableAction(NamedTuple):
    """An action of the table.

    `get_disabled_reason` returns why it cannot be used now, or an empty string.
    """

    run: Callable[[TableScreen], None]
    get_disabled_reason: Callable[[TableScreen], str] = lambda _: ""


def _deal_new(table: TableScreen, before: bool = True) -> None:
    """Deal another game. If a daily deal or certain deals are wanted, the next one is searched for first."""

    def begin(message: str | None = None) -> None:
        _deal_next_game(table, before)
        if message is not None:
            table.show_message(message)

    if table.game_mode.shows_end_first(table):
        _end_early(table)
    elif table.game_mode.needs_new_deal:
        table.lifecycle.deal_source.find_async(table.lifecycle.deal_filter, begin)
    else:
        begin()


def _deal_next_game(table: TableScreen, keeps: bool) -> None:
    """Deal the next game. With `keeps`, undo can restore the game on the table."""
    before = table.session if keeps and not table.is_over() else None
    with table.app.services.files.transaction():
        if before is not None:
            table.lifecycle.drop_unfinished()
        table.set_session(table.game_mode.create_next_game(table))
        table.lifecycle.save(table)
    table.lifecycle.previous = before
    table.animation_controller.animate_deal(table.session)


def _restore_previous(table: TableScreen) -> None:
    """Restore the game before the last New."""
    placements, session = table.presentation.get_placements(table.session), table.lifecycle.previous
    assert session is not None, "this is asked for only where there is one"
    with table.app.services.files.transaction():
        table.lifecycle.drop_unfinished()
        table.set_session(session)
        table.lifecycle.save(table)
    table.presentation.animate_from(table.session, placements)
    table.animation_controller.play_sound("deal", is_undo=True)
    table.show_message("The game before is back")


def _end_early(table: TableScreen) -> None:
    """End the game in its current state. Used if more than the game ends with it, so that the result is shown first."""
    table.reset(table.input_controller.state.focus_id)
    table.game_mode.is_scored = table.lifecycle.ended_early = True
    table.lifecycle.detect_end()
    with table.app.services.files.transaction():
        table.lifecycle.save(table)
        table.on_game_over()


def _resume_ended_game(table: TableScreen) -> None:
    """Resume a game that was ended early."""
    table.machine.speaker.stop()
    table.reset(table.input_controller.state.focus_id)
    table.on_moved()
    table.show_message("The game goes on")


def _restart(table: TableScreen) -> None:
    table.session.restart()
    table.reset(table.input_controller.state.focus_id)
    table.on_moved()
    table.animation_controller.animate_deal(table.session)


def _activate(table: TableScreen, target_id: str) -> None:
    """Activate a card or a pile, as Enter or a click does."""
    intent = resolve_activation(
        table.table_spec.input_rules,
        table.input_controller.get_context(table.get_table_view()),
        table.input_controller.state,
        target_id,
    )
    if intent is not None:
        table.execute(intent)


def _show_deal_dialog(table: TableScreen) -> None:
    """Show the dialog for a deal number, and deal that number."""
    from retro_pyramid.deals.deal_dialog import DealDialog
    from retro_pyramid.table.share import build_share_text

    def enter(number: int) -> None:
        table.lifecycle.deal_source.request(number)
        table.game_mode.finish_then(table, lambda: table.run_action("new"))

    title = table.get_table_view().deal_title
    share_text = build_share_text(table)
    table.app.push(
        DealDialog(table.app, table.session, title, enter, table.lifecycle.revealed_deals.add, share_text)
    )


def _confirm(table: TableScreen, question: str, detail: str, action: str) -> None:
    """Ask a question, and run an action if the player agrees."""

    def yes() -> None:
        table.game_mode.finish_then(table, lambda: table.run_action(action))

    table.app.push(ConfirmDialog(table.app, question, detail, yes))


def _confirm_new(table: TableScreen) -> None:
    cost = "is finished" if table.is_over() else "will not be scored"
    _confirm(table, "Deal a new game?", f"The game on the table {cost}", "new")


def _confirm_restart(table: TableScreen) -> None:
    detail = "Played again, it does not count for the board"
    _confirm(table, "Start this deal again?", detail, "restart")


def _undo(table: TableScreen) -> None:
    if table.lifecycle.can_resume_ended_game:
        _resume_ended_game(table)
    elif table.lifecycle.can_restore_previous:
        _restore_previous(table)
    else:
        table.step_history(table.session.undo, is_undo=True)


def _start_hint(table: TableScreen) -> None:
    """Start computing a hint. One from visible cards is ready in a moment, an exact one may take long."""
    table.clear_selection()
    table.analysis.start_hint(table.session, table.app.settings[HINT_SETTING] == "exact")
    # Saved at once: the assist must count even if the program ends before the next move.
    table.lifecycle.save(table)
    if table.analysis.pending_hint_kind == "exact":
        table.analysis.advance_hint(table)


def _confirm_quit(table: TableScreen) -> None:
    """Leave the program after a confirmation."""
    detail = "Your game is kept and goes on next time"
    table.app.push(ConfirmDialog(table.app, "Quit Pyramid?", detail, table.exits.quit))


def _toggle_assists(table: TableScreen) -> None:
    """Turn undo and hint on or off."""
    is_on = table.app.settings[ASSISTS_SETTING] == "on"
    table.app.settings_store.set_values({ASSISTS_SETTING: "off" if is_on else "on"})
    table.show_message(
        "Undo and hint are off" if is_on else "Undo and hint are on: they mark a game as assisted"
    )


def _toggle_auto_match(table: TableScreen) -> None:
    """Turn Auto-Match on or off."""
    session = table.session
    session.auto_match = not session.auto_match
    value = "on" if session.auto_match else "off"
    table.app.settings_store.set_values({table.app.edition.stored_options["auto_match"]: value})
    table.lifecycle.save(table)
    table.show_message(f"Auto-Match is {value}")


def _toggle_card_size(table: TableScreen) -> None:
    """Switch between large and small cards."""
    assert table.table_spec.small_cards is not None, "a program with this command has small cards"
    size = "large" if table.presentation.has_small_cards else "small"
    table.app.settings_store.set_values({table.table_spec.small_cards.setting_key: size})
    table.rebuild()
    table.show_message(f"{size.capitalize()} cards")


def _show_solution(table: TableScreen) -> None:
    """Replay the best line of play of the deal."""
    deal_value, session = table.analysis.deal_value, table.session
    assert deal_value is not None, "this is asked for only where there is a line"
    rules = solver_rules(session.rules)
    solution = session.to_transcript()._replace(
        options=rules.options, moves=tuple(deal_value.moves), notes=()
    )
    table.app.navigator.show_replay(
        solution, "The best line" if rules.optimises_score else "How it could be done"
    )


def _no_solution(table: TableScreen) -> str:
    """Return a reason unless the game is over and there is a better line of play to show."""
    deal_value = table.analysis.deal_value
    has_solution = (
        table.is_over()
        and deal_value is not None
        and deal_value.moves
        and table.analysis.build_deal_value_text(table.session)
    )
    return "" if has_solution else "there is no line to show"


def _is_not_over(table: TableScreen) -> str:
    """Return a reason until the game is over."""
    return "" if table.is_over() else "the game is not over"


def _retry(table: TableScreen) -> None:
    """Start an assisted game at the position before the move that lost the game on the table."""
    mistake = table.analysis.find_mistake(table.session)
    assert mistake is not None, "this is asked for only where there is one"
    table.app.navigator.play_from_replay(truncated_save(table.session.to_transcript(), mistake[0]))


def _show_replay(table: TableScreen) -> None:
    """Replay the finished game from its start, or from after the move that lost it."""
    mistake = None if table.game_mode.is_ranked else table.analysis.find_mistake(table.session)
    transcript = table.session.to_transcript()._replace(notes=())
    table.app.navigator.show_replay(
        transcript, "Your game", mistake is None, mistake[0] + 1 if mistake else 0, has_ended=True
    )


def _no_mistake(table: TableScreen) -> str:
    """Return a reason unless a move is known that lost the finished game."""
    if table.game_mode.is_ranked or not table.is_over() or table.analysis.find_mistake(table.session) is None:
        return "no move is known to have lost a game"
    return ""


def _assist_disabled(table: TableScreen, assist: str) -> str:
    """Return a reason unless the edition has the assist, or the player has turned assists on."""
    is_allowed = assist in table.table_spec.builtin_assists or table.app.settings[ASSISTS_SETTING] == "on"
    return "" if is_allowed else f"{assist} is off. F5 turns it on."


def _undo_disabled(table: TableScreen) -> str:
    if table.lifecycle.can_resume_ended_game or table.lifecycle.can_restore_previous:
        # Restoring the game before the last New is no assist.
        return ""
    return _assist_disabled(table, "undo") or (
        "" if table.session.undo_history.can_undo else "nothing to undo"
    )


def _redo_disabled(table: TableScreen) -> str:
    return _assist_disabled(table, "redo") or (
        "" if table.session.undo_history.can_redo else "nothing to redo"
    )


TABLE_ACTIONS = {
    "new": TableAction(_deal_new),
    "begin": TableAction(lambda table: _deal_new(table, before=False)),
    "ask_new": TableAction(_confirm_new),
    "ask_restart": TableAction(_confirm_restart),
    "number": TableAction(_show_deal_dialog),
    "restart": TableAction(_restart),
    "undo": TableAction(_undo, _undo_disabled),
    "redo": TableAction(lambda table: table.step_history(table.session.redo), _redo_disabled),
    "hint": TableAction(
        _start_hint, lambda table: _assist_disabled(table, "hint") or get_not_players_turn_reason(table)
    ),
    "helps": TableAction(_toggle_assists),
    "setup": TableAction(lambda table: table.app.toggle_setup()),
    "how": TableAction(_show_solution, _no_solution),
    "again": TableAction(_retry, _no_mistake),
    "replay": TableAction(
        _show_replay,
        lambda table: _is_not_over(table) or ("" if table.session.moves else "no card was moved"),
    ),
    "help": TableAction(lambda table: table.exits.show_help()),
    "editions": TableAction(lambda table: table.exits.show_editions()),
    "menu": TableAction(lambda table: table.exits.show_menu()),
    "quit": TableAction(_confirm_quit),
    "sound": TableAction(lambda table: table.app.cycle_sound_level()),
    "draw": TableAction(
        lambda table: table.play_move(DRAW if table.session.state.stock else REDEAL), get_game_over_reason
    ),
    "auto_match": TableAction(_toggle_auto_match),
    "cards": TableAction(_toggle_card_size),
    "bar": TableAction(lambda table: open_menu(table, 0)),
    "go_on": TableAction(lambda table: table.game_mode.continue_after_game(table), _is_not_over),
    "leave": TableAction(lambda table: table.game_mode.leave_table(table)),
    "play": TableAction(
        lambda table: _activate(table, table.input_controller.state.focus_id), get_game_over_reason
    ),
    "use_stock": TableAction(lambda table: _activate(table, STOCK)),
    "use_waste": TableAction(lambda table: _activate(table, WASTE)),
}
"""Actions of all tables. Those of an edition are in its `TableSpec` and take precedence."""


_TARGET_ACTIONS = {"back": "leave", CONTINUE: "go_on", AUTO_MATCH: "auto_match", "button:menu": "bar"}
"""Actions of target ids that belong to no command."""


def open_menu(table: TableScreen, menu_index: int) -> None:
    """Open a menu of the menu bar."""
    table.app.push(DropDownMenu(table, menu_index))


def dispatch_target(table: TableScreen, target_id: str, is_repeat: bool = False) -> None:
    """Run the command of a target id, or open its menu. A command is ignored if the key is repeating."""
    bar = table.table_spec.menu_bar
    titles = [title.id for title in build_menu_targets(bar, table.presentation.layout.bar_row)]
    lines = [line for menu in bar for line in menu.items if line is not None]
    command = next((command for command in (*table.get_commands(), *lines) if command.id == target_id), None)
    if target_id in titles:
        open_menu(table, titles.index(target_id))
    elif command is not None and not is_repeat:
        table.execute_command(command)
    elif target_id in _TARGET_ACTIONS:
        table.run_action(_TARGET_ACTIONS[target_id])
