"""Reports of imported files on the screen, for files that are dropped on the window or opened with the program."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from retro_pyramid.features.high_scores import Scores
from retro_pyramid.machine.video import COLUMNS
from retro_pyramid.settings import DECK
from retro_pyramid.ui.dialogs import Confirm, Notice
from retro_pyramid.ui.drawing import fitted

if TYPE_CHECKING:
    from retro_pyramid.app.app import App
    from retro_pyramid.storage.importing.importer import Brought

_MAX_LINES = 16


def show_import(app: App, brought: Brought) -> None:
    """Report what was imported on the screen; show an imported game, score board or text at once."""
    if brought.game is not None:
        app.flow.watch(brought.game, "A game to watch")
        if not (brought.lines or brought.troubles):
            return
    app.choices.refresh(brought.settings)
    if brought.cards and DECK not in app.choices.words and app.settings[DECK] != "own":
        # What was brought in is what is shown from now on.
        app.choices.change({DECK: "own"})
    if brought.cards or brought.settings:
        app.refit()
    board_is_seen = [screen.read_again() for screen in app.screens][-1]
    if brought.board and not board_is_seen:
        app.push(Scores(app, app.pop, onward="Back"))
    elif brought.text and (text := app.services.files.texts().get(brought.text)):
        # Lazy import: few imports are texts.
        from retro_pyramid.features.magazine.magazine import read_text

        read_text(app, brought.text, text)
    report = (*brought.lines, *brought.troubles)
    if not report:
        pass
    elif len(report) == 1 and (brought.board or len(report[0]) <= COLUMNS - 4):
        dress = app.dress
        app.show_passing(report[0], dress.field if brought.lines else dress.notice)
    else:
        title = "Brought in" if brought.lines else "Not brought in"
        app.push(Notice(app, title, _report_lines(report)))
    if brought.asked:
        cuts, join = brought.asked
        words = ("Add these scores to yours?", f"That cuts {cuts}")
        app.push(Confirm(app, *words, lambda: show_import(app, join())))


def _report_lines(report: Sequence[str]) -> list[str]:
    lines = [part for line in report for part in fitted(line, COLUMNS - 20, _MAX_LINES)]
    return lines if len(lines) <= _MAX_LINES else [*lines[: _MAX_LINES - 1], "and more"]
