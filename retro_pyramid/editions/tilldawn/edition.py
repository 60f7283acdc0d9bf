"""Solitaire Till Dawn's Pyramid: its menu, its words, its colours."""

from retro_pyramid.app.edition_spec import ProgramRecord
from retro_pyramid.editions.loading import TUNES, facts, tunes
from retro_pyramid.editions.tilldawn.title import TITLE

RECORD = ProgramRecord(
    **facts("tilldawn"),
    picture=TITLE,
    tunes=TUNES | tunes("tilldawn"),
    kept={"auto_match": "tilldawn.auto_match"},
)
