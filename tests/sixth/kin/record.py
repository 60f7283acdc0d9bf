"""Next of Kin's menu, words and colours."""

from retro_pyramid.programs.common import MENU, TUNES, colours
from retro_pyramid.screens.desert import desert
from retro_pyramid.screens.record import ProgramRecord

RECORD = ProgramRecord(
    id="kin",
    title="Next of Kin",
    issue="No. 7",
    menu=MENU,
    # The title in the evening.
    picture=desert((0, 1, 5, 44, 4, 12, 20, 7, 56, 41, 8, 38, 36, 32, 62, 63)),
    tunes=TUNES,
    dress=colours("kin"),
)
