"""The screens of three pair programs and how to come to them."""

from __future__ import annotations

from collections.abc import Iterator

from tests.screens.driver import LAMP
from tests.screens.pair_games import game_that_ends, names
from tests.screens.places_em import DEMOS

Place = tuple[tuple[str, ...], tuple[str, ...]]
HOW = {
    "tilldawn": (("auto_match=off",), "i"),
    "windows": (("variation=draw3",), "t"),
    "relaxed": (("passes=2",), "h"),
}
"""The options with which a program is played to its ends here, and the key of its hint."""


def _at(edition: str, start: str, *more: str) -> tuple[str, ...]:
    return ("--edition", edition, "--start", start, "--deal", "61", *more)


def _over(edition: str, status: str) -> Place:
    """A whole game by the mouse, to its end."""
    options, _ = HOW[edition]
    number, moves = game_that_ends(edition, status, *options)
    lines = []
    for move in moves:
        lines += ["key D"] if move in ("D", "R") else [f"clickon {name}" for name in names(move)]
    chosen = [word for option in options for word in ("--option", option)]
    return ("--edition", edition, "--start", "table", "--deal", str(number), *chosen), (
        *lines,
        "settle",
        "wait 60",
    )


def pair_places() -> Iterator[tuple[str, Place]]:
    """Yield name and place of every screen of these programs."""
    for edition, (_, hint) in HOW.items():
        table = _at(edition, "table")
        yield f"{edition}_intro", (("--edition", edition), ("settle",))
        yield f"{edition}_menu", (_at(edition, "menu"), ())
        yield f"{edition}_table", (table, ("settle",))
        yield f"{edition}_picked", (table, ("settle", "clickon card:72", "move 600 290"))
        yield f"{edition}_hint", (table, ("settle", "key F5", f"key {hint}", "settle", "wait 310"))
        yield f"{edition}_help", (table, ("key F1",))
        yield f"{edition}_won", _over(edition, "won")
        yield f"{edition}_stuck", _over(edition, "stuck")
        yield f"{edition}_lamp", (_at(edition, "table"), ("settle", *LAMP, "settle", "wait 30"))
        yield (
            f"{edition}_replay",
            (("--watch", str(DEMOS / f"{edition}.txt")), ("key RIGHT", "settle", "key END")),
        )
    yield "others", (_at("odm", "menu"), ("key o", "key ENTER"))
    yield (
        "tilldawn_label",
        (
            _at("tilldawn", "table"),
            ("settle", *LAMP[:-2], "key y", "key DOWN", "key w", "key ESC", "wait 40"),
        ),
    )
    leave = ("settle", "clickon stock", "settle", "key ESC")
    other = (*leave, "key DOWN; key ENTER", *leave)
    yield "relaxed_left", (_at("relaxed", "table"), (*other, "clickon menu:go_on"))
    yield "number", (_at("relaxed", "table"), ("settle", "key F6", "text 1234"))
    yield "tilldawn_other", (_at("tilldawn", "table"), ("settle", "key o"))
    yield "tilldawn_example", (_at("tilldawn", "table"), ("key F1", "key PGDN"))
    yield (
        "tilldawn_small",
        (_at("tilldawn", "table"), ("settle", "key c", "clickon card:72", "move 600 290", "wait 310")),
    )
    yield (
        "tilldawn_small_hand",
        (_at("tilldawn", "table"), ("key c", "key UP", *["key D"] * 24, "settle", "wait 310")),
    )
    yield "tilldawn_hand", (_at("tilldawn", "table"), ("key UP", *["key D"] * 24, "settle"))
    yield "windows_game", (_at("windows", "table"), ("settle", "key D", "settle", "key F10"))
    yield (
        "windows_draw3",
        (
            _at("windows", "table", "--option", "variation=draw3"),
            ("settle", "key D", "settle", "key D", "settle", "key u", "settle"),
        ),
    )
    yield (
        "windows_load",
        (
            _at("windows", "table"),
            (
                "settle",
                "key s",
                "text first",
                "key ENTER",
                "key s",
                "text second",
                "key ENTER",
                "key l",
                "key DOWN",
            ),
        ),
    )
    yield "windows_variations", (_at("windows", "table"), ("settle", "key v"))
    yield (
        "windows_popup",
        (_at("windows", "menu"), ("key F1", "key TAB", "key TAB", "key ENTER", "clickon button:tableau")),
    )
