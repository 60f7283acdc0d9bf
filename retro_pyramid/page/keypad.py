"""What the page shows beside the picture for a thumb: the keys of the moment, and what a finger would hit in the picture.

The keys are the screen's own targets that have words; nothing here knows a screen by its name.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from retro_pyramid.machine.targets import target_at
from retro_pyramid.screens.table.table import Table
from retro_pyramid.screens.table.view import STATUS_ROW

if TYPE_CHECKING:
    from retro_pyramid.screens.app import App


def keypad(app: App) -> dict[str, object]:
    """Return the keys of the top screen, each once, what is done most there, and the parts of a table's status line.

    A key has the `id` and the `words` of its target, whether it can be used (`on`), what it is a value `of` and whether
    that is `chosen`, and whether it stands on the bottom line (`hint`). The program must have been drawn.
    """
    top = app.top
    hints = {hint.id for hint in top.hints()}
    targets = {target.id: target for target in reversed(top.targets()) if target.words}
    keys = [
        {
            "id": target.id,
            "words": target.words,
            "on": target.enabled,
            "of": target.of,
            "chosen": target.chosen,
            "hint": target.id in hints,
        }
        for target in reversed(targets.values())
    ]
    line = app.machine.video.text_rows()[STATUS_ROW].replace("\0", " ") if isinstance(top, Table) else ""
    return {"keys": keys, "foremost": top.foremost, "status": re.split(" {2,}", line.strip())}


def bare(app: App, x: int, y: int) -> tuple[int, int] | None:
    """Return width and height, in picture pixels, of the card or pile that a tap at (x, y) means.

    None where it means nothing, or something that has a key.
    """
    target = target_at(app.targets(), x, y) if isinstance(app.top, Table) else None
    return None if target is None or target.words else target.rect[2:]
