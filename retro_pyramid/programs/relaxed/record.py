"""Relaxed Pyramid: its menu of one pass or two, its words, its colours."""

from retro_pyramid.programs.common import TUNES
from retro_pyramid.programs.relaxed.title import TITLE
from retro_pyramid.screens.parts.look import Dress
from retro_pyramid.screens.record import MenuItem, ProgramRecord

RECORD = ProgramRecord(
    id="relaxed",
    title="Relaxed Pyramid",
    department="GAMES",
    issue="Tut's Tomb",
    menu=(
        MenuItem(
            "relaxed", "Relaxed: 1 pass", "play", {"passes": "1"}, "Relaxed: you go through the stock once"
        ),
        MenuItem("easy", "Easy: 2 passes", "play", {"passes": "2"}, "Easy: you go through the stock twice"),
        MenuItem("figures", "Figures", "figures"),
        MenuItem("help", "Help", "help"),
        MenuItem("editions", "Other Pyramids", "editions"),
        MenuItem("setup", "Setup", "setup"),
        MenuItem("quit", "Quit", "quit"),
    ),
    picture=TITLE,
    option_words={("passes", "1"): "Relaxed", ("passes", "2"): "Easy"},
    tunes={**TUNES, "title": "title_relaxed", "win": "win_relaxed"},
    sound_setting="relaxed.sound",
    palette=(0, 1, 2, 3, 4, 32, 20, 7, 56, 57, 58, 59, 60, 61, 62, 63),
    resumes=True,
    dress=Dress(
        paper=0x4F,
        dim=0x47,
        frame=0x4E,
        title=0x4E,
        bar=0x0E,
        hot=0x4E,
        key=0x0E,
        word=0x07,
        notice=0x0E,
        field=0x0F,
        joy=0x6E,
        # The usual one is among the registers that flicker.
        off=0x06,
    ),
    first_deals=(539, 1246, 2137),
)
