"""Specification of EM Software's Pyramid for DOS."""

from retro_pyramid.app.edition_spec import EditionSpec, SoundLevel
from retro_pyramid.editions.em.title import TITLE
from retro_pyramid.editions.loading import load_spec_fields, load_tunes
from retro_pyramid.session import AssistPolicy

EDITION = EditionSpec(
    **load_spec_fields("em"),
    # The original had HINT; the exact hint is an addition of this program.
    assist_policy=AssistPolicy(AssistPolicy().marks_assisted - {"hint"}),
    title_animation=TITLE,
    tune_names=load_tunes("em"),
    has_tournaments=True,
    sound_levels=(
        SoundLevel("full", "full", plays_tunes=True, plays_errors=True),
        SoundLevel("partial", "partial", plays_tunes=False, plays_errors=True),
        SoundLevel("off", "off", plays_tunes=False, plays_errors=False),
    ),
    has_hand_pointer=True,
)
