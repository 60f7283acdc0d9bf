"""What the page shows beside the picture for a thumb: the keys of the moment, and what a finger would hit in the picture.

The keys are the screen's own targets that have words; nothing here knows a screen by its name.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from retro_pyramid.machine.targets import target_at
from retro_pyramid.screens.boxes.list_box import ListScreen
from retro_pyramid.screens.table.table import Table

if TYPE_CHECKING:
    from retro_pyramid.screens.app import App


def keypad(app: App) -> dict[str, object]:
    """Return the keys of the top screen, what is done most there, and a table's parts of its status line."""
    view = app.top.view()
    status = [fact.words for side in view.standing for fact in side] if view else []
    return {"keys": keys(app), "foremost": app.top.foremost, "status": status}


def keys(app: App) -> list[dict[str, object]]:
    """Return the keys of the top screen, each once.

    A key has the `id` and the `words` of its target, whether it can be used (`on`), what it is a value `of` and whether
    that is `chosen`, and whether it stands on the bottom line (`hint`).
    """
    top = app.top
    hints = {hint.id for hint in top.hints()}
    targets = {target.id: target for target in reversed(top.targets()) if target.words}
    # What is said twice needs one key: in a list the row, elsewhere the hint.
    first = [target for target in targets.values() if (target.id in hints) != isinstance(top, ListScreen)]
    said = {target.words for target in first}
    return [
        {
            "id": target.id,
            "words": target.words,
            "on": target.enabled,
            "of": target.of,
            "chosen": target.chosen,
            "hint": target.id in hints,
        }
        for target in reversed(targets.values())
        if target in first or target.words not in said
    ]


def bare(app: App, x: int, y: int) -> tuple[int, int] | None:
    """Return width and height, in picture pixels, of the card or pile that a tap at (x, y) means.

    None where it means nothing, or something that has a key.
    """
    target = target_at(app.targets(), x, y) if isinstance(app.top, Table) else None
    return None if target is None or target.words else target.rect[2:]
