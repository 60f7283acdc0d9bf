"""EM Software's Pyramid for DOS: its words, its songs, its colours."""

from retro_pyramid.programs.common import MENU
from retro_pyramid.programs.em.title import TITLE
from retro_pyramid.screens.parts.look import Dress
from retro_pyramid.screens.record import ProgramRecord, SoundLevel
from retro_pyramid.session import Habits

RECORD = ProgramRecord(
    id="em",
    # The original had HINT; the exact one is ours.
    habits=Habits(Habits().assists - {"hint"}),
    title="EM's Pyramid",
    department="GAMES",
    issue="DOS",
    menu=MENU,
    picture=TITLE,
    option_words={},
    tunes={
        "title": "title_em",
        "deal": "em_start",
        "move": "em_pair",
        "draw": "em_draw",
        "turn": "turn",
        "redeal": "redeal",
        "refuse": "em_beep",
        "win": "win_em",
        "computer_won": "em_computer",
        "stuck": "em_lost",
        "match_won": "em_tour_won",
        "match_lost": "em_tour_lost",
        "record": "em_record",
        "cut": "cut",
    },
    palette=(*range(6), 20, 7, *range(56, 64)),
    resumes=True,
    tournaments=True,
    sound_setting="em.sound",
    sound_levels=(
        SoundLevel("full", "full", True, True),
        SoundLevel("partial", "partial", False, True),
        SoundLevel("off", "off", False, False),
    ),
    songs=frozenset({"title", "deal", "win", "stuck", "match_won", "match_lost", "record"}),
    pointing_hand=True,
    dress=Dress(
        paper=0x30,
        dim=0x31,
        frame=0x3F,
        title=0x1F,
        bar=0x1F,
        hot=0x1F,
        key=0x1F,
        word=0x30,
        notice=0x4F,
        field=0x1F,
        joy=0x1E,
        off=0x31,
    ),
    first_deals=(12, 168, 85),
)
