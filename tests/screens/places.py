"""Every screen of the program and how to come to it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from retro_pyramid.cards import deal
from retro_pyramid.rules import parse_move
from retro_pyramid.session import Session
from tests.programs import DEMOS, PROGRAMS, TESTS
from tests.screens.driver import LAMP, Game
from tests.screens.em import ASKING, MOUSE, RULES, keys, played
from tests.screens.pair_games import game_that_ends, names
from tests.scripts.search import cleared_game, stuck_game
from tests.tables import table

Place = tuple[tuple[str, ...], tuple[str, ...]]
"""Words of the command line and script lines; the line `use ID` stands for playing a card or drawing."""
_SHORT = {
    "DEAL": "--start table --deal 61",
    "SHELL": "--start shell",
    "LAMP": "; ".join(LAMP),
    "SLOW": "; ".join(LAMP[:-2]),
    "LEAVE": "clickon stock; settle; key ESC",
    "DRAWS": "; ".join(["key D"] * 24),
    "draws": "; ".join(["key d"] * 24),
}


def _place(words: str, lines: str, *more: str) -> Place:
    """A place as it is written down: words, and lines between semicolons."""
    for short, meant in _SHORT.items():
        words, lines = words.replace(short, meant), lines.replace(short, meant)
    return (*words.split(), *more), tuple(lines.split("; ") if lines else ())


def _read(name: str, *more: str) -> Iterator[tuple[str, Place]]:
    for place, words, lines in table(__file__, name):
        yield place, _place(words, lines, *more)


def _after(place: Place, lines: str) -> Place:
    return place[0], (*place[1], *lines.split("; "))


_PLAYED = {
    "tilldawn": ("auto_match=off", "i"),
    "windows": ("variation=draw3", "t"),
    "relaxed": ("passes=2", "h"),
}
"""The option with which a program is played to its ends here, and the key of its hint."""


def _finished(won: bool) -> Place:
    number, moves = cleared_game() if won else stuck_game()
    lines = ["use stock" if move == "D" else f"use card:{move}" for move in map(str, moves)]
    return ("--start", "table", "--deal", str(number)), (*lines, "settle")


def _over(edition: str, status: str) -> Place:
    """A whole game by the mouse, to its end."""
    option, _ = _PLAYED[edition]
    number, moves = game_that_ends(edition, status, option)
    lines: list[str] = []
    for move in moves:
        lines += ["key D"] if move in ("D", "R") else [f"clickon {name}" for name in names(move)]
    words = ("--edition", edition, "--start", "table", "--deal", str(number), "--option", option)
    return words, (*lines, "settle", "wait 60")


def _champion() -> str:
    """Lines of a tournament of two: one wins her first game, the others are scored as they are dealt."""
    *moves, last = map(keys, played(1001)[0])
    begin = "key t; key h; text Ann; key ENTER; text Bob; key ENTER; settle; wait 2; key SPACE"
    # Before her last move the pyramid is cleared, and whether to score is asked.
    first = (begin, *moves, "settle; wait 3; key n", last, "settle; wait 3")
    return "; ".join([*first, *["key ENTER; settle; wait 3; key SPACE; key F7; key y; wait 3"] * 11])


def _above_par() -> str:
    """Lines of a tournament that is above par, till its total stands in the Top 10 as a new record."""
    lines = ["settle; key t; key n; text Ann; key ENTER; settle; wait 2"]
    for number in range(1001, 1007):
        session, offered = Session(RULES, deal(number), number), False
        for move in played(number)[0]:
            session.play_move(parse_move(move))
            lines.append(keys(move))
            if session.state.cleared_pass is not None and session.status == "playing" and not offered:
                # Whether to score is asked, once.
                offered = True
                lines.append("settle; wait 3; key n")
        lines.append("settle; wait 3; key ENTER; settle; wait 3")
    # The last Enter has led from the cup to the board, where the name is cut by now.
    return "; ".join([*lines, "wait 40"])


def _figures() -> Iterator[tuple[str, Place]]:
    """The figures of a file that is brought in: nothing, a few games, some hundred."""
    for name, file, words, lines in [
        ("figures", "", "", ""),
        ("figures_some", "some", "", ""),
        ("figures_many", "many", "--level 2", "key LEFT"),
        ("figures_relaxed", "many", "--edition relaxed", ""),
        ("figures_em", "many", "--edition em", ""),
        ("figures_windows", "some", "--edition windows", ""),
        ("figures_tilldawn", "many", "--edition tilldawn", ""),
        ("figures_clear", "some", "", "key c"),
        ("figures_late", "late", "", ""),
        ("figures_days", "some", "", "key d; key RIGHT; key DOWN"),
    ]:
        brought = f"drop {Path(__file__).parent / 'figures' / file}.sta; wait 360; " if file else ""
        act = f"{brought}key f; key ENTER{'; ' if lines else ''}{lines}"
        yield name, _place(f"--start menu --day 20261120 {words}", act)


def _of_odm() -> Iterator[tuple[str, Place]]:
    won, stuck = _finished(True), _finished(False)
    yield from _read("odm")
    yield from _figures()
    yield "won", _after(won, "wait 60")
    yield "stuck", _after(stuck, "wait 60")
    yield "how", _after(stuck, "wait 60; key F9")
    yield "name", _after(won, "key ESC; text Ann")
    yield "board", _after(won, "key ESC; text Ann; key ENTER; settle; wait 70")
    yield "replay", (("--watch", str(DEMOS / "odm.txt")), (*["key RIGHT"] * 9, "settle"))
    yield "judged", (("--watch", str(TESTS / "judged/odm.txt")), ("wait 300", "key END", "key p"))


def _of_em() -> Iterator[tuple[str, Place]]:
    for name, (words, lines) in _read("em", *MOUSE):
        yield name, (words, ("settle", *lines))
    yield "em_ask", (ASKING, ("settle", "wait 1"))
    # A game that is lost, of a deal that could have been won.
    lost = ("settle", *map(keys, played(13)[0]), "settle", "wait 60")
    yield "em_lost", ((*MOUSE[:-3], "13", *MOUSE[-2:]), lost)
    replay = ("key RIGHT", "settle", "wheel -1", "settle")
    yield "em_replay", (("--watch", str(DEMOS / "em.txt")), replay)
    yield "em_over", (MOUSE, ("settle", *map(keys, played(61)[0]), "settle", "wait 60"))
    yield "em_champion", (MOUSE, ("settle", _champion(), "settle"))
    # Behind it the name is laid, which takes its time.
    yield "em_intro", (("--edition", "em"), ("settle",))
    yield "em_menu", (("--edition", "em", "--start", "menu"), ("wait 100",))


def _of_pairs() -> Iterator[tuple[str, Place]]:
    for edition, (_, hint) in _PLAYED.items():
        words = f"--edition {edition} DEAL"
        for name, lines in {
            "table": "settle",
            "picked": "settle; clickon card:72; move 600 290",
            "hint": f"settle; key F5; key {hint}; settle; wait 310",
            "help": "key F1",
            "lamp": "settle; LAMP; settle; wait 30",
        }.items():
            yield f"{edition}_{name}", _place(words, lines)
        yield f"{edition}_intro", _place(f"--edition {edition}", "settle")
        yield f"{edition}_menu", _place(f"--edition {edition} --start menu --deal 61", "")
        yield f"{edition}_won", _over(edition, "won")
        yield f"{edition}_stuck", _over(edition, "stuck")
        replay = ("key RIGHT", "settle", "key END")
        yield f"{edition}_replay", (("--watch", str(DEMOS / f"{edition}.txt")), replay)
    yield from _read("pairs")


def _march(won: str, ticks: int = 60) -> Place:
    """The winners on their way, some of them there."""
    words, lines = PLACES[won]
    return words, (*lines[:-2], f"wait {ticks}")


PLACES: dict[str, Place] = dict([*_of_odm(), *_of_em(), *_of_pairs()])
MOVING: dict[str, Place] = {
    **dict(_read("moving")),
    "moving_cut": (PLACES["board"][0], (*PLACES["board"][1][:-2], "wait 12")),
    "moving_march": _march("won"),
    "moving_march_tilldawn": _march("tilldawn_won"),
    "moving_march_relaxed": _march("relaxed_won", 270),
    "moving_march_em": _march("em_over", 300),
    "moving_march_windows": _march("windows_won", 160),
}
"""Cards on their way: some frames of what else is only seen when all of it lies."""
_MATCH = ("--edition", "tilldawn", "--start", "table", "--deal", "61")
_NOW = ("clickon card:73", "key n", "settle", "wait 60")
ENDS: dict[str, Place] = {
    "em_record": (MOUSE, (_above_par(),)),
    "match_won": (_MATCH, ("settle", "set tilldawn.match 11 10 10 10 10", *_NOW)),
    "match_lost": (_MATCH, ("settle", "set tilldawn.match -10 -10 -10 -10 -10", *_NOW)),
}
"""What ends more than a game."""
RACES: dict[str, Place] = {
    f"race_{edition}": (
        ("--watch", str(DEMOS / f"{edition}.txt"), "--friend", "Ann", "-mouse"),
        ("key ENTER", "settle", "use stock", "settle", "wait 330"),
    )
    for edition in PROGRAMS
}
"""A friend's game beside one's own, after a move."""
LESSONS: dict[str, Place] = dict(_read("lessons"))
"""What a newcomer is told: nobody else is."""
FRAMES: dict[str, Place] = {
    f"frame_{edition}_{tick}": (("--edition", edition, "--start", "title"), ("settle", f"tick {tick}"))
    for edition, ticks in [
        ("odm", "300 2250"),
        ("tilldawn", "300 900 1799 1860"),
        ("windows", "20 52 400"),
        ("relaxed", "600 630"),
        ("em", "33 153"),
    ]
    for tick in ticks.split()
}
"""Title pictures at ticks at which much of what lives in them is seen."""
FIRST: dict[str, Place] = {f"first_{edition}": (("--edition", edition), ()) for edition in PROGRAMS}
EVERY = PLACES | FIRST | MOVING | FRAMES | ENDS | RACES | LESSONS


def reach(start: Callable[..., Game], place: str, *more: str, but: int = 0) -> Game:
    """Come to a place, with more words on the command line; `but` so many of its last lines."""
    words, lines = EVERY[place]
    return start(*words, *more, new=place in LESSONS).go(lines[: len(lines) - but])
