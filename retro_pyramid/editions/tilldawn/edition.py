"""Specification of Solitaire Till Dawn's Pyramid."""

from retro_pyramid.app.edition_spec import EditionSpec
from retro_pyramid.editions.loading import COMMON_TUNES, load_spec_fields, load_tunes
from retro_pyramid.editions.tilldawn.title import TITLE

EDITION = EditionSpec(
    **load_spec_fields("tilldawn"),
    title_animation=TITLE,
    tune_names=COMMON_TUNES | load_tunes("tilldawn"),
    stored_options={"auto_match": "tilldawn.auto_match"},
)
