"""Solitaire Till Dawn's Pyramid: its menu, its words, its colours."""

from retro_pyramid.programs.common import TUNES
from retro_pyramid.programs.tilldawn.title import TITLE
from retro_pyramid.screens.parts.look import Dress
from retro_pyramid.screens.record import MenuItem, ProgramRecord

RECORD = ProgramRecord(
    id="tilldawn",
    title="Solitaire Till Dawn",
    department="NIGHT",
    issue="Pyramid",
    menu=(
        MenuItem(
            "play", "Play for par", "play", note="Six games make a match, a total of 0 or more makes par"
        ),
        MenuItem("figures", "Figures", "figures"),
        MenuItem("help", "Help", "help"),
        MenuItem("editions", "Other Pyramids", "editions"),
        MenuItem("setup", "Setup", "setup"),
        MenuItem("quit", "Quit", "quit"),
    ),
    picture=TITLE,
    option_words={},
    tunes={
        **TUNES,
        "title": "title_tilldawn",
        "win": "win_tilldawn",
        "match_won": "par_made",
        "match_lost": "par_missed",
    },
    sound_setting="tilldawn.sound",
    palette=(0, 1, 2, 8, 4, 40, 20, 7, 56, 57, 58, 59, 60, 12, 62, 63),
    resumes=True,
    kept={"auto_match": "tilldawn.auto_match"},
    dress=Dress(
        paper=0x70,
        dim=0x78,
        frame=0x70,
        title=0x71,
        bar=0x0F,
        hot=0x71,
        key=0x0F,
        word=0x07,
        notice=0x4F,
        field=0x0F,
        joy=0x60,
    ),
    first_deals=(99, 120, 155),
)
