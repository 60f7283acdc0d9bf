"""Table specification of the Windows edition: a window with menus, inverted selection, unlimited undo, named saved games."""

from __future__ import annotations

from typing import TYPE_CHECKING

from retro_pyramid.editions.loading import load_commands, load_menu_bar, load_table_layout
from retro_pyramid.editions.windows.edition import VARIATION_LABELS
from retro_pyramid.editions.windows.end_animation import STUCK_ANIMATION, WIN_ANIMATION
from retro_pyramid.features.saved_games import show_load_dialog, show_save_dialog
from retro_pyramid.machine.video import COLUMNS, WIDTH, DisplayAdapter
from retro_pyramid.scenes.sprites import draw_vector_drawing
from retro_pyramid.table.game_mode import GameMode
from retro_pyramid.table.render.base import TABLE_TEXT_ATTRIBUTE
from retro_pyramid.table.render.painter import draw_pile_label, draw_status_line
from retro_pyramid.table.table_spec import TableSpec
from retro_pyramid.table.view import StatusItem, StatusLine, TableView, build_assisted_items
from retro_pyramid.ui.dialogs import ConfirmDialog
from retro_pyramid.ui.drawing import draw_title_bar, has_fine_lines
from retro_pyramid.ui.lists import ChoiceDialog, ListRow

if TYPE_CHECKING:
    from retro_pyramid.table.table_screen import TableScreen

_VARIATION_DESCRIPTIONS = {
    "draw1": "Draw 1   one card at a time, one pass",
    "draw3": "Draw 3   three at a time, no limit",
}


def _draw_text(view: TableView, display: DisplayAdapter) -> None:
    """Draw the title bar, the stock's label and the status line."""
    stock = len(view.session.state.stock)
    if display.mode == "graphics":
        draw_title_bar(display, -1, 0, COLUMNS + 2, view.theme.window_title, view.theme)
        if has_fine_lines(display):
            draw_vector_drawing(display.page, "windows", "right", (WIDTH, 0))
    draw_pile_label(
        view, display, view.layout.stock, f"{stock} card{'' if stock == 1 else 's'}", TABLE_TEXT_ATTRIBUTE
    )
    draw_status_line(view, display)


def _build_status_line(view: TableView) -> StatusLine:
    """Return the score, with a note if it is frozen, the options and the deal."""
    session = view.session
    stopped_text = " (scoring stopped)" if session.frozen_score is not None else ""
    score = StatusItem(f"Score {session.score}{stopped_text}", is_announced=bool(stopped_text))
    return StatusLine(
        (score, StatusItem(view.options_text)), (*build_assisted_items(view), StatusItem(view.deal_title))
    )


def _show_variations(table: TableScreen) -> None:
    """Show the list of variations with the current one marked; selecting another one asks, then deals a new game."""
    app, values = table.app, list(VARIATION_LABELS)
    current = table.session.rules.options["variation"]

    def change_variation(value: str) -> None:
        app.options["variation"] = value
        table.run_action("new")

    def choose(index: int) -> None:
        app.pop()
        value = values[index]
        if value != current:
            question = f"Change from {VARIATION_LABELS[current]} to {VARIATION_LABELS[value]}?"
            app.push(ConfirmDialog(app, question, "A new game is dealt", lambda: change_variation(value)))

    choices = [
        ListRow(
            f"config:variation:{value}",
            f"{'√' if value == current else ' '} {_VARIATION_DESCRIPTIONS[value]}",
            value[-1],
        )
        for value in values
    ]
    texts = ("Variations", "A change deals a new game", "Variation")
    app.push(ChoiceDialog(app, "variations", texts, choices, choose, values.index(current)))


class _WindowsGameMode(GameMode):
    continue_text = "New game"


TABLE = TableSpec(
    graphics_layout=load_table_layout("windows", "graphics"),
    text_layout=load_table_layout("windows", "text"),
    menu_bar=load_menu_bar("windows"),
    background_scene="windows",
    text_background=(" ", 0x20),
    empty_outline=10,
    selection_highlight="reverse",
    builtin_assists=frozenset({"undo", "redo"}),
    win_animation=WIN_ANIMATION,
    end_animations={"stuck": STUCK_ANIMATION},
    create_game_mode=lambda: _WindowsGameMode(load_commands("windows")),
    esc_label="Main menu",
    build_status_line=_build_status_line,
    draw_texts=_draw_text,
    actions={
        "save": show_save_dialog,
        "load": show_load_dialog,
        "variations": _show_variations,
        "exit": lambda table: table.exits.quit(),
    },
)
