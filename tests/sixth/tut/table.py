"""King Tut's table: three cards are turned at a time, and the waste is gone through without end."""

from retro_pyramid.programs.common import commands, lying
from retro_pyramid.screens.table.look import TableLook
from retro_pyramid.screens.table.referee import Referee

LOOK = TableLook(
    graphics=lying("tut", "graphics"),
    text=lying("tut", "text"),
    text_ground=(" ", 0x60),
    label=0x6F,
    referee=lambda: Referee(commands("tut")),
)
