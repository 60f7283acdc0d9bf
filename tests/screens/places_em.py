"""Every screen of EM's Pyramid and how to come to it."""

from collections.abc import Iterator
from pathlib import Path

from retro_pyramid.cards import deal
from retro_pyramid.rules import parse_move
from retro_pyramid.session import Session
from tests.screens.driver import LAMP
from tests.screens.em import ASKING, MOUSE, RULES, keys, played

_ALONE = "key t; key n; text Ann; key ENTER; settle; wait 2"
_AGAINST_IT = "key t; key c; text Ann; key ENTER; settle; wait 2"
_TWO = "key t; key h; text Ann; key ENTER; text Bob; key ENTER; settle; wait 2"
DEMOS = Path(__file__).parents[2] / "assets" / "demos"
"""The recorded games."""


def _lost() -> tuple[tuple[str, ...], tuple[str, ...]]:
    """A game that is lost, of a deal that could have been won."""
    number = 13
    moves, _ = played(number)
    return (*MOUSE[:-3], str(number), *MOUSE[-2:]), ("settle", *map(keys, moves), "settle", "wait 60")


def _champion() -> tuple[str, ...]:
    """Lines of a tournament of two: one wins her first game, the others are scored as they are dealt."""
    *moves, last = map(keys, played(1001)[0])
    # Before her last move the pyramid is cleared, and whether to score is asked.
    first = (_TWO, "key SPACE", *moves, "settle; wait 3; key n", last, "settle; wait 3")
    return *first, *("key ENTER; settle; wait 3; key SPACE", "key F7; key y; wait 3") * 11


def tournament_above_par() -> tuple[str, ...]:
    """Lines of a tournament that is above par, till its total stands in the Top 10 as a new record."""
    lines = ["settle", _ALONE]
    for number in range(1001, 1007):
        session = Session(RULES, deal(number), number)
        offered = False
        for move in played(number)[0]:
            session.play(parse_move(move))
            lines.append(keys(move))
            if session.state.cleared_pass is not None and session.status == "playing" and not offered:
                # Whether to score is asked, once.
                offered = True
                lines.append("settle; wait 3; key n")
        lines.append("settle; wait 3; key ENTER; settle; wait 3")
    # The last Enter has led from the cup to the board, where the name is cut by now.
    return *lines, "wait 40"


def em_places() -> Iterator[tuple[str, tuple[tuple[str, ...], tuple[str, ...]]]]:
    """Yield name and place of every screen."""
    yield "em_ask", (ASKING, ("settle", "wait 1"))
    yield "em_table", (MOUSE, ("settle", "clickon card:72", "move 300 330"))
    yield "em_keys", (MOUSE, ("settle", "key 7; key 3; settle; key D; settle; key TAB; key 7"))
    yield "em_wrong", (MOUSE, ("settle", "clickon card:71; clickon card:72"))
    yield "em_hint", (MOUSE, ("settle", "key h; wait 2"))
    yield "em_config", (MOUSE, ("settle", "key c; key ENTER"))
    yield "em_lamp", (MOUSE, ("settle", *LAMP, "key d", "settle", "wait 30"))
    yield (
        "em_labelled",
        (MOUSE, ("settle", "key F8", *["key DOWN"] * 3, "key w; key ESC", "wait 20", "key F6", "key 7")),
    )
    yield "em_lost", _lost()
    yield "em_replay", (("--watch", str(DEMOS / "em.txt")), ("key RIGHT", "settle", "wheel -1", "settle"))
    yield "em_info", (MOUSE, ("settle", "key i"))
    yield "em_tour", (MOUSE, ("settle", "key t; key DOWN"))
    yield "em_name", (MOUSE, ("settle", "key t; key h; text Ann"))
    yield "em_auto", (MOUSE, ("settle", "key a; wait 32"))
    yield "em_over", (MOUSE, ("settle", *map(keys, played(61)[0]), "settle", "wait 60"))
    yield "em_champion", (MOUSE, ("settle", *_champion(), "settle"))
    yield "em_game", (MOUSE, ("settle", _ALONE, "key D; settle; clickon stock"))
    yield "em_score", (MOUSE, ("settle", _AGAINST_IT, "key r"))
    yield "em_top10", (MOUSE, ("settle", _ALONE, "key t; settle"))
    yield "em_exit", (MOUSE, ("settle", _ALONE, "key e"))
    yield "em_help", (MOUSE, ("settle", "key ?"))
    # Behind it the name is laid, which takes its time.
    yield "em_intro", (("--edition", "em"), ("settle",))
    yield "em_menu", (("--edition", "em", "--start", "menu"), ("wait 100",))
