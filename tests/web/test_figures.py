"""The figures in the page: a file of them dropped on it, gone through by keys and by mouse, heard, and cleared."""

import itertools

import pytest

from retro_pyramid.formats.own.statistics import decode_statistics
from tests.scripts.conftest import MANY
from tests.web.conftest import Sit
from tests.web.games import SCRIPTS
from tests.web.harness import Player
from tests.web.test_files import drop

WAYS = list(itertools.product(("keys", "mouse"), ((), ("T",), ("video=cga",), ("video=mono",))))


@pytest.fixture(scope="module")
def player(sit: Sit, shipped: str) -> Player:
    player = sit(shipped, chance=False)
    player.start("?test")
    return player


@pytest.mark.parametrize(("device", "words"), WAYS)
def test_all_of_it_is_reached_in_the_page(player: Player, device: str, words: tuple[str, ...]) -> None:
    player.start_anew("?" + "&".join(["test", "start=title", "day=20261120", *words]))
    drop(player, MANY_STA=MANY.read_bytes())
    player.wait_for(lambda: "PYRAMID.STA" in player.files(), "the file to be taken")
    run = player.run((SCRIPTS / f"figures_{device}.script").read_text(encoding="utf-8"))
    assert run.error is None
    screens = {name: state["screen"] for name, state in run.states.items() if state["screen"] != "figures"}
    assert screens == {"board": "scores", "top10": "top10", "asked": "confirm", "left": "menu"}
    files = player.files()
    assert decode_statistics(files["PYRAMID.STA.BAK"]) == decode_statistics(MANY.read_bytes())
    assert "em" not in {tag.split()[0] for tag in decode_statistics(files["PYRAMID.STA"])}


def test_the_live_region_speaks_the_figures(player: Player) -> None:
    player.start_anew("?test&day=20261120&start=menu")
    drop(player, MANY_STA=MANY.read_bytes())
    player.wait_for(lambda: "PYRAMID.STA" in player.files(), "the file to be taken")
    player.press("f", "Enter")
    said = "document.getElementById('spoken').innerText"
    player.wait_for(lambda: "November 2026" in player.look(said), "to hear the figures", seconds=20)
    assert "Deals of the day" in player.look(said)
