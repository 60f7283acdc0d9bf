"""The Windows table: a window with its menus, cards in reverse, undo without end, games saved by name."""

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

_TURNED = {"draw1": "Draw 1   one card at a time, one pass", "draw3": "Draw 3   three at a time, no limit"}


def _words(view: View, video: Video) -> None:
    stock = len(view.session.state.stock)
    if video.mode == "graphics":
        title_bar(video, -1, 0, COLUMNS + 2, view.dress.caption, view.dress)
        if fine(video):
            draw(video.page, "windows", "right", (WIDTH, 0))
    label(view, video, view.places.stock, f"{stock} card{'' if stock == 1 else 's'}", TABLE_TEXT)
    status_line(view, video)


def _standing(view: View) -> Standing:
    session = view.session
    stopped = " (scoring stopped)" if session.stopped_at is not None else ""
    score = Fact(f"Score {session.score}{stopped}", told=bool(stopped))
    return Standing((score, Fact(view.options)), (*assisted(view), Fact(view.deal)))


def _variations(table: Table) -> None:
    """Show the variations, the one being played marked; another one asks, then deals."""
    app, values = table.app, list(VARIATIONS)
    now = table.session.rules.options["variation"]

    def change(value: str) -> None:
        app.options["variation"] = value
        table.run("new")

    def take(at: int) -> None:
        app.pop()
        value = values[at]
        if value != now:
            question = f"Change from {VARIATIONS[now]} to {VARIATIONS[value]}?"
            app.push(Confirm(app, question, "A new game is dealt", lambda: change(value)))

    choices = [
        Row(f"config:variation:{value}", f"{'√' if value == now else ' '} {_TURNED[value]}", value[-1])
        for value in values
    ]
    words = ("Variations", "A change deals a new game", "Variation")
    app.push(Choose(app, "variations", words, choices, take, values.index(now)))


class _Window(Referee):
    go_on_line = "New game"


LOOK = TableLook(
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
    referee=lambda: _Window(commands("windows")),
    esc="Main menu",
    standing=_standing,
    words=_words,
    actions={
        "save": save_as,
        "load": load_named,
        "variations": _variations,
        "exit": lambda table: table.ways.quit(),
    },
)
