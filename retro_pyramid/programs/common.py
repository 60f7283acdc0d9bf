"""What several programs have alike."""

from retro_pyramid.machine.video import CELL_HEIGHT, CELL_WIDTH, COLUMNS
from retro_pyramid.screens.parts.felt import pyramid_places
from retro_pyramid.screens.parts.motion import Point
from retro_pyramid.screens.record import MenuItem
from retro_pyramid.screens.table.layout import BarMenu, Command

MENU = (
    MenuItem("play", "Play", "play"),
    MenuItem("figures", "Figures", "figures"),
    MenuItem("help", "Help", "help"),
    MenuItem("editions", "Other Pyramids", "editions"),
    MenuItem("setup", "Setup", "setup"),
    MenuItem("quit", "Quit", "quit"),
)
"""The main menu where there is only one way to play."""

TUNES = {
    name: name
    for name in (
        *("title", "deal", "move", "draw", "turn", "redeal", "refuse", "stuck", "win"),
        *("score", "record", "cut"),
    )
}
"""The tunes of the programs without songs of their own, by what happens."""


OTHERS = BarMenu("Programs", (Command("menu:editions", "Other Pyramids...", "editions", (), ""),))
"""The menu of a bar that leads to the other programs."""


def cell(column: int, row: int) -> Point:
    """Return the place of a character cell in picture pixels."""
    return column * CELL_WIDTH, row * CELL_HEIGHT


def text_pyramid(
    top: int, across: int = 10, down: int = 3, width: int = 8, middle: int = COLUMNS // 2
) -> tuple[Point, ...]:
    """Return where the 28 cards lie in text mode, as `pyramid_places` does, all measures in character cells."""
    x, y = cell(middle, top)
    return pyramid_places(x, y, *cell(across, down), width * CELL_WIDTH)
