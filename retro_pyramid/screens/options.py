"""The options that no original had, in a box that every program shares; and the line of play that proves a deal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from retro_pyramid.screens.adviser import DEALS, LAMP
from retro_pyramid.screens.config import Config, Setting
from retro_pyramid.screens.game import HELPS, HINT
from retro_pyramid.screens.notice import Notice

if TYPE_CHECKING:
    from retro_pyramid.screens.app import App
    from retro_pyramid.screens.game import GameScreen

_NO_YES = (("off", "No"), ("on", "Yes"))
_OPTIONS = (
    Setting("helps", HELPS, "Undo and hints", _NO_YES, "Using them marks a game as assisted"),
    Setting(
        "hint",
        HINT,
        "Hints",
        (("fair", "Fair"), ("exact", "Exact")),
        "Fair: cards you see. Exact: all cards.",
    ),
    Setting("lamp", LAMP, "Lamp", _NO_YES, "Shows if you can still win. Marks games as assisted."),
    Setting(
        "deals",
        DEALS,
        "Deals",
        (("any", "Any"), ("winnable", "Winnable")),
        "Winnable: you can win it. Marks games as assisted.",
    ),
)
_A_LINE = 64


def open_options(app: App) -> None:
    """Show the options of all programs, and those of this one."""
    app.push(Config(app, (*_OPTIONS, *app.record.settings), lambda: None, "Options"))


def show_how(table: GameScreen) -> None:
    """Show the line of play that proves what the deal was worth."""
    worth = table.adviser.worth
    assert worth is not None, "this is asked for only where there is a line"
    lines = [""]
    for move in map(str, worth.moves):
        if len(lines[-1]) + len(move) >= _A_LINE:
            lines.append("")
        lines[-1] = f"{lines[-1]} {move}".strip()
    table.app.push(Notice(table.app, "How it could be done", lines, name="how"))
