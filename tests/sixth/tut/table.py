"""King Tut's table: three cards are turned at a time, and the waste is gone through without end."""

from retro_pyramid.editions.loading import commands, lying
from retro_pyramid.table.game_mode import Referee
from retro_pyramid.table.table_spec import TableLook

LOOK = TableLook(
    graphics=lying("tut", "graphics"),
    text=lying("tut", "text"),
    text_ground=(" ", 0x60),
    label=0x6F,
    referee=lambda: Referee(commands("tut")),
)
