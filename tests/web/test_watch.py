"""A link to a game shows it in the page, and the page gives such a link."""

from collections.abc import Iterator

import pytest

from retro_pyramid.formats.own.packed import pack
from retro_pyramid.packaged import asset_text
from retro_pyramid.rules.transcript import parse_transcript
from tests.web.conftest import Sit
from tests.web.harness import Player

GAME = parse_transcript(asset_text("demos/tilldawn.txt"))
LINK = f"?watch={pack(GAME)}"


@pytest.fixture(scope="module")
def opened(sit: Sit) -> Player:
    player = sit()
    player.allow_clipboard()
    player.start("?test&start=menu")
    return player


@pytest.fixture
def player(opened: Player) -> Iterator[Player]:
    yield opened
    if opened.look("document.querySelector('dialog[open]') !== null"):
        opened.page.keyboard.press("Escape")


def query(player: Player, expected: str) -> None:
    player.wait_for(lambda: player.look("location.search") == expected, f"the address to be {expected}")


def copied(player: Player) -> str:
    player.wait_for(lambda: "copied" in player.page.inner_text("#share-said"), "the link to be copied")
    return player.clipboard()


def test_a_link_to_a_game_shows_it_standing_still(player: Player) -> None:
    state = player.run_anew("wait 100", f"{LINK}&test").state
    assert (state["screen"], state["program"], state["deal"]) == ("replay", "tilldawn", GAME.deal)
    assert state["moves"] == []
    state = player.run("key END").state
    assert state["moves"] == [str(move) for move in GAME.moves]
    assert player.run("key HOME\nclickon replay:forward\nsettle").state["moves"] == [str(GAME.moves[0])]
    # Loaded again the page comes back to the move that is shown; what is passed on begins at the first.
    query(player, f"{LINK}&move=1&test")
    player.wait_for(lambda: "goes alone" in player.page.inner_text("#spoken"), "the caption to be heard")
    player.page.click("#share")
    assert copied(player) == player.address + LINK
    player.page.keyboard.press("Escape")
    player.run("key ESC")
    query(player, "?edition=tilldawn&test")


def test_ones_own_game_is_given_beside_the_deal(player: Player) -> None:
    player.run_anew("settle\nkey D\nsettle\nkey D\nsettle", "?test&edition=relaxed&start=table&deal=9")
    player.page.click("#share")
    assert copied(player) == f"{player.address}?edition=relaxed&deal=9&start=table"
    player.page.click("#share-game")
    player.wait_for(lambda: "move by move" in player.page.inner_text("#share-said"), "the game's link")
    link = copied(player)
    assert link == player.page.input_value("#share-link")
    player.page.keyboard.press("Escape")
    state = player.run_anew("key END", f"{link.removeprefix(player.address)}&test").state
    assert (state["screen"], state["deal"], state["moves"]) == ("replay", 9, ["D", "D"])


def test_from_there_a_game_is_played_and_nothing_is_left_behind(player: Player) -> None:
    state = player.run_anew("key RIGHT\nsettle\nkey ENTER\nsettle", f"{LINK}&test").state
    assert (state["screen"], state["moves"]) == ("table", [str(GAME.moves[0])])
    query(player, f"?edition=tilldawn&option=auto_match=off&deal={GAME.deal}&start=table&test")


def test_a_named_friend_s_link_is_raced_and_the_race_outlasts_a_reload(player: Player) -> None:
    named = f"{LINK}&friend=Ann"
    player.run_anew("wait 100", f"{named}&T&test")
    query(player, f"?T&{named[1:]}&test")
    player.page.click("#share")
    assert copied(player) == player.address + named
    player.page.keyboard.press("Escape")
    state = player.run("key ENTER\nsettle\nkey d\nsettle").state
    assert (state["screen"], state["deal"], len(state["moves"])) == ("table", GAME.deal, 1)
    dealt = f"?T&edition=tilldawn&option=auto_match=off&deal={GAME.deal}&start=table&test"
    query(player, dealt)
    player.again()
    player.reaches(deal=GAME.deal, moves=state["moves"])
    assert any("Ann, move 1: " in line for line in player.state["text"])


def test_before_a_card_is_moved_there_is_no_game_to_give(player: Player) -> None:
    player.run_anew("settle", "?test&edition=relaxed&start=table&deal=9")
    player.page.click("#share")
    copied(player)
    assert not player.page.is_visible("#share-game")
