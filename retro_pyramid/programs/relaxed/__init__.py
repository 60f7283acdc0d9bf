"""Relaxed Pyramid, also known as King Tut or Tut's Tomb: what lists tell of it."""

from retro_pyramid.programs.listing import Listing
from retro_pyramid.screens.setting import ON_OFF, Setting

LISTING = Listing("Relaxed Pyramid", command="RELAXED", settings=(Setting("relaxed.sound", "Sound", ON_OFF),))
