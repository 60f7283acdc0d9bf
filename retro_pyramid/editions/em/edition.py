"""Specification of EM Software's Pyramid for DOS."""

from retro_pyramid.app.edition_spec import ProgramRecord, SoundLevel
from retro_pyramid.editions.em.title import TITLE
from retro_pyramid.editions.loading import facts, tunes
from retro_pyramid.session import Habits

EDITION = ProgramRecord(
    **facts("em"),
    # The original had HINT; the exact hint is an addition of this program.
    habits=Habits(Habits().assists - {"hint"}),
    picture=TITLE,
    tunes=tunes("em"),
    tournaments=True,
    sound_levels=(
        SoundLevel("full", "full", tunes=True, errors=True),
        SoundLevel("partial", "partial", tunes=False, errors=True),
        SoundLevel("off", "off", tunes=False, errors=False),
    ),
    pointing_hand=True,
)
