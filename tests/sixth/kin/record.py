"""Next of Kin's menu, words and colours."""

from retro_pyramid.programs.common import TUNES, facts
from retro_pyramid.screens.desert import desert
from retro_pyramid.screens.record import ProgramRecord

RECORD = ProgramRecord(
    **facts("kin"),
    issue="No. 7",
    # The title in the evening.
    picture=desert((0, 1, 5, 44, 4, 12, 20, 7, 56, 41, 8, 38, 36, 32, 62, 63)),
    tunes=TUNES,
)
