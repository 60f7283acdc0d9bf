"""Solitaire Till Dawn's Pyramid: what lists tell of it."""

from retro_pyramid.programs.catalog import Entry
from retro_pyramid.rules.scoring import GAMES
from retro_pyramid.screens.setting import ON_OFF, Numbers, Setting

ENTRY = Entry(
    "Solitaire Till Dawn",
    command="TILLDAWN",
    settings=(
        Setting("tilldawn.auto_match", "Auto-Match", ON_OFF),
        Setting("tilldawn.cards", "Cards", (("large", "Large"), ("small", "Small")), page="cards"),
        Setting("tilldawn.sound", "Sound", ON_OFF, page="sound"),
    ),
    # The scores of a match of six games, each between those that par allows.
    numbers={"tilldawn.match": Numbers(GAMES, -52, 50)},
)
