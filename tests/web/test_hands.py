"""Every program in the page by real keys, a real mouse and real fingers, from its menu to the table and some moves on it."""

from pathlib import Path

import pytest

from retro_pyramid.machine.host import Presenter
from tests.screens.driver import Game
from tests.web.conftest import Sit
from tests.web.games import GAMES, opening_of, query_of, words_of
from tests.web.hands import Hands, lasting
from tests.web.harness import Player

# Keys in text mode; the mouse and, on the phone, fingers in graphics.
BY_HAND = [
    *((game, "desk", "text") for game in GAMES if "keys" in game),
    *((game, device, "graphics") for game in GAMES if "mouse" in game for device in ("desk", "phone")),
]


@pytest.fixture(scope="module")
def desk(sit: Sit, shipped: str) -> Player:
    player = sit(shipped, chance=False)
    player.start("?test")
    return player


@pytest.fixture(scope="module")
def phone(sit: Sit, shipped: str) -> Player:
    player = sit(shipped, size=(375, 667), touch=True, chance=False)
    player.start("?test", key="")
    return player


@pytest.mark.parametrize(("game", "device", "mode"), BY_HAND)
def test_hands_do_what_a_script_does(
    game: str, device: str, mode: str, request: pytest.FixtureRequest, opened: Presenter, tmp_path: Path
) -> None:
    player: Player = request.getfixturevalue(device)
    player.start_anew(query_of(game, mode))
    hands, desk = Hands(player, fingers=device == "phone"), Game(tmp_path, *words_of(game, mode))
    played = 0
    for line in opening_of(game):
        hands.do(line)
        desk.do(line)
        assert hands.seen() == lasting(desk.state), line
        played = max(played, len(desk.moves))
    # The scripts of the options undo the only move of their beginning.
    assert played >= (1 if game.startswith("options") else 3)
    player.check()
