"""Solitaire Till Dawn's Pyramid: its menu, its words, its colours."""

from retro_pyramid.programs.common import TUNES, facts, tunes
from retro_pyramid.programs.tilldawn.title import TITLE
from retro_pyramid.screens.record import ProgramRecord

RECORD = ProgramRecord(
    **facts("tilldawn"),
    picture=TITLE,
    tunes=TUNES | tunes("tilldawn"),
    kept={"auto_match": "tilldawn.auto_match"},
)
