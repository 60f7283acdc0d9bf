"""Solitaire Till Dawn's Pyramid: what lists tell of it."""

from retro_pyramid.programs.catalog import entry
from retro_pyramid.rules.scoring import GAMES
from retro_pyramid.screens.setting import Numbers

# The scores of a match of six games, each between those that par allows.
ENTRY = entry("tilldawn")._replace(numbers={"tilldawn.match": Numbers(GAMES, -52, 50)})
