"""EM Software's Pyramid for DOS: what lists tell of it."""

from retro_pyramid.programs.catalog import Entry
from retro_pyramid.screens.setting import Setting

_YES_NO = (("yes", "Yes"), ("no", "No"))

ENTRY = Entry(
    "EM's Pyramid",
    command="EMPYR",
    settings=(
        Setting("em.mouse", "Mouse", (*_YES_NO, ("ask", "Ask")), "ask"),
        Setting(
            "em.sound", "Sound", (("full", "Full"), ("partial", "Partial"), ("off", "Off")), page="sound"
        ),
        Setting("em.speed", "Speed", (("slow", "Slow"), ("medium", "Medium"), ("fast", "Fast")), "medium"),
        Setting("em.error_messages", "Error Messages", _YES_NO),
        # Original: no default is given.  Here: it is no.
        Setting("em.use_same_deck", "Use Same Deck", _YES_NO, "no"),
        Setting(
            "em.pairs",
            "Pairs",
            (("glide", "Glide"), ("vanish", "As in 1990")),
            note="What becomes of cards that are taken",
        ),
    ),
    switches={
        "-mouse": ("em.mouse", "yes"),
        "-nomouse": ("em.mouse", "no"),
        "-ask": ("em.mouse", "ask"),
        "-fullsound": ("em.sound", "full"),
        "-partsound": ("em.sound", "partial"),
        "-nosound": ("em.sound", "off"),
        "-slow": ("em.speed", "slow"),
        "-medium": ("em.speed", "medium"),
        "-fast": ("em.speed", "fast"),
        "-errormsgon": ("em.error_messages", "yes"),
        "-errormsgoff": ("em.error_messages", "no"),
    },
)
