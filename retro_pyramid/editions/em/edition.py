"""EM Software's Pyramid for DOS: its words, its songs, its colours."""

from retro_pyramid.app.edition_spec import ProgramRecord, SoundLevel
from retro_pyramid.editions.em.title import TITLE
from retro_pyramid.editions.loading import facts, tunes
from retro_pyramid.session import Habits

RECORD = ProgramRecord(
    **facts("em"),
    # The original had HINT; the exact one is ours.
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
