"""Next of Kin, in which equal and neighbouring ranks go together: what lists tell of it."""

from retro_pyramid.programs.catalog import Entry
from retro_pyramid.screens.setting import ON_OFF, Setting

ENTRY = Entry("Next of Kin", command="KIN", settings=(Setting("kin.sound", "Sound", ON_OFF, page="sound"),))
