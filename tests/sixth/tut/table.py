"""King Tut's table: three cards are turned at a time, and the waste is gone through without end."""

from retro_pyramid.machine.video import WIDTH
from retro_pyramid.programs.common import cell, commands, text_pyramid
from retro_pyramid.screens.parts.felt import pyramid_places
from retro_pyramid.screens.table.layout import Places
from retro_pyramid.screens.table.look import TableLook
from retro_pyramid.screens.table.referee import Referee

LOOK = TableLook(
    graphics=Places(
        slots=pyramid_places(WIDTH // 2, 16, 72, 36, 64),
        stock=(16, 32),
        waste=(96, 32),
        lamp=(3, 12),
        fan=16,
    ),
    text=Places(slots=text_pyramid(0), stock=cell(2, 1), waste=cell(13, 1), lamp=(3, 8), fan=24),
    text_ground=(" ", 0x60),
    label=0x6F,
    referee=lambda: Referee(commands("tut")),
)
