"""King Tut's game of three cards at a time: what lists tell of it."""

from retro_pyramid.programs.listing import Listing
from retro_pyramid.screens.setting import ON_OFF, Setting

LISTING = Listing("King Tut's Tomb", command="KINGTUT", settings=(Setting("tut.sound", "Sound", ON_OFF),))
