"""The Windows Pyramid: its words, its colours, what it holds against a game."""

from retro_pyramid.programs.common import MENU, TUNES, colours, tunes
from retro_pyramid.programs.windows.title import TITLE
from retro_pyramid.screens.record import ProgramRecord
from retro_pyramid.session import Habits

CAPTION = "Pyramid"
"""The title of the program's windows."""
VARIATIONS = {"draw1": "Draw 1", "draw3": "Draw 3"}

RECORD = ProgramRecord(
    id="windows",
    title="Pyramid for Windows",
    issue="Ver. 3.0",
    menu=MENU,
    picture=TITLE,
    option_words={("variation", value): words for value, words in VARIATIONS.items()},
    tunes=TUNES | tunes("windows"),
    # Undo, restart and load stop the scoring here; only what this program did not have counts as help.
    habits=Habits(
        frozenset({"hint", "exact", "auto", "lamp", "winnable"}), frozenset({"undo", "restart", "load"})
    ),
    dress=colours("windows")._replace(caption=CAPTION),
    bright=colours("windows", "bright colours")._replace(caption=CAPTION),
    first_deals=(2405, 1197, 1089),
)
