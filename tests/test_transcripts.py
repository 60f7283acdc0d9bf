"""A whole game of each program as it is heard, kept as a text: it can be followed by who has nothing but the words."""

import difflib
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from retro_pyramid.cards import card_name
from retro_pyramid.resources import read_asset_text
from retro_pyramid.rules import DRAW, REDEAL, SLOT_COUNT, Move, is_exposed, slot_name
from retro_pyramid.rules.transcript import Transcript, parse_transcript
from retro_pyramid.session import Session
from tests.hearing import Follower, Hearing
from tests.programs import PROGRAMS
from tests.screens.pair_games import names
from tests.scripts.search import played, stuck_game

FOLDER = Path(__file__).parent / "golden" / "speech"
ASKING = ("key ,", "key .", "key ;")


class Play(NamedTuple):
    """A game that is heard: its moves, and the keys that lead from the title to its table."""

    game: Transcript
    keys: tuple[str, ...] = ("key SPACE", "key ENTER")


def _lost() -> Transcript:
    """A game of level 2 that is lost, whose covered cards nobody sees."""
    return played(*stuck_game(), level=2).to_transcript()


PLAYS = {
    **{edition: Play(parse_transcript(read_asset_text(f"demos/{edition}.txt"))) for edition in PROGRAMS},
    "odm_level2": Play(_lost(), ("key SPACE", "key 2", "key ENTER")),
}


def words_of(name: str) -> list[str]:
    game = PLAYS[name].game
    options = game.options.items() if game.edition == "windows" else ()
    more = ["-nomouse"] if game.edition == "em" else []
    chosen = [word for item in options for word in ("--option", "=".join(item))]
    return ["--edition", game.edition, *chosen, "--deal", str(game.deal_number), *more]


def told(name: str, data: Path) -> list[str]:
    """Return all that is heard of a game, from the title to the board or the end."""
    hearing = Hearing(data, *words_of(name), new=True)
    game = PLAYS[name].game
    reading = ("key F1", "key PGDN", "key .", "key ,", "key ESC", *ASKING)
    for key in ("wait 1", *PLAYS[name].keys, *reading):
        hearing.press(key)
    for number, move in enumerate(game.moves, 1):
        _by_keys(hearing, move)
        if number == len(game.moves) // 2:
            hearing.press("key ,")
            hearing.press("key ;")
    if game.edition == "odm":
        # On to the board, where the game has a place on it.
        for key in ("key ESC", "text Ann", "key ENTER", "key ESC"):
            hearing.press(key)
    return hearing.transcript


def _by_keys(hearing: Hearing, move: Move) -> None:
    program = hearing.game.state["program"]
    if move in (DRAW, REDEAL):
        for key in ("key UP", "key ENTER") if program == "odm" else ("key d",):
            hearing.press(key)
        return
    for name in names(str(move)):
        if program == "em":
            digits = name.removeprefix("card:") if name.startswith("card:") else name[0].replace("s", "p")
            for digit in digits:
                hearing.press(f"key {digit}")
            continue
        # By the key that leads there on the shorter way.
        if hearing.game.app.top_screen.focused_id == "stock" != name and program == "odm":
            hearing.press("key LEFT")
        for _ in range(40):
            if hearing.game.app.top_screen.focused_id == name:
                break
            hearing.press("key RIGHT" if program == "odm" else "key TAB")
        assert hearing.game.app.top_screen.focused_id == name, f"the keys do not come to {name}"
        hearing.press("key ENTER")


@pytest.mark.parametrize("name", PLAYS)
def test_a_whole_game_sounds_as_it_was_found_good(
    name: str, opened: object, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    now = "\n".join([*told(name, tmp_path), ""])
    golden = FOLDER / f"{name}.txt"
    if request.config.getoption("--record-golden"):
        FOLDER.mkdir(exist_ok=True)
        golden.write_text(now, encoding="utf-8")
    before = golden.read_text(encoding="utf-8") if golden.is_file() else ""
    differs = list(
        difflib.unified_diff(before.splitlines(), now.splitlines(), "kept", "now", n=1, lineterm="")
    )
    assert not differs, "\n".join([*differs[:20], "`pytest --record-golden` takes the new text"])


class Position(NamedTuple):
    """What is known of a moment: the open cards, how many the pyramid has, the piles' tops as far as seen, the score."""

    open: dict[tuple[int, int], str]
    left: int
    stock: str
    waste: str
    score: int | None


def positions(game: Transcript) -> Iterator[Position]:
    def told(card: int) -> str:
        return card_name(card)

    session = Session.from_transcript(game)
    for entry in session.history[1:]:
        state = entry.state
        slots = [slot for slot in range(SLOT_COUNT) if state.pyramid >> slot & 1]
        lying = [(slot_name(slot), state.pyramid_cards[slot]) for slot in slots if is_exposed(state, slot)]
        cards = {(int(place[0]), int(place[1])): told(card) for place, card in lying}
        stock = told(state.stock[0]) if state.stock and session.rules.stock_top_playable else ""
        waste = told(state.waste[-1]) if state.waste else ""
        yield Position(cards, len(slots), stock, waste, entry.score)


@pytest.mark.parametrize("name", PLAYS)
def test_who_has_nothing_but_the_words_knows_every_position(name: str) -> None:
    follower = Follower()
    lines = (FOLDER / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    heard = [
        Position(follower.open(), len(follower.pyramid), follower.stock, follower.waste, follower.score)
        for line in lines
        if not line.startswith("> ") and follower.hear(line)
    ]
    expected = list(positions(PLAYS[name].game))
    assert len(heard) == len(expected)
    for number, (known, true) in enumerate(zip(heard, expected, strict=True), 1):
        assert known == true, f"after move {number}"
