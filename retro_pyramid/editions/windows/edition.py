"""The Windows Pyramid: its words, its colours, what it holds against a game."""

from retro_pyramid.app.edition_spec import ProgramRecord
from retro_pyramid.editions.loading import TUNES, facts, tunes
from retro_pyramid.editions.windows.title import TITLE
from retro_pyramid.session import Habits

VARIATIONS = {"draw1": "Draw 1", "draw3": "Draw 3"}

RECORD = ProgramRecord(
    **facts("windows"),
    picture=TITLE,
    option_words={("variation", value): words for value, words in VARIATIONS.items()},
    tunes=TUNES | tunes("windows"),
    # Undo, restart and load stop the scoring here; only what this program did not have counts as help.
    habits=Habits(
        frozenset({"hint", "exact", "auto", "lamp", "winnable"}), frozenset({"undo", "restart", "load"})
    ),
)
