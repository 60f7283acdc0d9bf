"""Specification of the Windows Pyramid."""

from retro_pyramid.app.edition_spec import EditionSpec
from retro_pyramid.editions.loading import COMMON_TUNES, load_spec_fields, load_tunes
from retro_pyramid.editions.windows.title import TITLE
from retro_pyramid.session import AssistPolicy

VARIATION_LABELS = {"draw1": "Draw 1", "draw3": "Draw 3"}

EDITION = EditionSpec(
    **load_spec_fields("windows"),
    title_animation=TITLE,
    option_labels={("variation", value): words for value, words in VARIATION_LABELS.items()},
    tune_names=COMMON_TUNES | load_tunes("windows"),
    # Undo, restart and load freeze the score here; only assists that the original lacked mark a game as assisted.
    assist_policy=AssistPolicy(
        frozenset({"hint", "exact", "auto", "lamp", "winnable"}), frozenset({"undo", "restart", "load"})
    ),
)
