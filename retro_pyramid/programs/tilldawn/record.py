"""Solitaire Till Dawn's Pyramid: its menu, its words, its colours."""

from retro_pyramid.programs.common import MENU, TUNES, colours, menu, tunes
from retro_pyramid.programs.tilldawn.title import TITLE
from retro_pyramid.screens.record import ProgramRecord

RECORD = ProgramRecord(
    id="tilldawn",
    title="Solitaire Till Dawn",
    department="NIGHT",
    issue="Pyramid",
    menu=(*menu("tilldawn"), *MENU[1:]),
    picture=TITLE,
    tunes=TUNES | tunes("tilldawn"),
    palette=(0, 1, 2, 8, 4, 40, 20, 7, 56, 57, 58, 59, 60, 12, 62, 63),
    kept={"auto_match": "tilldawn.auto_match"},
    dress=colours("tilldawn"),
    first_deals=(99, 120, 155),
)
