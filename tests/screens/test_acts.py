"""What keys, menus, mouse and dragging do in each program: every row of `acts.txt` is walked by all the ways it names.

A section of that file is one matter: `[what is so]`, then

    start: words     the command line, in the place of `--start table --deal 61`
    words: words     more of it
    modes: names     the displays on which all is done, else in graphics alone
    first: lines     done before every row, once the cards lie
    now: yes         the rows begin at once, else when all has come to rest
    new: yes         the player does not know the program
    leads: facts     what a row comes to that ends without facts

and the rows, `programs: lines | other lines => facts => lines => facts`. Every way is begun anew in an empty folder,
and where there are ways at two steps, each leads to each. Programs are named, or `all`, `pairs`, `clicked` (the stock).
EM's is told `-mouse -fast` unless the section's words begin with a switch of its own.
DEMO stands for a program's recorded game, JUDGED for one that is lost; they need no word of the program.
Lines are those of a script and `use`, `set` (tests/screens/driver.py), `type WORDS` (and Enter), `draw NUMBER`, `end won`
and `end stuck` (such a game of odm's is played on the table, one of `EASIER` from its deal on), `until NAME` (time passes
till a screen or a program of that name is on), `again WORDS` (the program is started anew on the same files), `bring FILE`
(one of this folder is dropped), and those of EM's tournaments (`EMS` below; `last TOTALS`: it is before its last game).
Facts stand in `FACTS` below, several joined by `&`; `-` is nothing. A row goes on in the next line where that is indented.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path
from typing import NamedTuple

import pytest

from retro_pyramid.rules import DRAW, parse_move
from tests.programs import DEALT_BY_CLICK, DEMOS, PAIR_PROGRAMS, PROGRAMS, TESTS
from tests.screens.driver import MODES, Game
from tests.screens.em import (
    AGAINST_IT,
    ALONE,
    SCORE_NOW,
    TWO,
    contest_of,
    panel,
    totals,
    up_to_the_last,
    watch,
    watched,
)
from tests.screens.pair_games import game_that_ends, table_of
from tests.screens.pair_games import words as table_words
from tests.screens.test_replay import at, demo
from tests.scripts.search import cleared_game, stuck_game

GROUPS = {"all": PROGRAMS, "pairs": PAIR_PROGRAMS, "clicked": DEALT_BY_CLICK}
EMS = {"alone": ALONE, "against": AGAINST_IT, "two": TWO, "score": SCORE_NOW}
ENDS = {"won": cleared_game, "stuck": stuck_game}
EASIER = {"relaxed": "passes=2", "windows": "variation=draw3", "tilldawn": "auto_match=off"}
"""Options under which a game that is won is soon found."""
TABLE = "--start table --deal 61"


class Row(NamedTuple):
    """One program's row: its section, and in turn ways and facts."""

    section: str
    program: str
    words: tuple[str, ...]
    modes: list[str]
    new: bool
    steps: list[str]


def rows() -> Iterator[Row]:
    text = (Path(__file__).parent / "acts.txt").read_text(encoding="utf-8")
    lines = [line for line in text.replace("\n ", "").splitlines() if line and not line.startswith("#")]
    section, given = "", dict[str, str]()
    for line in lines:
        if line.startswith("["):
            section, given = line.strip("[]"), {}
            continue
        name, _, rest = line.partition(":")
        if name in ("start", "words", "modes", "first", "now", "new", "leads"):
            given[name] = rest.strip()
            continue
        steps = [step.strip() for step in rest.split("=>")]
        steps = [*steps, given["leads"]] if len(steps) % 2 else steps
        begin = [("" if "now" in given else "settle; ") + given.get("first", ""), "-"]
        words = f"{given.get('start', TABLE)} {given.get('words', '')}".split()
        for program in [one for group in name.split() for one in GROUPS.get(group, (group,))]:
            own = ("--edition", program) if program not in ("odm", "shell") else ()
            switches = words[4:] and words[-1].startswith("-") and not words[-1].startswith("--")
            mouse = ("-mouse", "-fast") if program == "em" and not switches else ()
            modes = given.get("modes", "graphics").split()
            every = [step.replace("{}", " ".join((*own, *mouse[:1]))) for step in begin + steps]
            said = (*own, *mouse, *words)
            for short, folder in (("DEMO", DEMOS), ("JUDGED", TESTS / "judged")):
                if short in words:
                    said = tuple(word.replace(short, str(folder / f"{program}.txt")) for word in words)
            yield Row(section, program, said, modes, "new" in given, every)


FACTS: dict[str, Callable[[Game], object]] = {
    "screen": lambda game: game.screen,
    "program": lambda game: game.state["program"],
    "selected": lambda game: game.selected,
    "picked": lambda game: table_of(game).input_controller.state.picked_id,
    "moves": lambda game: " ".join(game.moves),
    "count": lambda game: len(game.moves),
    "at": at,
    "rest": lambda game: len(demo(str(game.state["program"])).moves) - at(game),
    "last": lambda game: game.moves[-1],
    "deal": lambda game: game.state["deal"],
    "score": lambda game: game.state["score"],
    "status": lambda game: game.state["status"],
    "options": lambda game: " ".join(map("=".join, game.state["options"].items())),
    "message": lambda game: (game.message or "").replace("\n", " "),
    "heard": lambda game: game.heard,
    "hinted": lambda game: " ".join(sorted(table_of(game).hinted_ids)),
    "assisted": lambda game: table_of(game).session.is_assisted,
    "busy": lambda game: game.app.is_animating(),
    "day": lambda game: game.app.daily_deal and game.app.daily_deal.iso_date,
    "dated": lambda game: game.app.session and game.app.session.daily_date,
    "here": lambda game: " ".join(map("=".join, sorted(game.app.link_params.items()))),
    "done": lambda game: game.app.is_done,
    "mouse": lambda game: game.machine.has_mouse and game.machine.is_pointer_visible,
    "watched": watched,
    "totals": lambda game: " ".join(map(str, totals(game))) if contest_of(game).tournament else None,
    "panel": lambda game: " / ".join(panel(game)[:2]),
    "thinks": lambda game: table_of(game).analysis.pending_hint_kind,
    "light": lambda game: table_of(game).analysis.win_state,
    "sound": lambda game: game.machine.speaker.is_enabled,
    "mode": lambda game: game.machine.display.mode,
    "video": lambda game: game.state["video"],
    "deck": lambda game: game.state["deck"],
    "pointer": lambda game: game.machine.pointer_shape,
    "text": lambda game: game.app.accepts_text(),
    "typed": lambda game: "".join(
        row.split("Your name:")[1].split("║")[0].strip() for row in game.rows() if "Your name:" in row
    ),
    "counted": lambda game: sum(each.games for each in game.files.statistics.read().values()),
    "wins": lambda game: sum(each.wins for each in game.files.statistics.read().values()),
    "top": lambda game: " ".join(
        f"{row.name} {row.total}" for row in game.files.tournament_scores.read_top_ten() if row.total > 0
    ),
    "board": lambda game: " ".join(row.name for row in game.files.read_high_scores().rows if row.score),
    "left": lambda game: " ".join(
        str(one.saved.transcript.deal_number)
        for one in game.files.unfinished_games.list_unfinished(game.app.edition.id)
    ),
}
"""Facts that are one thing; `-` for nothing, yes or no."""
CLAIMS: dict[str, Callable[[Game, str], bool]] = {
    "says": lambda game, words: game.says(words),
    "lacks": lambda game, words: not game.says(words),
    "tells": lambda game, words: words in (game.message or ""),
    "offers": lambda game, names: set(names.split()) <= set(game.enabled()),
    "denies": lambda game, names: not set(names.split()) & set(game.enabled()),
    "setting": lambda game, pair: game.app.settings[pair.split()[0]] == pair.split()[1],
}
"""Facts of which there are many at once: words on the screen, in the message, targets, settings."""


def found(game: Game, name: str) -> str:
    value = FACTS[name](game)
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "-" if value in (None, "") else str(value)


def check(game: Game, facts: str, way: str) -> None:
    for fact in facts.split(" & ") if facts != "-" else ():
        name, _, words = fact.strip().partition(" ")
        if name in CLAIMS:
            assert CLAIMS[name](game, words), f"{way} => {fact}: {game.message}\n" + "\n".join(game.rows())
        else:
            assert f"{name} {found(game, name)}" == fact.strip(), way


def do(game: Game, lines: str, start: Callable[..., Game]) -> Game:
    for line in filter(None, map(str.strip, lines.split(";"))):
        word, _, rest = line.partition(" ")
        if line == "watch":
            watch(game)
        elif line in EMS:
            game.do(EMS[line])
        elif word == "again":
            game = start(*rest.split()).do("settle")
        elif word == "type":
            game.do(f"text {rest}", "key ENTER")
        elif word == "end":
            moves = ENDS[rest]()[1]
            if option := EASIER.get(game.app.edition.id):
                deal, texts = game_that_ends(game.app.edition.id, rest, option)
                game = start(*table_words(game.app.edition.id, deal, option)).do("settle")
                moves = list(map(parse_move, texts))
            for move in moves:
                table_of(game).play_move(move)
        elif word == "bring":
            game.do(f"drop {Path(__file__).parent / rest}", "wait 360")
        elif word == "until":
            while rest not in (game.screen, game.state["program"]):
                game.do("wait 60")
        elif word == "last":
            up_to_the_last(game, *map(int, rest.split()))
        elif word == "draw":
            for _ in range(int(rest)):
                table_of(game).play_move(DRAW)
        else:
            game.go((line,))
    return game


@pytest.mark.usefixtures("opened")
@pytest.mark.parametrize("row", list(rows()), ids=lambda row: f"{row.program}: {row.section}")
def test_an_act_leads_where_the_table_says(row: Row, tmp_path: Path) -> None:
    ways = list(product(*([way.strip() for way in step.split("|")] for step in row.steps[::2])))
    for number, (mode, way) in enumerate(product(row.modes, ways)):

        def start(*words: str, folder: Path = tmp_path / str(number)) -> Game:
            return Game(folder, *words, new=row.new)

        game = start(*row.words, *MODES[mode])
        for lines, facts in zip(way, row.steps[1::2], strict=True):
            game = do(game, lines, start)
            check(game, facts, f"{mode}: {' => '.join(way)}")
