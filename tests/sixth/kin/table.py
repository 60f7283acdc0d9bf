"""Next of Kin's table: cards are turned one at a time, and the waste is gone through twice."""

from retro_pyramid.programs.common import commands, lying
from retro_pyramid.screens.table.look import TableLook
from retro_pyramid.screens.table.referee import Referee

LOOK = TableLook(
    graphics=lying("kin", "graphics"),
    text=lying("kin", "text"),
    text_ground=(" ", 0x20),
    label=0x2F,
    referee=lambda: Referee(commands("kin")),
)
