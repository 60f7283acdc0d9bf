"""King Tut's game of three cards at a time: what lists tell of it."""

from retro_pyramid.programs.catalog import Entry
from retro_pyramid.screens.setting import ON_OFF, Setting

ENTRY = Entry(
    "King Tut's Tomb", command="KINGTUT", settings=(Setting("tut.sound", "Sound", ON_OFF, page="sound"),)
)
