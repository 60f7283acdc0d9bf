"""Specification of On Disk Monthly #61's Pyramid Solitaire (1991)."""

from retro_pyramid.app.edition_spec import EditionSpec
from retro_pyramid.editions.default_title import create_desert_title, get_dusk_registers
from retro_pyramid.editions.loading import load_spec_fields, load_tunes

EDITION = EditionSpec(
    **load_spec_fields("odm"),
    # The title picture's dusk: sand, violet, crimson, navy, gold and dark red in registers that the cards do not use.
    title_animation=create_desert_title(
        (0, 1, 46, 40, 4, 12, 20, 7, 56, 57, 8, 38, 60, 32, 62, 63), get_dusk_registers
    ),
    menu_activates_on_click=False,
    option_labels={("level", "1"): "Level 1", ("level", "2"): "Level 2"},
    tune_names=load_tunes("odm"),
    high_score_level=lambda rules: int(rules.options["level"]),
)
