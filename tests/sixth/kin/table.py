"""Next of Kin's table: cards are turned one at a time, and the waste is gone through twice."""

from retro_pyramid.editions.loading import commands, lying
from retro_pyramid.table.game_mode import Referee
from retro_pyramid.table.table_spec import TableLook

LOOK = TableLook(
    graphics=lying("kin", "graphics"),
    text=lying("kin", "text"),
    text_ground=(" ", 0x20),
    label=0x2F,
    referee=lambda: Referee(commands("kin")),
)
