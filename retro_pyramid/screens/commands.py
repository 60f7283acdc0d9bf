"""What a player can ask for at a table, whether it can be asked for now, and what shows it: keys, hints, buttons."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, NamedTuple

from retro_pyramid.screens.look import Hint, command_words, hot_letter

if TYPE_CHECKING:
    from retro_pyramid.machine.events import Key
    from retro_pyramid.screens.game import GameScreen

Cells = tuple[int, int, int, int]
"""Column, row, width and height in character cells."""


class Command(NamedTuple):
    """Something a player can ask for: its target id, its words, the keys, the action's name.

    `keys` are in capitals; letters act in either case. `shown` is the key as the player reads it. `cells` is where its
    button stands; one without stands in the bottom line, unless it shows no key or is of a bar's menu. `checked` names
    the condition under which a mark stands before it in a menu. What cannot be used now is dim, or not there at all
    where it is `absent`.
    """

    id: str
    words: str
    action: str
    keys: tuple[str, ...] = ()
    shown: str = ""
    cells: Cells | None = None
    checked: str | None = None
    absent: bool = False


HOW = Command("button:how", "How", "how", ("F9",), "F9", absent=True)


def refusal(table: GameScreen, action: str) -> str:
    """Return why an action cannot be asked for now, empty when it can: all that offers a command asks here."""
    rule = table.conditions.get(action) or _CONDITIONS.get(action)
    return rule(table) if rule else ""


def is_over(table: GameScreen) -> str:
    """Refuse once the game is over."""
    return "the game is over" if table.over() else ""


def is_not_yours(table: GameScreen) -> str:
    """Refuse once the game is over, and while the computer plays it."""
    return "the computer is playing" if table.watched else is_over(table)


def _undo(table: GameScreen) -> str:
    # The game before the last New comes back without any help.
    if table.previous is not None and not table.session.can_undo:
        return ""
    return _off(table, "undo") or ("" if table.session.can_undo else "nothing to undo")


def _redo(table: GameScreen) -> str:
    return _off(table, "redo") or ("" if table.session.can_redo else "nothing to redo")


def _off(table: GameScreen, help_: str) -> str:
    return "" if table.allows(help_) else f"{help_} is off. F5 turns it on."


_CONDITIONS: Mapping[str, Callable[[GameScreen], str]] = {
    "play": is_over,
    "draw": is_over,
    "undo": _undo,
    "redo": _redo,
    "hint": lambda table: _off(table, "hint") or is_not_yours(table),
    "how": lambda table: "" if table.can_show_how() else "there is no line to show",
}
"""Those of every table, by action; a program may have its own beside them, and what has none can always be done."""


def usable(table: GameScreen, command: Command) -> bool:
    """Return whether a command can be used now."""
    return not refusal(table, command.action)


def give(table: GameScreen, command: Command) -> None:
    """Do a command, or say why it cannot be used now."""
    reason = refusal(table, command.action)
    if reason:
        table.refuse(reason)
    else:
        table.run(command.action)


def command_for(commands: Iterable[Command], key: Key) -> Command | None:
    """Return the first command that a key stands for, None if there is none."""
    return next((command for command in commands if key.name.upper() in command.keys), None)


def hints_of(table: GameScreen) -> list[Hint]:
    """Return the commands of the bottom line; when the game is over, only those that still do something."""
    hints = []
    for command in table.commands():
        if command.shown and not command.cells:
            can = usable(table, command)
            if can or not (command.absent or table.over()):
                hints.append(Hint(command.shown, command.words, command.id, can))
    return hints


def buttons_of(table: GameScreen) -> list[tuple[Command, Cells, bool]]:
    """Return the commands that have a button now, where it stands, and whether it can be used."""
    found = [
        (command, command.cells, usable(table, command)) for command in table.commands() if command.cells
    ]
    return [(command, cells, can) for command, cells, can in found if can or not command.absent]


def draw_button(table: GameScreen, command: Command, enabled: bool) -> None:
    """Draw a command's button with its hot letter bright."""
    assert command.cells is not None
    video, dress = table.video, table.app.record.dress
    column, row, width, height = command.cells
    focused = table.focused == command.id
    paper = dress.bar if focused else dress.paper if enabled else dress.dim
    video.fill(column, row, width, height, " ", paper)
    words = command_words(video, command.words, enabled)
    left, line = column + (width - len(words)) // 2, row + height // 2
    video.write(left, line, words, paper)
    at = command.words.upper().find(command.keys[0]) if command.keys else -1
    if enabled and not focused and at >= 0:
        video.write(left + at, line, words[at], hot_letter(video, dress))
