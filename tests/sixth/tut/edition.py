"""King Tut's menu, words and colours."""

from retro_pyramid.app.edition_spec import ProgramRecord
from retro_pyramid.editions.default_title import desert
from retro_pyramid.editions.loading import TUNES, facts

RECORD = ProgramRecord(
    **facts("tut"),
    issue="No. 6",
    # The title at noon: gold for violet, sand for crimson.
    picture=desert((0, 1, 46, 44, 4, 62, 20, 7, 56, 57, 8, 38, 60, 32, 62, 63)),
    tunes=TUNES,
)
