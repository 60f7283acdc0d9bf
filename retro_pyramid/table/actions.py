"""What can be asked for at every table: each action by its name, with when it can be used."""

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
    """What is done, and why it cannot be asked for now: empty when it can."""

    do: Callable[[Table], None]
    refused: Callable[[Table], str] = lambda _: ""


def _new(table: Table, before: bool = True) -> None:
    """Deal another game, once it is found where it is one of a day's or not any deal is wanted."""

    def begin(words: str | None = None) -> None:
        _begin(table, before)
        if words is not None:
            table.say(words)

    if table.referee.shows_first(table):
        _lay_down(table)
    elif table.referee.needs_deal:
        table.game.dealing.find(table.game.deals, begin)
    else:
        begin()


def _begin(table: Table, keeps: bool) -> None:
    """Deal the next game; the one on the table can be brought back by undo where that `keeps` it."""
    before = table.session if keeps and not table.over() else None
    with table.app.services.files.together():
        if before is not None:
            table.game.give_up()
        table.take(table.referee.deal(table))
        table.game.keep(table)
    table.game.before = before
    table.course.deal(table.session)


def _bring_back(table: Table) -> None:
    """Put the game before the last New on the table again."""
    rests, session = table.surface.resting(table.session), table.game.before
    assert session is not None, "this is asked for only where there is one"
    with table.app.services.files.together():
        table.game.give_up()
        table.take(session)
        table.game.keep(table)
    table.surface.fly(table.session, rests)
    table.course.sound("deal", back=True)
    table.say("The game before is back")


def _lay_down(table: Table) -> None:
    """End the game as it stands, with all that is seen and heard where more than the game ends with it."""
    table.stand(table.grip.hand.focus)
    table.referee.entered = table.game.laid = True
    table.game.has_ended()
    with table.app.services.files.together():
        table.game.keep(table)
        table.end()


def _take_up(table: Table) -> None:
    """Go on with a game that was laid down."""
    table.machine.speaker.stop()
    table.stand(table.grip.hand.focus)
    table.after_change()
    table.say("The game goes on")


def _restart(table: Table) -> None:
    table.session.restart()
    table.stand(table.grip.hand.focus)
    table.after_change()
    table.course.deal(table.session)


def _use(table: Table, name: str) -> None:
    """Use a card or a pile, as Enter or a click on it does."""
    meant = use(table.look.manner, table.grip.position(table.view()), table.grip.hand, name)
    if meant is not None:
        table.do(meant)


def _number(table: Table) -> None:
    """Ask for a deal number and deal it."""
    from retro_pyramid.deals.deal_dialog import DealNumber
    from retro_pyramid.table.share import day_text

    def enter(number: int) -> None:
        table.game.dealing.want(number)
        table.referee.leave_for(table, lambda: table.run("new"))

    title = table.view().deal
    words = day_text(table)
    table.app.push(DealNumber(table.app, table.session, title, enter, table.game.told.add, words))


def _asks(table: Table, question: str, detail: str, action: str) -> None:
    def yes() -> None:
        table.referee.leave_for(table, lambda: table.run(action))

    table.app.push(Confirm(table.app, question, detail, yes))


def _ask_new(table: Table) -> None:
    cost = "is finished" if table.over() else "will not be scored"
    _asks(table, "Deal a new game?", f"The game on the table {cost}", "new")


def _ask_restart(table: Table) -> None:
    detail = "Played again, it does not count for the board"
    _asks(table, "Start this deal again?", detail, "restart")


def _undo(table: Table) -> None:
    if table.game.laid_down:
        _take_up(table)
    elif table.game.brings_back:
        _bring_back(table)
    else:
        table.travel(table.session.undo, back=True)


def _hint(table: Table) -> None:
    """Think about a hint: a fair one is there in a moment, the exact one when it is known."""
    table.forget()
    table.adviser.begin_hint(table.session, table.app.settings[HINT] == "exact")
    # What a hint marks stays marked when the program ends before the next move.
    table.game.keep(table)
    if table.adviser.thinks == "exact":
        table.adviser.think(table)


def _quit(table: Table) -> None:
    """Leave the program, if the player says yes."""
    detail = "Your game is kept and goes on next time"
    table.app.push(Confirm(table.app, "Quit Pyramid?", detail, table.ways.quit))


def _helps(table: Table) -> None:
    on = table.app.settings[HELPS] == "on"
    table.app.choices.change({HELPS: "off" if on else "on"})
    table.say("Undo and hint are off" if on else "Undo and hint are on: they mark a game as assisted")


def _auto_match(table: Table) -> None:
    session = table.session
    session.auto_match = not session.auto_match
    now = "on" if session.auto_match else "off"
    table.app.choices.change({table.app.record.kept["auto_match"]: now})
    table.game.keep(table)
    table.say(f"Auto-Match is {now}")


def _cards(table: Table) -> None:
    """Change between large and small cards."""
    assert table.look.small is not None, "a program with this command has small cards"
    size = "large" if table.surface.small else "small"
    table.app.choices.change({table.look.small.setting: size})
    table.refit()
    table.say(f"{size.capitalize()} cards")


def _how(table: Table) -> None:
    worth, session = table.adviser.worth, table.session
    assert worth is not None, "this is asked for only where there is a line"
    rules = judged(session.rules)
    line = session.transcript()._replace(options=rules.options, moves=tuple(worth.moves), notes=())
    table.app.flow.watch(line, "The best line" if rules.judged_by_score else "How it could be done")


def _no_line(table: Table) -> str:
    """Refuse unless the game is over and there is a line of play to show that would have been better."""
    worth = table.adviser.worth
    can = table.over() and worth is not None and worth.moves and table.adviser.worth_words(table.session)
    return "" if can else "there is no line to show"


def _is_not_over(table: Table) -> str:
    """Refuse until the game is over."""
    return "" if table.over() else "the game is not over"


def _again(table: Table) -> None:
    """Begin an assisted game before the move that lost the one on the table."""
    slip = table.adviser.slip(table.session)
    assert slip is not None, "this is asked for only where there is one"
    table.app.flow.play_on(part_of(table.session.transcript(), slip[0]))


def _replay(table: Table) -> None:
    """Show the game that is over from its opening on, or after the move that lost it."""
    slip = None if table.referee.proving else table.adviser.slip(table.session)
    game = table.session.transcript()._replace(notes=())
    table.app.flow.watch(game, "Your game", slip is None, slip[0] + 1 if slip else 0, ended=True)


def _no_slip(table: Table) -> str:
    if table.referee.proving or not table.over() or table.adviser.slip(table.session) is None:
        return "no move is known to have lost a game"
    return ""


def _off(table: Table, help_: str) -> str:
    allowed = help_ in table.look.free or table.app.settings[HELPS] == "on"
    return "" if allowed else f"{help_} is off. F5 turns it on."


def _no_undo(table: Table) -> str:
    if table.game.laid_down or table.game.brings_back:
        # The game before the last New comes back without any help.
        return ""
    return _off(table, "undo") or ("" if table.session.timeline.can_go_back else "nothing to undo")


def _no_redo(table: Table) -> str:
    return _off(table, "redo") or ("" if table.session.timeline.can_go_on else "nothing to redo")


ACTIONS = {
    "new": Action(_new),
    "begin": Action(lambda table: _new(table, before=False)),
    "ask_new": Action(_ask_new),
    "ask_restart": Action(_ask_restart),
    "number": Action(_number),
    "restart": Action(_restart),
    "undo": Action(_undo, _no_undo),
    "redo": Action(lambda table: table.travel(table.session.redo), _no_redo),
    "hint": Action(_hint, lambda table: _off(table, "hint") or is_not_yours(table)),
    "helps": Action(_helps),
    "setup": Action(lambda table: table.app.set_up()),
    "how": Action(_how, _no_line),
    "again": Action(_again, _no_slip),
    "replay": Action(
        _replay, lambda table: _is_not_over(table) or ("" if table.session.moves else "no card was moved")
    ),
    "help": Action(lambda table: table.ways.help()),
    "editions": Action(lambda table: table.ways.editions()),
    "menu": Action(lambda table: table.ways.menu()),
    "quit": Action(_quit),
    "sound": Action(lambda table: table.app.toggle_sound()),
    "draw": Action(lambda table: table.perform(DRAW if table.session.state.stock else REDEAL), is_over),
    "auto_match": Action(_auto_match),
    "cards": Action(_cards),
    "bar": Action(lambda table: open_menu(table, 0)),
    "go_on": Action(lambda table: table.referee.go_on(table), _is_not_over),
    "leave": Action(lambda table: table.referee.leave(table)),
    "play": Action(lambda table: _use(table, table.grip.hand.focus), is_over),
    "use_stock": Action(lambda table: _use(table, STOCK)),
    "use_waste": Action(lambda table: _use(table, WASTE)),
}
"""The actions of all tables; a program's own stand beside them in its look, and come first."""


_ORDERS = {"back": "leave", GO_ON: "go_on", AUTO_MATCH: "auto_match", "button:menu": "bar"}
"""What target ids stand for that are no command's."""


def open_menu(table: Table, index: int) -> None:
    """Open a menu of the bar."""
    table.app.push(OpenMenu(table, index))


def order(table: Table, name: str, again: bool = False) -> None:
    """Give the command that a target id names, or open a menu; one asked for `again`, by a held key, is not given."""
    bar = table.look.bar
    titles = [title.id for title in bar_targets(bar, table.surface.places.bar_row)]
    lines = [line for menu in bar for line in menu.lines if line is not None]
    command = next((command for command in (*table.commands(), *lines) if command.id == name), None)
    if name in titles:
        open_menu(table, titles.index(name))
    elif command is not None and not again:
        table.give(command)
    elif name in _ORDERS:
        table.run(_ORDERS[name])
