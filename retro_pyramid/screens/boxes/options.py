"""The options that no original had, in a box that every program shares; and the line of play that proves a deal."""

from __future__ import annotations

from collections.abc import Sequence

from retro_pyramid.rules import Move
from retro_pyramid.screens.app import App
from retro_pyramid.screens.boxes.config import Config
from retro_pyramid.screens.boxes.notice import Notice
from retro_pyramid.screens.setting import OPTIONS

_A_LINE = 64


def open_options(app: App) -> None:
    """Show the options of all programs, and those of this one."""
    app.push(Config(app, (*OPTIONS, *app.record.settings), lambda: None, "Options"))


def show_how(app: App, moves: Sequence[Move]) -> None:
    """Show the line of play that proves what the deal was worth."""
    lines = [""]
    for move in map(str, moves):
        if len(lines[-1]) + len(move) >= _A_LINE:
            lines.append("")
        lines[-1] = f"{lines[-1]} {move}".strip()
    app.push(Notice(app, "How it could be done", lines, name="how"))
