"""Relaxed Pyramid, also known as King Tut or Tut's Tomb: what lists tell of it."""

from retro_pyramid.programs.catalog import Entry
from retro_pyramid.screens.setting import ON_OFF, Setting

ENTRY = Entry(
    "Relaxed Pyramid", command="RELAXED", settings=(Setting("relaxed.sound", "Sound", ON_OFF, page="sound"),)
)
