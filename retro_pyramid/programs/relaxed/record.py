"""Relaxed Pyramid: its menu of one pass or two, its words, its colours."""

from retro_pyramid.programs.common import TUNES, facts, tunes
from retro_pyramid.programs.relaxed.title import TITLE
from retro_pyramid.screens.record import ProgramRecord

RECORD = ProgramRecord(
    **facts("relaxed"),
    picture=TITLE,
    option_words={("passes", "1"): "Relaxed", ("passes", "2"): "Easy"},
    tunes=TUNES | tunes("relaxed"),
)
