"""On Disk Monthly #61's Pyramid Solitaire (1991): its menu, its words, its colours."""

from retro_pyramid.app.edition_spec import ProgramRecord
from retro_pyramid.editions.default_title import desert, dusk
from retro_pyramid.editions.loading import facts, tunes

RECORD = ProgramRecord(
    **facts("odm"),
    # The title picture's dusk: sand, violet, crimson, navy, gold and dark red in the registers the cards leave free.
    picture=desert((0, 1, 46, 40, 4, 12, 20, 7, 56, 57, 8, 38, 60, 32, 62, 63), dusk),
    one_click=False,
    option_words={("level", "1"): "Level 1", ("level", "2"): "Level 2"},
    tunes=tunes("odm"),
    board_level=lambda rules: int(rules.options["level"]),
)
