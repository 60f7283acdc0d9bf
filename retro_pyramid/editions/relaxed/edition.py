"""Relaxed Pyramid: its menu of one pass or two, its words, its colours."""

from retro_pyramid.app.edition_spec import ProgramRecord
from retro_pyramid.editions.loading import TUNES, facts, tunes
from retro_pyramid.editions.relaxed.title import TITLE

RECORD = ProgramRecord(
    **facts("relaxed"),
    picture=TITLE,
    option_words={("passes", "1"): "Relaxed", ("passes", "2"): "Easy"},
    tunes=TUNES | tunes("relaxed"),
)
