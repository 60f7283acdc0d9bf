"""The programs as tests go through them, all of them and those of one manner: a new one is in every such test."""

from retro_pyramid.programs import PROGRAMS as ENTRIES
from retro_pyramid.programs import look

PROGRAMS = tuple(ENTRIES)
PAIR_PROGRAMS = tuple(name for name in PROGRAMS if look(name).manner.kind == "pair")
DEALT_BY_CLICK = tuple(name for name in PAIR_PROGRAMS if look(name).manner.stock_deals)
"""Pair programs whose stock deals when it is clicked."""
