"""Relaxed Pyramid: its menu of one pass or two, its words, its colours."""

from retro_pyramid.programs.common import MENU, TUNES, colours, menu, tunes
from retro_pyramid.programs.relaxed.title import TITLE
from retro_pyramid.screens.record import ProgramRecord

RECORD = ProgramRecord(
    id="relaxed",
    title="Relaxed Pyramid",
    issue="Tut's Tomb",
    menu=(*menu("relaxed"), *MENU[1:]),
    picture=TITLE,
    option_words={("passes", "1"): "Relaxed", ("passes", "2"): "Easy"},
    tunes=TUNES | tunes("relaxed"),
    palette=(0, 1, 2, 3, 4, 32, 20, 7, 56, 57, 58, 59, 60, 61, 62, 63),
    dress=colours("relaxed"),
    first_deals=(539, 1246, 2137),
)
