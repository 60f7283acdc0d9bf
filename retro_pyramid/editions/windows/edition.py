"""Specification of the Windows Pyramid."""

from retro_pyramid.app.edition_spec import ProgramRecord
from retro_pyramid.editions.loading import TUNES, facts, tunes
from retro_pyramid.editions.windows.title import TITLE
from retro_pyramid.session import Habits

VARIATIONS = {"draw1": "Draw 1", "draw3": "Draw 3"}

EDITION = ProgramRecord(
    **facts("windows"),
    picture=TITLE,
    option_words={("variation", value): words for value, words in VARIATIONS.items()},
    tunes=TUNES | tunes("windows"),
    # Undo, restart and load freeze the score here; only assists that the original lacked mark a game as assisted.
    habits=Habits(
        frozenset({"hint", "exact", "auto", "lamp", "winnable"}), frozenset({"undo", "restart", "load"})
    ),
)
