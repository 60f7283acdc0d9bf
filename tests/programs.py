"""The programs as tests go through them, and what tests must be told of each.

A new one is in every test once it has its line in `DATA`; `tests/test_programs.py` says in one message all that it lacks.
"""

from pathlib import Path
from typing import NamedTuple

from retro_pyramid.editions import EDITION_INFO as ENTRIES
from retro_pyramid.editions import load_edition, load_table_spec
from retro_pyramid.rules.editions import ALL_RULES

TESTS = Path(__file__).parent
DEMOS = TESTS.parent / "assets" / "demos"
"""The recorded games."""


class Data(NamedTuple):
    """What no test can find out: the clicks that lead from the table to Setup and to the box of a deal's number, and a
    deal that can be won; `easier` are the options under which one is soon found."""

    setup: str
    number: str
    winnable: int
    easier: tuple[str, ...] = ()


DATA = {
    "odm": Data("clickon button:setup", "clickon button:number", 0),
    "tilldawn": Data("clickon menu:other; clickon menu:setup", "clickon menu:game; clickon menu:number", 3),
    "windows": Data(
        *("clickon menu:game; clickon menu:setup", "clickon menu:game; clickon menu:number", 203),
        easier=("--option", "variation=draw3"),
    ),
    "relaxed": Data("clickon button:setup", "clickon button:number", 203, ("--option", "passes=2")),
    "em": Data("clickon button:setup", "clickon button:number", 2),
}
PROGRAMS = tuple(name for name in ENTRIES if name in DATA)
PAIR_PROGRAMS = tuple(name for name in PROGRAMS if load_table_spec(name).input_rules.style == "pair")
DEALT_BY_CLICK = tuple(name for name in PAIR_PROGRAMS if load_table_spec(name).input_rules.click_stock_draws)
"""Pair programs whose stock deals when it is clicked."""
RULE_SETS = tuple(rules for rules in ALL_RULES if rules.edition in DATA)


def missing(name: str) -> list[str]:
    hints = (TESTS / "solver" / "frozen.txt").read_text(encoding="utf-8")
    wanted = {
        "clicks and a deal in DATA, tests/programs.py": name in DATA,
        "three gentle deals for newcomers: `first_deals` of its record": len(load_edition(name).first_deals)
        == 3,
        "its hints in tests/solver/frozen.txt: `python -m tests.solver.frozen`": f"hints {name}" in hints,
    }
    for file, mark in (
        ("games.jsonl", f'"{name}"'),
        ("perft.jsonl", f'"{name}"'),
        ("days.txt", f"\n{name} "),
    ):
        text = (TESTS / "vectors" / file).read_text(encoding="utf-8")
        wanted[f"rows in tests/vectors/{file}"] = mark in text
    for file in (f"saves/v1-{name}.pyr", f"golden/speech/{name}.txt", f"../web/shots/first_{name}.png"):
        wanted[f"tests/{file}".replace("tests/../", "")] = (TESTS / file).is_file()
    return [what for what, there in wanted.items() if not there]
