"""Next of Kin's table: cards are turned one at a time, and the waste is gone through twice."""

from retro_pyramid.machine.video import WIDTH, Image
from retro_pyramid.programs.common import cell, text_pyramid
from retro_pyramid.screens.parts.felt import plain_ground, pyramid_places
from retro_pyramid.screens.table.layout import Command, Places
from retro_pyramid.screens.table.look import TableLook
from retro_pyramid.screens.table.referee import Referee

_COMMANDS = (
    Command("button:draw", "Draw", "draw", ("D",), "D"),
    Command("button:new", "New", "new", ("N",), "N"),
    Command("button:helps", "Helps", "helps", ("F5",), "F5"),
    Command("button:setup", "Setup", "setup", ("F8",), "F8"),
    Command("button:undo", "Undo", "undo", ("U", "F3"), "U"),
    Command("button:redo", "Redo", "redo", ("Y", "F4")),
    Command("button:hint", "Hint", "hint", ("H",), "H"),
    Command("button:number", "Deal", "number", ("F6",)),
    Command("button:help", "Help", "help", ("F1", "?"), "F1"),
)


def _ground() -> Image:
    return plain_ground(2)


LOOK = TableLook(
    graphics=Places(
        slots=pyramid_places(WIDTH // 2, 16, 72, 36, 64),
        stock=(16, 32),
        waste=(96, 32),
        lamp=(3, 12),
        fan=16,
    ),
    text=Places(slots=text_pyramid(0), stock=cell(2, 1), waste=cell(13, 1), lamp=(3, 8), fan=24),
    ground=_ground,
    text_ground=(" ", 0x20),
    label=0x2F,
    referee=lambda: Referee(_COMMANDS),
)
