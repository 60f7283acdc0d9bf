"""Specification of Relaxed Pyramid, with one pass or two."""

from retro_pyramid.app.edition_spec import EditionSpec
from retro_pyramid.editions.loading import COMMON_TUNES, load_spec_fields, load_tunes
from retro_pyramid.editions.relaxed.title import TITLE

EDITION = EditionSpec(
    **load_spec_fields("relaxed"),
    title_animation=TITLE,
    option_labels={("passes", "1"): "Relaxed", ("passes", "2"): "Easy"},
    tune_names=COMMON_TUNES | load_tunes("relaxed"),
)
