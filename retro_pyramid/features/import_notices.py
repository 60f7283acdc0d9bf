"""Reports of imported files on the screen, for files that are dropped on the window or opened with the program."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from retro_pyramid.features.high_scores import HighScoreScreen
from retro_pyramid.machine.video import COLUMNS
from retro_pyramid.settings import DECK_SETTING
from retro_pyramid.ui.dialogs import ConfirmDialog, MessageBox
from retro_pyramid.ui.drawing import wrap_text

if TYPE_CHECKING:
    from retro_pyramid.app.app import App
    from retro_pyramid.storage.importing.importer import ImportResult

_MAX_LINES = 16


def show_import_result(app: App, result: ImportResult) -> None:
    """Show an import result: a message, and an imported game, high score table or text at once."""
    if result.transcript is not None:
        app.navigator.show_replay(result.transcript, "A game to watch")
        if not (result.lines or result.errors):
            return
    app.settings_store.reload(result.settings)
    if (
        result.has_new_decks
        and DECK_SETTING not in app.settings_store.overrides
        and app.settings[DECK_SETTING] != "own"
    ):
        # An imported deck is used from now on.
        app.settings_store.set_values({DECK_SETTING: "own"})
    if result.has_new_decks or result.settings:
        app.rebuild()
    shows_high_scores = [screen.reload() for screen in app.screens][-1]
    if result.has_new_high_scores and not shows_high_scores:
        app.push(HighScoreScreen(app, app.pop, leave_label="Back"))
    elif result.text_file_name and (text := app.services.files.read_disk_texts().get(result.text_file_name)):
        # Lazy import: few imports are texts.
        from retro_pyramid.features.magazine.magazine import open_disk_text

        open_disk_text(app, result.text_file_name, text)
    report = (*result.lines, *result.errors)
    if not report:
        pass
    elif len(report) == 1 and (result.has_new_high_scores or len(report[0]) <= COLUMNS - 4):
        dress = app.theme
        app.show_toast(report[0], dress.field if result.lines else dress.notice)
    else:
        title = "Brought in" if result.lines else "Not brought in"
        app.push(MessageBox(app, title, _report_lines(report)))
    if result.merge_question:
        losses, join = result.merge_question
        texts = ("Add these scores to yours?", f"That cuts {losses}")
        app.push(ConfirmDialog(app, *texts, lambda: show_import_result(app, join())))


def _report_lines(report: Sequence[str]) -> list[str]:
    lines = [wrapped_line for line in report for wrapped_line in wrap_text(line, COLUMNS - 20, _MAX_LINES)]
    return lines if len(lines) <= _MAX_LINES else [*lines[: _MAX_LINES - 1], "and more"]
