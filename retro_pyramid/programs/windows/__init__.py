"""The Windows Pyramid: what lists tell of it."""

from retro_pyramid.programs.listing import Listing
from retro_pyramid.screens.setting import ON_OFF, Setting

LISTING = Listing(
    "Pyramid for Windows", command="WINPYR", settings=(Setting("windows.sound", "Sound", ON_OFF),)
)
