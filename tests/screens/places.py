"""Every screen of the program and how to come to it."""

from collections.abc import Iterator
from pathlib import Path

from tests.programs import TESTS
from tests.screens.driver import LAMP
from tests.screens.places_em import DEMOS, em_places
from tests.screens.places_pairs import pair_places
from tests.scripts.search import cleared_game, stuck_game

Place = tuple[tuple[str, ...], tuple[str, ...]]
"""Words of the command line and script lines."""

_MENU = ("--start", "menu", "--deal", "61")
_WATCH = ("--watch", str(DEMOS / "odm.txt"))
_TABLE = ("--start", "table", "--deal", "61")
_COUNTED = Path(__file__).parent / "figures"
_FIGURES = ("key f; key ENTER",)


def _finished(won: bool) -> Place:
    number, moves = cleared_game() if won else stuck_game()
    lines: list[str] = []
    for move in map(str, moves):
        target = "stock" if move == "D" else f"card:{move}"
        lines.append(f"use {target}")
    return ("--start", "table", "--deal", str(number)), (*lines, "settle")


def places() -> Iterator[tuple[str, Place]]:
    """Yield name and place of every screen; the line `use ID` stands for playing a card or drawing."""
    won, stuck = _finished(True), _finished(False)
    yield "intro", ((), ("settle",))
    yield "menu", (_MENU, ())
    yield "quit", (_MENU, ("key ESC",))
    yield "table", (_TABLE, ("settle",))
    yield "level2", ((*_TABLE, "--level", "2"), ("use card:75", "use stock", "settle"))
    yield "refused", (_TABLE, ("settle", "key ENTER"))
    yield "confirm", (_TABLE, ("settle", "key ESC"))
    yield "new", (_TABLE, ("settle", "key n"))
    yield "restart", (_TABLE, ("settle", "key r"))
    yield "help", (_MENU, ("key F1",))
    yield "help2", (_MENU, ("key F1", "key PGDN"))
    yield "scores", (_MENU, ("key h; key ENTER",))
    yield from _figures()
    yield "won", (won[0], (*won[1], "wait 60"))
    yield "stuck", (stuck[0], (*stuck[1], "wait 60"))
    yield "setup", (_MENU, ("key F8",))
    yield "setup_play", (_TABLE, ("settle", "key F8", "key DOWN"))
    yield "setup_sound", (_MENU, ("key F8", "clickon setup:sound", "key TAB"))
    yield "setup_doors", (_MENU, ("key F8", "clickon setup:doors", "key TAB; key DOWN"))
    yield "setup_own", (("--edition", "em", "--start", "menu"), ("key F8", "clickon setup:own", "key TAB"))
    yield "setup_help", (_MENU, ("key F8", "key F1"))
    yield "setup_cards", (_TABLE, ("settle", "key F8", "key TAB; key HOME; key DOWN", "key TAB"))
    yield (
        "setup_deals",
        (("--setup", "play", "--winnable"), ("key TAB; key DOWN; key DOWN; key DOWN",)),
    )
    yield (
        "setup_words",
        ((*_TABLE, "--video", "cga", "--cga", "5h"), ("settle", "key F8", "clickon setup:display")),
    )
    yield "helps", (_TABLE, ("settle", *LAMP, "key F5", "use card:75", "settle", "wait 310", "key h"))
    yield "replay", (_WATCH, (*("key RIGHT",) * 9, "settle"))
    yield "judged", (("--watch", str(TESTS / "judged/odm.txt")), ("wait 300", "key END; key p"))
    yield "how", (stuck[0], (*stuck[1], "wait 60", "key F9"))
    yield "seek", ((*_MENU, "--winnable"), ("key ENTER",))
    yield "odds", (_TABLE, ("settle", "key F6", "text 15", "key F7", "settle"))
    yield "today", ((*_MENU[:2], "--day", "20261120"), ("key F3", "key DOWN"))
    yield "daily", (("--day", "99991231", "--edition", "windows", "--daily"), ("wait 5",))
    yield "name", (won[0], (*won[1], "key ESC", "text Ann"))
    yield "shell", (("--start", "shell"), ())
    yield "shell_plays", (("--start", "shell"), ("wait 660",))
    yield (
        "shell_sounds",
        (
            ("--start", "shell"),
            ("key i; key ENTER; key END; key ENTER; clickon menu:deal; key ENTER; wait 60",),
        ),
    )
    yield "shell_games", (("--start", "shell"), ("key ENTER",))
    yield "shell_page", (("--start", "shell"), ("key f; key ENTER", "key ENTER", "settle"))
    yield "shell_screens", (("--start", "shell"), ("key i; key ENTER", "key ENTER", "wait 100"))
    yield (
        "shell_article",
        (("--start", "shell"), ("key a; key ENTER", "key ENTER", "settle", "key ENTER", "key ENTER")),
    )
    yield "dos", (("--start", "dos"), ())
    yield "dos_help", (("--start", "dos"), ("text help", "key ENTER", "text pyramid t"))
    yield "board", (won[0], (*won[1], "key ESC", "text Ann", "key ENTER", "settle", "wait 70"))


def _figures() -> Iterator[tuple[str, Place]]:
    """The figures of a file that is brought in: nothing, a few games, some hundred."""
    day = ("--start", "menu", "--day", "20261120")
    some, many = ((f"drop {_COUNTED / name}", "wait 360", *_FIGURES) for name in ("some.sta", "many.sta"))
    yield "figures", (day, _FIGURES)
    yield "figures_some", (day, some)
    yield "figures_many", ((*day, "--level", "2"), (*many, "key LEFT"))
    yield "figures_relaxed", ((*day, "--edition", "relaxed"), many)
    yield "figures_em", ((*day, "--edition", "em"), many)
    yield "figures_windows", ((*day, "--edition", "windows"), some)
    yield "figures_tilldawn", ((*day, "--edition", "tilldawn"), many)
    yield "figures_clear", (day, (*some, "key c"))
    yield "figures_late", (day, (f"drop {_COUNTED / 'late.sta'}", "wait 360", *_FIGURES))
    yield "figures_days", (day, (*some, "key d", "key RIGHT; key DOWN"))
    yield "shared", (("--daily", "--day", "20261120"), ("settle", "use stock", "settle", "key F6", "key F9"))


PLACES = dict(places()) | dict(em_places()) | dict(pair_places())
