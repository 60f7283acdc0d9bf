"""Next of Kin's menu, words and colours."""

from retro_pyramid.app.edition_spec import EditionSpec
from retro_pyramid.editions.default_title import create_desert_title
from retro_pyramid.editions.loading import COMMON_TUNES, load_spec_fields

EDITION = EditionSpec(
    **load_spec_fields("kin"),
    issue="No. 7",
    # The title in the evening.
    title_animation=create_desert_title((0, 1, 5, 44, 4, 12, 20, 7, 56, 41, 8, 38, 36, 32, 62, 63)),
    tune_names=COMMON_TUNES,
)
