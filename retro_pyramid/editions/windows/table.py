"""Table specification of the Windows edition: a window with menus, inverted selection, unlimited undo, named saved games."""

from __future__ import annotations

from typing import TYPE_CHECKING

from retro_pyramid.editions.loading import bar, commands, lying
from retro_pyramid.editions.windows.edition import VARIATIONS
from retro_pyramid.editions.windows.end_animation import FINALE, STUCK
from retro_pyramid.features.saved_games import load_named, save_as
from retro_pyramid.machine.video import COLUMNS, WIDTH, Video
from retro_pyramid.scenes.sprites import draw
from retro_pyramid.table.game_mode import Referee
from retro_pyramid.table.render.base import TABLE_TEXT
from retro_pyramid.table.render.painter import label, status_line
from retro_pyramid.table.table_spec import TableLook
from retro_pyramid.table.view import Fact, Standing, View, assisted
from retro_pyramid.ui.dialogs import Confirm
from retro_pyramid.ui.drawing import fine, title_bar
from retro_pyramid.ui.lists import Choose, Row

if TYPE_CHECKING:
    from retro_pyramid.table.table_screen import Table

_VARIATION_DESCRIPTIONS = {
    "draw1": "Draw 1   one card at a time, one pass",
    "draw3": "Draw 3   three at a time, no limit",
}


def _draw_text(view: View, display: Video) -> None:
    """Draw the title bar, the stock's label and the status line."""
    stock = len(view.session.state.stock)
    if display.mode == "graphics":
        title_bar(display, -1, 0, COLUMNS + 2, view.dress.caption, view.dress)
        if fine(display):
            draw(display.page, "windows", "right", (WIDTH, 0))
    label(view, display, view.places.stock, f"{stock} card{'' if stock == 1 else 's'}", TABLE_TEXT)
    status_line(view, display)


def _build_status_line(view: View) -> Standing:
    """Return the score, with a note if it is frozen, the options and the deal."""
    session = view.session
    stopped_text = " (scoring stopped)" if session.stopped_at is not None else ""
    score = Fact(f"Score {session.score}{stopped_text}", told=bool(stopped_text))
    return Standing((score, Fact(view.options)), (*assisted(view), Fact(view.deal)))


def _show_variations(table: Table) -> None:
    """Show the list of variations with the current one marked; selecting another one asks, then deals a new game."""
    app, values = table.app, list(VARIATIONS)
    current = table.session.rules.options["variation"]

    def change_variation(value: str) -> None:
        app.options["variation"] = value
        table.run("new")

    def choose(index: int) -> None:
        app.pop()
        value = values[index]
        if value != current:
            question = f"Change from {VARIATIONS[current]} to {VARIATIONS[value]}?"
            app.push(Confirm(app, question, "A new game is dealt", lambda: change_variation(value)))

    choices = [
        Row(
            f"config:variation:{value}",
            f"{'√' if value == current else ' '} {_VARIATION_DESCRIPTIONS[value]}",
            value[-1],
        )
        for value in values
    ]
    texts = ("Variations", "A change deals a new game", "Variation")
    app.push(Choose(app, "variations", texts, choices, choose, values.index(current)))


class _WindowsGameMode(Referee):
    go_on_line = "New game"


TABLE = TableLook(
    graphics=lying("windows", "graphics"),
    text=lying("windows", "text"),
    bar=bar("windows"),
    ground="windows",
    text_ground=(" ", 0x20),
    outline=10,
    highlight="reverse",
    free=frozenset({"undo", "redo"}),
    finale=FINALE,
    signs={"stuck": STUCK},
    referee=lambda: _WindowsGameMode(commands("windows")),
    esc="Main menu",
    standing=_build_status_line,
    words=_draw_text,
    actions={
        "save": save_as,
        "load": load_named,
        "variations": _show_variations,
        "exit": lambda table: table.ways.quit(),
    },
)
