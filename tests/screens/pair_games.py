"""Games of the pair programs in tests: deals with what is wanted in them, moves as keys, clicks and drags."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import count

from retro_pyramid.cards import CARD_RANKS, deal
from retro_pyramid.rules import rules_for
from retro_pyramid.session import AutoPlay, Session
from retro_pyramid.solver.heuristic import create_move_task
from retro_pyramid.table.table_screen import TableScreen
from tests.programs import DEALT_BY_CLICK
from tests.screens.driver import Game

PAIRS = DEALT_BY_CLICK
Stock = tuple[int, ...]
# Deal 61: the king 73 goes alone, the ace 72 with the queen 77, then a card is drawn.
_ARROWS = ("key RIGHT; key RIGHT; key ENTER", "key ENTER; key END; key ENTER", "key d")
_CLICKS = ("clickon card:73", "clickon card:72; clickon card:77", "clickon stock")
BY_HAND = {
    ("em", "keys"): ("key 7; key 3", "key 7; key 2; key 7; key 7", "key d"),
    ("em", "mouse"): (*_CLICKS[:2], "rclickon card:71"),
    ("relaxed", "keys"): _ARROWS,
    ("relaxed", "mouse"): ("dragon card:73 foundation", "dragon card:72 card:77", "clickon stock"),
    ("tilldawn", "keys"): _ARROWS,
    ("tilldawn", "mouse"): ("clickon card:73", "dragon card:72 card:77", "dragon stock waste"),
    ("windows", "keys"): _ARROWS,
    ("windows", "mouse"): _CLICKS,
}
"""What a hand does for each of three moves, by program and device."""


def words(edition: str, number: int, *options: str) -> tuple[str, ...]:
    """The command line that puts a deal on an edition's table."""
    chosen = [word for option in options for word in ("--option", option)]
    return ("--edition", edition, "--start", "table", "--deal", str(number), *chosen)


@cache
def fair_game(edition: str, number: int, *options: str) -> tuple[str, ...]:
    """The moves of a whole game as the fair chooser plays it."""
    pairs = dict(option.split("=") for option in options)
    session = Session(rules_for(edition, pairs), deal(number), number)
    auto = AutoPlay(session, create_move_task)
    while not auto.step(10**6):
        pass
    return tuple(map(str, session.moves))


@cache
def game_that_ends(edition: str, status: str, *options: str) -> tuple[int, tuple[str, ...]]:
    """The first deal whose fair game ends so, and its moves."""
    pairs = dict(option.split("=") for option in options)
    for number in range(500):
        session = Session(rules_for(edition, pairs), deal(number), number)
        auto = AutoPlay(session, create_move_task)
        while not auto.step(10**6):
            pass
        if session.status == status:
            return number, tuple(map(str, session.moves))
    raise AssertionError(f"no fair game of {edition} ends {status}")


def deal_whose(wanted: Callable[[Stock], bool]) -> int:
    """The first deal whose stock, as ranks from the top, is as wanted."""
    return next(number for number in count() if wanted(tuple(CARD_RANKS[card] for card in deal(number)[28:])))


def names(move: str) -> list[str]:
    """The target ids that a move names, the stock or the hand last."""
    called = {"P": "stock", "W": "waste"}
    parts = [called.get(part, f"card:{part}") for part in move.replace("WW", "W").split("+")]
    return sorted(parts, key=lambda part: part == "stock")


def table_of(game: Game) -> TableScreen:
    (table,) = [screen for screen in game.app.screens if isinstance(screen, TableScreen)]
    return table


def by_mouse(game: Game, *moves: str) -> list[str]:
    """Play moves by clicks; return the script lines."""
    lines = []
    for move in moves:
        if move in ("D", "R"):
            stock = (
                "stock" if "stock" in game.enabled() else table_of(game).table_spec.input_rules.empty_stock_id
            )
            # A King on the stock would go to the discard; the key hint deals it all the same.
            king = table_of(game).session.rules.stock_top_playable and stock == "stock"
            mine = [
                f"clickon button:{'deal' if game.app.edition.id == 'tilldawn' else 'draw'}"
                if king
                else f"clickon {stock}"
            ]
        else:
            mine = [f"clickon {name}" for name in names(move)]
        game.do(*mine)
        lines += mine
    return lines


def by_keys(game: Game, *moves: str) -> list[str]:
    """Play moves by keys: Tab to what is wanted, then Enter; return the script lines."""
    lines = []
    for move in moves:
        if move in ("D", "R"):
            game.do("key D")
            lines.append("key D")
            continue
        for name in names(move):
            for _ in range(40):
                if table_of(game).input_controller.state.focus_id == name:
                    break
                game.do("key TAB")
                lines.append("key TAB")
            game.do("key ENTER")
            lines.append("key ENTER")
    return lines
