"""Every program in the page by real keys, a real mouse and real fingers, from its menu to the table and some moves on it."""

from collections.abc import Callable
from functools import lru_cache
from pathlib import Path

import pytest

from retro_pyramid.machine.presenter import Presenter
from tests.programs import DEALT_BY_CLICK
from tests.screens.driver import Game
from tests.web.conftest import Sit
from tests.web.games import opening_of, query_of, words_of
from tests.web.hands import Hands, lasting
from tests.web.harness import SMALL, Player

GAMES = ["cleared_keys_level1", "stuck_mouse_level2"] + [
    f"{game}_{device}" for game in ("options", "em", *DEALT_BY_CLICK) for device in ("keys", "mouse")
]
"""Of each program a script by keys and one by the mouse."""
# Keys in text mode; the mouse and, on the phone, fingers in graphics, which go the mouse's way.
BY_HAND = [
    *(("desk", game, "text") for game in GAMES if "keys" in game),
    *(("desk", game, "graphics") for game in GAMES if "mouse" in game),
    *(("phone", game, "graphics") for game in GAMES if "mouse" in game),
]
LEAN = {("desk", game) for game in ("cleared_keys_level1", "em_keys", "tilldawn_mouse")}
"""Each kind of table once, as what comes of a key is the desk's matter; the others are played every night."""
# Every program once: the others differ in nothing that an engine knows of.
IN_FIREFOX = [
    ("desk", "em_mouse", "graphics"),
    ("desk", "tilldawn_keys", "text"),
    ("phone", "stuck_mouse_level2", "graphics"),
    *(
        pytest.param(*case, marks=pytest.mark.slow)
        for case in (
            ("desk", "windows_keys", "text"),
            ("desk", "relaxed_mouse", "graphics"),
            ("phone", "windows_mouse", "graphics"),
        )
    ),
]


@pytest.fixture(scope="module")
def seated(sit: Sit) -> Callable[[str], Player]:
    """Seat a player before a device, who stays for all of its games."""

    @lru_cache(maxsize=1)
    def seat(device: str) -> Player:
        phone = device == "phone"
        player = sit(size=(375, 667) if phone else SMALL, touch=phone)
        player.start("?test", key="" if phone else "Enter")
        if phone:
            # The fingers touch the picture itself and play as the mouse does.
            player.use_loupe(False)
            player.look("retroPyramid.hasCoarsePointer = false")
        return player

    return seat


@pytest.mark.parametrize(
    ("device", "game", "mode"),
    [pytest.param(*case, marks=[] if case[:2] in LEAN else pytest.mark.slow) for case in BY_HAND],
)
def test_hands_do_what_a_script_does(
    seated: Callable[[str], Player], device: str, game: str, mode: str, opened: Presenter, tmp_path: Path
) -> None:
    play_opening(seated(device), game, mode, tmp_path)


@pytest.mark.engines("firefox")
@pytest.mark.parametrize(("device", "game", "mode"), IN_FIREFOX)
def test_hands_do_so_in_firefox(
    seated: Callable[[str], Player], device: str, game: str, mode: str, opened: Presenter, tmp_path: Path
) -> None:
    play_opening(seated(device), game, mode, tmp_path)


def play_opening(player: Player, game: str, mode: str, folder: Path) -> None:
    player.start_anew(query_of(game, mode))
    hands, desk = Hands(player, fingers=player.touched), Game(folder, *words_of(game, mode))
    played = 0
    for line in opening_of(game):
        hands.do(line)
        desk.do(line)
        assert hands.seen() == lasting(desk.state), line
        played = max(played, len(desk.moves))
    # The scripts of the options undo the only move of their beginning.
    assert played >= (1 if game.startswith("options") else 3)
    player.check()
