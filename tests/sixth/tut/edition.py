"""King Tut's menu, words and colours."""

from retro_pyramid.app.edition_spec import EditionSpec
from retro_pyramid.editions.default_title import create_desert_title
from retro_pyramid.editions.loading import COMMON_TUNES, load_spec_fields

EDITION = EditionSpec(
    **load_spec_fields("tut"),
    issue="No. 6",
    # The title at noon: gold for violet, sand for crimson.
    title_animation=create_desert_title((0, 1, 46, 44, 4, 62, 20, 7, 56, 57, 8, 38, 60, 32, 62, 63)),
    tune_names=COMMON_TUNES,
)
