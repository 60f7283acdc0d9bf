"""Next of Kin's menu, words and colours."""

from retro_pyramid.app.edition_spec import ProgramRecord
from retro_pyramid.editions.default_title import desert
from retro_pyramid.editions.loading import TUNES, facts

RECORD = ProgramRecord(
    **facts("kin"),
    issue="No. 7",
    # The title in the evening.
    picture=desert((0, 1, 5, 44, 4, 12, 20, 7, 56, 41, 8, 38, 36, 32, 62, 63)),
    tunes=TUNES,
)
