"""Actions of all tables by name, each with the condition under which it is disabled."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from retro_pyramid.rules import DRAW, REDEAL, judged
from retro_pyramid.rules.transcript import part_of
from retro_pyramid.settings import HELPS, HINT
from retro_pyramid.table.game_mode import is_not_yours, is_over
from retro_pyramid.table.intent import AUTO_MATCH, GO_ON, use
from retro_pyramid.table.menu_bar import OpenMenu
from retro_pyramid.table.target_ids import STOCK, WASTE
from retro_pyramid.table.view_geometry import bar_targets
from retro_pyramid.ui.dialogs import Confirm

if TYPE_CHECKING:
    from retro_pyramid.table.table_screen import Table


class Action(NamedTuple):
    """An action of the table.

    `get_disabled_reason` returns why it cannot be used now, or an empty string.
    """

    do: Callable[[Table], None]
    refused: Callable[[Table], str] = lambda _: ""


def _deal_new(table: Table, before: bool = True) -> None:
    """Deal another game. If a daily deal or certain deals are wanted, the next one is searched for first."""

    def begin(message: str | None = None) -> None:
        _deal_next_game(table, before)
        if message is not None:
            table.say(message)

    if table.referee.shows_first(table):
        _end_early(table)
    elif table.referee.needs_deal:
        table.game.dealing.find(table.game.deals, begin)
    else:
        begin()


def _deal_next_game(table: Table, keeps: bool) -> None:
    """Deal the next game. With `keeps`, undo can restore the game on the table."""
    before = table.session if keeps and not table.over() else None
    with table.app.services.files.together():
        if before is not None:
            table.game.give_up()
        table.take(table.referee.deal(table))
        table.game.keep(table)
    table.game.before = before
    table.course.deal(table.session)


def _restore_previous(table: Table) -> None:
    """Restore the game before the last New."""
    placements, session = table.surface.resting(table.session), table.game.before
    assert session is not None, "this is asked for only where there is one"
    with table.app.services.files.together():
        table.game.give_up()
        table.take(session)
        table.game.keep(table)
    table.surface.fly(table.session, placements)
    table.course.sound("deal", back=True)
    table.say("The game before is back")


def _end_early(table: Table) -> None:
    """End the game in its current state. Used if more than the game ends with it, so that the result is shown first."""
    table.stand(table.grip.hand.focus)
    table.referee.entered = table.game.laid = True
    table.game.has_ended()
    with table.app.services.files.together():
        table.game.keep(table)
        table.end()


def _resume_ended_game(table: Table) -> None:
    """Resume a game that was ended early."""
    table.machine.speaker.stop()
    table.stand(table.grip.hand.focus)
    table.after_change()
    table.say("The game goes on")


def _restart(table: Table) -> None:
    table.session.restart()
    table.stand(table.grip.hand.focus)
    table.after_change()
    table.course.deal(table.session)


def _activate(table: Table, target_id: str) -> None:
    """Activate a card or a pile, as Enter or a click does."""
    intent = use(table.look.manner, table.grip.position(table.view()), table.grip.hand, target_id)
    if intent is not None:
        table.do(intent)


def _show_deal_dialog(table: Table) -> None:
    """Show the dialog for a deal number, and deal that number."""
    from retro_pyramid.deals.deal_dialog import DealNumber
    from retro_pyramid.table.share import day_text

    def enter(number: int) -> None:
        table.game.dealing.want(number)
        table.referee.leave_for(table, lambda: table.run("new"))

    title = table.view().deal
    share_text = day_text(table)
    table.app.push(DealNumber(table.app, table.session, title, enter, table.game.told.add, share_text))


def _confirm(table: Table, question: str, detail: str, action: str) -> None:
    """Ask a question, and run an action if the player agrees."""

    def yes() -> None:
        table.referee.leave_for(table, lambda: table.run(action))

    table.app.push(Confirm(table.app, question, detail, yes))


def _confirm_new(table: Table) -> None:
    cost = "is finished" if table.over() else "will not be scored"
    _confirm(table, "Deal a new game?", f"The game on the table {cost}", "new")


def _confirm_restart(table: Table) -> None:
    detail = "Played again, it does not count for the board"
    _confirm(table, "Start this deal again?", detail, "restart")


def _undo(table: Table) -> None:
    if table.game.laid_down:
        _resume_ended_game(table)
    elif table.game.brings_back:
        _restore_previous(table)
    else:
        table.travel(table.session.undo, back=True)


def _start_hint(table: Table) -> None:
    """Start computing a hint. One from visible cards is ready in a moment, an exact one may take long."""
    table.forget()
    table.adviser.begin_hint(table.session, table.app.settings[HINT] == "exact")
    # Saved at once: the assist must count even if the program ends before the next move.
    table.game.keep(table)
    if table.adviser.thinks == "exact":
        table.adviser.think(table)


def _confirm_quit(table: Table) -> None:
    """Leave the program after a confirmation."""
    detail = "Your game is kept and goes on next time"
    table.app.push(Confirm(table.app, "Quit Pyramid?", detail, table.ways.quit))


def _toggle_assists(table: Table) -> None:
    """Turn undo and hint on or off."""
    is_on = table.app.settings[HELPS] == "on"
    table.app.choices.change({HELPS: "off" if is_on else "on"})
    table.say("Undo and hint are off" if is_on else "Undo and hint are on: they mark a game as assisted")


def _toggle_auto_match(table: Table) -> None:
    """Turn Auto-Match on or off."""
    session = table.session
    session.auto_match = not session.auto_match
    value = "on" if session.auto_match else "off"
    table.app.choices.change({table.app.record.kept["auto_match"]: value})
    table.game.keep(table)
    table.say(f"Auto-Match is {value}")


def _toggle_card_size(table: Table) -> None:
    """Switch between large and small cards."""
    assert table.look.small is not None, "a program with this command has small cards"
    size = "large" if table.surface.small else "small"
    table.app.choices.change({table.look.small.setting: size})
    table.refit()
    table.say(f"{size.capitalize()} cards")


def _show_solution(table: Table) -> None:
    """Replay the best line of play of the deal."""
    deal_value, session = table.adviser.worth, table.session
    assert deal_value is not None, "this is asked for only where there is a line"
    rules = judged(session.rules)
    solution = session.transcript()._replace(options=rules.options, moves=tuple(deal_value.moves), notes=())
    table.app.flow.watch(solution, "The best line" if rules.judged_by_score else "How it could be done")


def _no_solution(table: Table) -> str:
    """Return a reason unless the game is over and there is a better line of play to show."""
    deal_value = table.adviser.worth
    has_solution = (
        table.over()
        and deal_value is not None
        and deal_value.moves
        and table.adviser.worth_words(table.session)
    )
    return "" if has_solution else "there is no line to show"


def _is_not_over(table: Table) -> str:
    """Return a reason until the game is over."""
    return "" if table.over() else "the game is not over"


def _retry(table: Table) -> None:
    """Start an assisted game at the position before the move that lost the game on the table."""
    mistake = table.adviser.slip(table.session)
    assert mistake is not None, "this is asked for only where there is one"
    table.app.flow.play_on(part_of(table.session.transcript(), mistake[0]))


def _show_replay(table: Table) -> None:
    """Replay the finished game from its start, or from after the move that lost it."""
    mistake = None if table.referee.proving else table.adviser.slip(table.session)
    transcript = table.session.transcript()._replace(notes=())
    table.app.flow.watch(
        transcript, "Your game", mistake is None, mistake[0] + 1 if mistake else 0, ended=True
    )


def _no_mistake(table: Table) -> str:
    """Return a reason unless a move is known that lost the finished game."""
    if table.referee.proving or not table.over() or table.adviser.slip(table.session) is None:
        return "no move is known to have lost a game"
    return ""


def _assist_disabled(table: Table, assist: str) -> str:
    """Return a reason unless the edition has the assist, or the player has turned assists on."""
    is_allowed = assist in table.look.free or table.app.settings[HELPS] == "on"
    return "" if is_allowed else f"{assist} is off. F5 turns it on."


def _undo_disabled(table: Table) -> str:
    if table.game.laid_down or table.game.brings_back:
        # Restoring the game before the last New is no assist.
        return ""
    return _assist_disabled(table, "undo") or (
        "" if table.session.timeline.can_go_back else "nothing to undo"
    )


def _redo_disabled(table: Table) -> str:
    return _assist_disabled(table, "redo") or ("" if table.session.timeline.can_go_on else "nothing to redo")


ACTIONS = {
    "new": Action(_deal_new),
    "begin": Action(lambda table: _deal_new(table, before=False)),
    "ask_new": Action(_confirm_new),
    "ask_restart": Action(_confirm_restart),
    "number": Action(_show_deal_dialog),
    "restart": Action(_restart),
    "undo": Action(_undo, _undo_disabled),
    "redo": Action(lambda table: table.travel(table.session.redo), _redo_disabled),
    "hint": Action(_start_hint, lambda table: _assist_disabled(table, "hint") or is_not_yours(table)),
    "helps": Action(_toggle_assists),
    "setup": Action(lambda table: table.app.set_up()),
    "how": Action(_show_solution, _no_solution),
    "again": Action(_retry, _no_mistake),
    "replay": Action(
        _show_replay,
        lambda table: _is_not_over(table) or ("" if table.session.moves else "no card was moved"),
    ),
    "help": Action(lambda table: table.ways.help()),
    "editions": Action(lambda table: table.ways.editions()),
    "menu": Action(lambda table: table.ways.menu()),
    "quit": Action(_confirm_quit),
    "sound": Action(lambda table: table.app.toggle_sound()),
    "draw": Action(lambda table: table.perform(DRAW if table.session.state.stock else REDEAL), is_over),
    "auto_match": Action(_toggle_auto_match),
    "cards": Action(_toggle_card_size),
    "bar": Action(lambda table: open_menu(table, 0)),
    "go_on": Action(lambda table: table.referee.go_on(table), _is_not_over),
    "leave": Action(lambda table: table.referee.leave(table)),
    "play": Action(lambda table: _activate(table, table.grip.hand.focus), is_over),
    "use_stock": Action(lambda table: _activate(table, STOCK)),
    "use_waste": Action(lambda table: _activate(table, WASTE)),
}
"""Actions of all tables. Those of an edition are in its `TableSpec` and take precedence."""


_TARGET_ACTIONS = {"back": "leave", GO_ON: "go_on", AUTO_MATCH: "auto_match", "button:menu": "bar"}
"""Actions of target ids that belong to no command."""


def open_menu(table: Table, index: int) -> None:
    """Open a menu of the menu bar."""
    table.app.push(OpenMenu(table, index))


def order(table: Table, name: str, again: bool = False) -> None:
    """Run the command of a target id, or open its menu. A command is ignored if the key is repeating."""
    bar = table.look.bar
    titles = [title.id for title in bar_targets(bar, table.surface.places.bar_row)]
    lines = [line for menu in bar for line in menu.lines if line is not None]
    command = next((command for command in (*table.commands(), *lines) if command.id == name), None)
    if name in titles:
        open_menu(table, titles.index(name))
    elif command is not None and not again:
        table.give(command)
    elif name in _TARGET_ACTIONS:
        table.run(_TARGET_ACTIONS[name])
