"""On Disk Monthly #61's Pyramid Solitaire (1991): what lists tell of it."""

from retro_pyramid.programs.catalog import Entry
from retro_pyramid.screens.setting import Setting

ENTRY = Entry(
    "On Disk Monthly's Pyramid",
    command="PYRAMID",
    settings=(
        Setting(
            "odm.sound", "Sound", (("off", "No"), ("on", "Yes")), "on", "F2 does the same everywhere", "sound"
        ),
    ),
)
