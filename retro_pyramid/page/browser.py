"""Starts the program in the page: the page's query is the command line, and the page shows the output."""

from __future__ import annotations

import sys

from retro_pyramid.page.links import args_from_query, edition_from_query, ignored_params

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


def import_order(query: str) -> list[str]:
    """Return the modules that the page imports one by one, with their dependencies, before it asks for a key press.

    The last of them reads Pyxel's key numbers; all others only name Pyxel.

    >>> import_order("?edition=em")[-2]
    'retro_pyramid.editions.em.edition'
    """
    from retro_pyramid.rules import EDITIONS

    requested = edition_from_query(query)
    edition = requested if requested in EDITIONS else EDITIONS[0]
    # Pyxel imports ctypes when the memory of a picture is first accessed.
    last = f"editions.{edition}.edition", "machine.keyboard"
    return ["ctypes", *(f"retro_pyramid.{step}" for step in (*_STEPS, *last))]


def start(query: str) -> None:
    """Run the program in the page with the arguments in its `query`.

    Does not return once the game has started: Pyxel returns control to the page and drops everything on the stack, `finally`
    blocks included. If it returns, the page shows the program's output.
    """
    from retro_pyramid.cli import main
    from retro_pyramid.launcher.stderr_box import TeeStream
    from retro_pyramid.page.program import PageBridge, page_scripts

    for param in ignored_params(query):
        print(f"Passed over in the page's address: {param}")
    output: list[str] = []
    streams = sys.stdout, sys.stderr
    # They stay replaced while the game runs, since nothing below is reached then.
    sys.stdout, sys.stderr = (TeeStream(stream, output) for stream in streams)
    try:
        # The system's setting for reduced motion.
        still = ["--still"] if getattr(page_scripts(), "prefersReducedMotion", False) else []
        code: object = main([*args_from_query(query), *still], PageBridge)
    except SystemExit as end:
        code = end.code
    sys.stdout, sys.stderr = streams
    page_scripts().onExit("".join(output).strip(), bool(code))
