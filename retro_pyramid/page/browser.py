"""The program inside the browser page: the page's query is the command line, the page shows what is said."""

from __future__ import annotations

import sys

from retro_pyramid.page.links import edition_asked, passed_over, words

_STEPS = (
    *("editions", "formats.pictures.deck", "machine.host", "storage", "app.app", "table.table_screen"),
    *(
        "features.start.navigator",
        "launcher.launcher",
        "launcher.cli_args",
        "launcher.link_repair",
        "cli",
        "storage.config_file",
        "storage.backends.browser_store",
    ),
    *(
        "launcher.stderr_box",
        "formats.native.save_text",
        "storage.unfinished",
        "speech.screen_reader",
        "page.program",
    ),
)


def steps(query: str) -> list[str]:
    """Return the modules that the page imports one after another, with those they need, before it asks for a press.

    The last of them asks Pyxel for the numbers of its keys; the others only name Pyxel.

    >>> steps("?edition=em")[-2]
    'retro_pyramid.editions.em.edition'
    """
    from retro_pyramid.rules import EDITIONS

    asked = edition_asked(query)
    edition = asked if asked in EDITIONS else EDITIONS[0]
    # Pyxel imports ctypes with the first look at a picture's memory.
    last = f"editions.{edition}.edition", "machine.keyboard"
    return ["ctypes", *(f"retro_pyramid.{step}" for step in (*_STEPS, *last))]


def start(query: str) -> None:
    """Run the program in the page with the words of its `query`.

    Once the game has started this never returns: Pyxel gives the page its turn and drops everything on the
    stack, `finally` included.  When it does return, the page shows what the program said.
    """
    from retro_pyramid.cli import main
    from retro_pyramid.launcher.stderr_box import Overheard
    from retro_pyramid.page.program import Page, javascript

    for word in passed_over(query):
        print(f"Passed over in the page's address: {word}")
    said: list[str] = []
    streams = sys.stdout, sys.stderr
    # They stay replaced while the game runs, since nothing below is reached then.
    sys.stdout, sys.stderr = (Overheard(stream, said) for stream in streams)
    try:
        # The system may be set to reduced motion.
        still = ["--still"] if getattr(javascript(), "still", False) else []
        code: object = main([*words(query), *still], Page)
    except SystemExit as end:
        code = end.code
    sys.stdout, sys.stderr = streams
    javascript().said("".join(said).strip(), bool(code))
