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

Place = tuple[tuple[str, ...], tuple[str, ...]]
"""Words of the command line and script lines; the line `use ID` stands for playing a card or drawing."""
Table = dict[str, tuple[str, str]]
"""Places as they are written down: words, and lines between semicolons."""


def _read(table: Table, *more: str) -> Iterator[tuple[str, Place]]:
    for name, (words, lines) in table.items():
        yield name, ((*words.split(), *more), tuple(lines.split("; ") if lines else ()))


def _after(place: Place, lines: str) -> Place:
    return place[0], (*place[1], *lines.split("; "))


_DAY = "--start menu --day 20261120"
_DEAL = "--start table --deal 61"
_LAMP = "; ".join(LAMP)
_SHELL = "--start shell"
_ODM: Table = {
    "intro": ("", "settle"),
    "menu": ("--start menu --deal 61", ""),
    "quit": ("--start menu --deal 61", "key ESC"),
    "table": (_DEAL, "settle"),
    "level2": (f"{_DEAL} --level 2", "use card:75; use stock; settle"),
    "refused": (_DEAL, "settle; key ENTER"),
    "confirm": (_DEAL, "settle; key ESC"),
    "new": (_DEAL, "settle; key n"),
    "restart": (_DEAL, "settle; key r"),
    "help": ("--start menu --deal 61", "key F1"),
    "help2": ("--start menu --deal 61", "key F1; key PGDN"),
    "scores": ("--start menu --deal 61", "key h; key ENTER"),
    "setup": ("--start menu --deal 61", "key F8"),
    "setup_play": (_DEAL, "settle; key F8; key DOWN"),
    "setup_sound": ("--start menu --deal 61", "key F8; clickon setup:sound; key TAB; key UP; key n"),
    "setup_doors": ("--start menu --deal 61", "key F8; clickon setup:doors; key TAB; key DOWN"),
    "setup_own": ("--edition em --start menu", "key F8; clickon setup:own; key TAB"),
    "setup_help": ("--start menu --deal 61", "key F8; key F1"),
    "setup_cards": (_DEAL, "settle; key F8; key TAB; key HOME; key DOWN; key TAB"),
    "setup_deals": ("--setup play --winnable", "key TAB; key DOWN; key DOWN; key DOWN"),
    "setup_words": (f"{_DEAL} --video cga --cga 5h", "settle; key F8; clickon setup:display"),
    "helps": (_DEAL, f"settle; {_LAMP}; key F5; use card:75; settle; wait 310; key h"),
    "seek": ("--start menu --deal 61 --winnable", "key ENTER"),
    "odds": (_DEAL, "settle; key F6; text 15; key F7; settle"),
    "today": ("--start menu --day 20261120", "key F3; key DOWN"),
    "shared": ("--daily --day 20261120", "settle; use stock; settle; key F6; key F9"),
    "daily": ("--day 99991231 --edition windows --daily", "wait 5"),
    "shell": (_SHELL, ""),
    "shell_plays": (_SHELL, "wait 660"),
    "shell_games": (_SHELL, "key ENTER"),
    "shell_page": (_SHELL, "key f; key ENTER; key ENTER; settle"),
    "shell_screens": (_SHELL, "key i; key ENTER; key ENTER; wait 100"),
    "shell_article": (_SHELL, "key a; key ENTER; key ENTER; settle; key ENTER; key ENTER"),
    "dos": ("--start dos", ""),
    "dos_help": ("--start dos", "text help; key ENTER; text pyramid t"),
}
_EM: Table = {
    "em_table": ("", "clickon card:72; move 300 330"),
    "em_keys": ("", "key 7; key 3; settle; key D; settle; key TAB; key 7"),
    "em_wrong": ("", "clickon card:71; clickon card:72"),
    "em_hint": ("", "key h; wait 2"),
    "em_config": ("", "key c; key ENTER"),
    "em_lamp": ("", f"{_LAMP}; key d; settle; wait 30"),
    "em_labelled": ("", f"key F8{'; key DOWN' * 3}; key w; key ESC; wait 20; key F6; key 7"),
    "em_info": ("", "key i"),
    "em_tour": ("", "key t; key DOWN"),
    "em_name": ("", "key t; key h; text Ann"),
    "em_auto": ("", "key a; wait 32"),
    "em_game": ("", "key t; key n; text Ann; key ENTER; settle; wait 2; key D; settle; clickon stock"),
    "em_score": ("", "key t; key c; text Ann; key ENTER; settle; wait 2; key r"),
    "em_top10": ("", "key t; key n; text Ann; key ENTER; settle; wait 2; key t; settle"),
    "em_exit": ("", "key t; key n; text Ann; key ENTER; settle; wait 2; key e"),
    "em_help": ("", "key ?"),
}
_LEAVE = "clickon stock; settle; key ESC"
_DRAWS = "; ".join(["key D"] * 24)
_PAIRS: Table = {
    "others": ("--edition odm --start menu --deal 61", "key o; key ENTER"),
    "relaxed_left": (
        f"--edition relaxed {_DEAL}",
        f"settle; {_LEAVE}; key DOWN; key ENTER; settle; {_LEAVE}; clickon menu:go_on",
    ),
    "number": (f"--edition relaxed {_DEAL}", "settle; key F6; text 1234"),
    "tilldawn_label": (
        f"--edition tilldawn {_DEAL}",
        f"settle; {'; '.join(LAMP[:-2])}; key y; key DOWN; key w; key ESC; wait 40",
    ),
    "tilldawn_other": (f"--edition tilldawn {_DEAL}", "settle; key o"),
    "tilldawn_example": (f"--edition tilldawn {_DEAL}", "key F1; key PGDN"),
    "tilldawn_small": (
        f"--edition tilldawn {_DEAL}",
        "settle; key c; clickon card:72; move 600 290; wait 310",
    ),
    "tilldawn_small_hand": (f"--edition tilldawn {_DEAL}", f"key c; key UP; {_DRAWS}; settle; wait 310"),
    "tilldawn_hand": (f"--edition tilldawn {_DEAL}", f"key UP; {_DRAWS}; settle"),
    "windows_game": (f"--edition windows {_DEAL}", "settle; key D; settle; key F10"),
    "windows_draw3": (
        f"--edition windows {_DEAL} --option variation=draw3",
        "settle; key D; settle; key D; settle; key u; settle",
    ),
    "windows_load": (
        f"--edition windows {_DEAL}",
        "settle; key s; text first; key ENTER; key s; text second; key ENTER; key l; key DOWN",
    ),
    "windows_variations": (f"--edition windows {_DEAL}", "settle; key v"),
    "windows_popup": (
        "--edition windows --start menu --deal 61",
        "key F1; key TAB; key TAB; key ENTER; clickon button:tableau",
    ),
}
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
            session.play(parse_move(move))
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
    for name, file, words, more in (
        ("figures", "", "", ""),
        ("figures_some", "some", "", ""),
        ("figures_many", "many", " --level 2", "; key LEFT"),
        ("figures_relaxed", "many", " --edition relaxed", ""),
        ("figures_em", "many", " --edition em", ""),
        ("figures_windows", "some", " --edition windows", ""),
        ("figures_tilldawn", "many", " --edition tilldawn", ""),
        ("figures_clear", "some", "", "; key c"),
        ("figures_late", "late", "", ""),
        ("figures_days", "some", "", "; key d; key RIGHT; key DOWN"),
    ):
        brought = f"drop {Path(__file__).parent / 'figures' / file}.sta; wait 360; " if file else ""
        yield from _read({name: (f"{_DAY}{words}", f"{brought}key f; key ENTER{more}")})


def _of_odm() -> Iterator[tuple[str, Place]]:
    won, stuck = _finished(True), _finished(False)
    yield from _read(_ODM)
    yield from _figures()
    yield "won", _after(won, "wait 60")
    yield "stuck", _after(stuck, "wait 60")
    yield "how", _after(stuck, "wait 60; key F9")
    yield "name", _after(won, "key ESC; text Ann")
    yield "board", _after(won, "key ESC; text Ann; key ENTER; settle; wait 70")
    yield "replay", (("--watch", str(DEMOS / "odm.txt")), (*["key RIGHT"] * 9, "settle"))
    yield "judged", (("--watch", str(TESTS / "judged/odm.txt")), ("wait 300", "key END", "key p"))


def _of_em() -> Iterator[tuple[str, Place]]:
    for name, (words, lines) in _read(_EM, *MOUSE):
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
        table = f"--edition {edition} {_DEAL}"
        yield from _read(
            {
                f"{edition}_intro": (f"--edition {edition}", "settle"),
                f"{edition}_menu": (f"--edition {edition} --start menu --deal 61", ""),
                f"{edition}_table": (table, "settle"),
                f"{edition}_picked": (table, "settle; clickon card:72; move 600 290"),
                f"{edition}_hint": (table, f"settle; key F5; key {hint}; settle; wait 310"),
                f"{edition}_help": (table, "key F1"),
                f"{edition}_lamp": (table, f"settle; {_LAMP}; settle; wait 30"),
            }
        )
        yield f"{edition}_won", _over(edition, "won")
        yield f"{edition}_stuck", _over(edition, "stuck")
        replay = ("key RIGHT", "settle", "key END")
        yield f"{edition}_replay", (("--watch", str(DEMOS / f"{edition}.txt")), replay)
    yield from _read(_PAIRS)


def _march(won: str, ticks: int = 60) -> Place:
    """The winners on their way, some of them there."""
    words, lines = PLACES[won]
    return words, (*lines[:-2], f"wait {ticks}")


PLACES: dict[str, Place] = dict([*_of_odm(), *_of_em(), *_of_pairs()])
_TURN = "use card:77; use card:75; use stock; use card:72; use stock; use card:73; wait 1"
_BOTH = "clickon card:72; clickon card:77"
MOVING: dict[str, Place] = {
    **dict(
        _read(
            {
                "moving_deal": (_DEAL, "wait 30"),
                "moving_draw": (_DEAL, "settle; use stock; wait 2"),
                "moving_card": (f"{_DEAL} --level 2", "use card:75; wait 1"),
                "moving_turn": ("--start table --deal 4 --level 2", _TURN),
                "moving_pair": (f"{_DEAL} --edition windows", f"settle; {_BOTH}"),
                "moving_undo": (
                    f"{_DEAL} --edition em -mouse",
                    f"settle; key F5; wait 320; {_BOTH}; settle; key F3; wait 3",
                ),
                "moving_redeal": (
                    f"{_DEAL} --edition tilldawn",
                    f"settle; {_DRAWS.lower()}; settle; key d; wait 10",
                ),
            }
        )
    ),
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
_AT = f"{_DEAL} -mouse --edition"
LESSONS: dict[str, Place] = dict(
    _read(
        {
            "lesson_menu": ("--start menu", "key DOWN"),
            "lesson_begins": (f"{_DEAL} --level 2", "settle"),
            "lesson_chosen": (_DEAL, "settle; clickon card:75; wait 1"),
            "lesson_tilldawn": (f"{_AT} tilldawn", "settle; clickon card:72; wait 1"),
            "lesson_windows": (f"{_AT} windows", "settle; clickon card:72; wait 1"),
            "lesson_relaxed": (f"{_AT} relaxed", "settle"),
            "lesson_em": (f"{_AT} em", "settle"),
            "lesson_show": ("--start menu", "key F1; key s; wait 600"),
            "lesson_show_em": ("--start menu --edition em", "key F1; key s; wait 300"),
        }
    )
)
"""What a newcomer is told: nobody else is."""
_FRAMES = {
    "odm": (300, 2250),
    "tilldawn": (300, 900, 1799, 1860),
    "windows": (20, 52, 400),
    "relaxed": (600, 630),
    "em": (33, 153),
}
FRAMES: dict[str, Place] = {
    f"frame_{edition}_{tick}": (("--edition", edition, "--start", "title"), ("settle", f"tick {tick}"))
    for edition, ticks in _FRAMES.items()
    for tick in ticks
}
"""Title pictures at ticks at which much of what lives in them is seen."""
FIRST: dict[str, Place] = {f"first_{edition}": (("--edition", edition), ()) for edition in PROGRAMS}
EVERY = PLACES | FIRST | MOVING | FRAMES | ENDS | RACES | LESSONS


def reach(start: Callable[..., Game], place: str, *more: str, but: int = 0) -> Game:
    """Come to a place, with more words on the command line; `but` so many of its last lines."""
    words, lines = EVERY[place]
    return start(*words, *more, new=place in LESSONS).go(lines[: len(lines) - but])
