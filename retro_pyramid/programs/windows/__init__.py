"""The Windows Pyramid: what lists tell of it."""

from retro_pyramid.programs.catalog import Entry
from retro_pyramid.screens.setting import ON_OFF, Setting

ENTRY = Entry(
    "Pyramid for Windows",
    command="WINPYR",
    settings=(Setting("windows.sound", "Sound", ON_OFF, page="sound"),),
)
