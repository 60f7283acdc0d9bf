"""The page's address follows the game, a link leads to it, and a link to a game shows it."""

from collections.abc import Iterator

import pytest

from retro_pyramid.formats.native.game_code import encode_game_code
from retro_pyramid.resources import read_asset_text
from retro_pyramid.rules.transcript import parse_transcript
from tests.days import deals_of
from tests.web.conftest import Sit
from tests.web.harness import Player

GAME = parse_transcript(read_asset_text("demos/tilldawn.txt"))
LINK = f"?watch={encode_game_code(GAME)}"


@pytest.fixture(scope="module")
def opened(sit: Sit) -> Player:
    player = sit()
    player.allow_clipboard()
    # Others share this page: a shape that it is loaded with would stay.
    player.start("?test&T&start=menu")
    return player


@pytest.fixture
def player(opened: Player) -> Iterator[Player]:
    yield opened
    if opened.look("document.querySelector('dialog[open]') !== null"):
        opened.page.keyboard.press("Escape")


def at(player: Player, query: str) -> None:
    player.wait_for(lambda: player.look("location.search") == query, f"the address to be {query}")


def copied(player: Player) -> str:
    player.wait_for(lambda: "copied" in player.page.inner_text("#share-said"), "the link to be copied")
    return player.clipboard()


@pytest.mark.engines("chromium", "firefox")
def test_the_address_follows_the_game_without_loading_the_page(player: Player) -> None:
    player.look("window.here = true")
    player.run_anew("key DOWN\nkey ENTER\nsettle", "?test&T&start=menu&aspect=square")
    at(player, "?T&level=2&deal=65&start=table&test&aspect=square")
    player.run("key ESC\nkey y")
    at(player, "?T&level=2&test&aspect=square")
    player.run("key o\nkey ENTER\nkey s\nkey ENTER")
    at(player, "?T&edition=tilldawn&test&aspect=square")
    # Its title comes first.
    player.run("key ENTER\nkey ENTER\nsettle")
    at(player, "?T&edition=tilldawn&deal=99&start=table&test&aspect=square")
    assert player.look("window.here")


def test_a_deal_that_was_asked_for_stays_in_the_address_until_it_is_dealt(player: Player) -> None:
    player.run_anew("key ENTER", "?test&deal=61")
    at(player, "?deal=61&test")
    player.run("key ENTER\nsettle")
    at(player, "?deal=61&start=table&test")
    player.run("key ESC\nkey y")
    at(player, "?test")


@pytest.mark.engines("chromium", "firefox")
def test_keys_are_the_boxs_as_long_as_it_is_open_wherever_one_has_clicked_in_it(player: Player) -> None:
    player.run_anew("settle", "?test&edition=relaxed&start=table&deal=61")
    before = player.state["selected"]
    player.page.click("#share")
    player.wait_for(lambda: player.page.is_visible("#share-title"), "the box")
    player.page.click("#share-title")
    assert player.look("document.activeElement.tagName") != "TEXTAREA"
    player.press("ArrowRight", "Escape")
    assert player.look("document.querySelector('dialog[open]') === null")
    assert (player.state["selected"], player.state["screen"]) == (before, "table")
    player.press("ArrowRight")
    assert player.state["selected"] != before


@pytest.mark.engines("chromium", "firefox")
def test_a_link_that_is_shared_opens_that_deal_at_once(player: Player) -> None:
    player.run_anew(
        "settle\nclickon stock\nsettle", "?test&edition=windows&option=variation=draw3&start=table&deal=61"
    )
    player.page.click("#share")
    link = copied(player)
    assert (
        link
        == player.page.input_value("#share-link")
        == (f"{player.address}?edition=windows&option=variation=draw3&deal=61&start=table")
    )
    state = player.run_anew("settle", link.removeprefix(player.address) + "&test").state
    assert (state["program"], state["screen"], state["deal"], state["moves"]) == ("windows", "table", 61, [])
    assert state["options"] == {"variation": "draw3"}


def test_a_days_deal_is_shared_as_a_text_with_a_link_that_plays_it_late(player: Player) -> None:
    player.run_anew("settle", "?test&day=20261101&edition=relaxed&option=passes=2")
    assert player.state["message"] == "The deal of 2026-11-01, played late"
    player.page.click("#share")
    head, late, link = copied(player).splitlines()
    assert (head, late) == ("DEAL OF THE DAY - Relaxed Pyramid, Easy - 2026-11-01", "Played late")
    assert link == f"{player.address}?day=20261101&edition=relaxed&option=passes=2"
    assert player.page.input_value("#share-link").splitlines() == [head, late, link]
    player.page.click("#share-close")
    # The game itself is passed on by a second choice.
    assert player.run("clickon stock\nsettle").state["moves"] == ["D"]
    player.page.click("#share")
    player.page.click("#share-game")
    player.wait_for(lambda: "move by move" in player.page.inner_text("#share-said"), "the game's link")
    assert player.clipboard().startswith(f"{player.address}?watch=relaxed.")


def test_copy_says_what_it_did(player: Player) -> None:
    player.run_anew("settle", "?test&edition=em&start=table&deal=7")
    player.page.click("#share")
    player.wait_for(lambda: "copied" in player.page.inner_text("#share-said"), "the link to be copied")
    player.page.click("#share-copy")
    player.wait_for(lambda: player.page.inner_text("#share-said") == "It is copied.", "that it is copied")
    player.look("(navigator.clipboard.writeText = () => Promise.reject(new Error('no')), 0)")
    player.page.click("#share-copy")
    player.wait_for(lambda: "copy it yourself" in player.page.inner_text("#share-said"), "that it is not")
    player.look("delete navigator.clipboard.writeText")


def test_without_a_clipboard_the_link_is_shown_selected(player: Player) -> None:
    player.run_anew("settle", "?test&edition=em&start=table&deal=7")
    player.look("(navigator.clipboard.writeText = () => Promise.reject(new Error('no')), 0)")
    player.page.click("#share")
    player.look("delete navigator.clipboard.writeText")
    player.wait_for(lambda: "Copy this link" in player.page.inner_text("#share-said"), "the link to be shown")
    field = "document.activeElement"
    selected = player.look(f"{field}.value.slice({field}.selectionStart, {field}.selectionEnd)")
    assert selected == f"{player.address}?edition=em&deal=7&start=table"
    player.page.keyboard.press("Escape")
    assert player.look("document.activeElement.id") == "canvas"


def test_on_a_telephone_the_devices_own_list_opens(player: Player) -> None:
    player.run_anew("settle", "?test&edition=relaxed&start=table&deal=9")
    player.look(
        "(window.shared = [], navigator.share = (what) => { shared.push(what.url); return Promise.resolve(); },"
        " window.matchMedia = () => ({ matches: true }), 0)"
    )
    player.page.click("#share")
    player.wait_for(lambda: player.look("shared.length") == 1, "the list")
    assert player.look("shared[0]") == f"{player.address}?edition=relaxed&deal=9&start=table"
    assert not player.look("document.getElementById('share-box').open")
    player.look("delete navigator.share, delete window.matchMedia")


def test_a_link_to_the_deal_of_the_day_finds_it_and_the_match_goes_on_when_loaded_again(
    player: Player,
) -> None:
    run = player.run_anew("settle", "?test&edition=tilldawn&daily-match&day=20261120")
    first = run.state["deal"]
    assert (run.error, run.state["screen"]) == (None, "table")
    at(player, f"?edition=tilldawn&deal={first}&start=table&daily-match&day=20261120&test")
    player.run("key D\nsettle\nkey N\nsettle")
    second = player.state["deal"]
    assert [first, second] == deals_of("tilldawn", 20261120, 1, 2)
    player.again()
    assert player.state["deal"] == second


def test_a_game_opened_by_a_link_goes_on_when_the_page_is_loaded_again(player: Player) -> None:
    query = "?test&start=table&T&deal=61"
    before = player.run_anew("settle\nkey UP\nkey ENTER\nsettle", query).state["moves"]
    assert before == ["D"]
    player.reload()
    player.reaches(deal=61, moves=before)
    # The same link opened anew deals the game from its start.
    player.again(query)
    player.reaches(deal=61, moves=[])


@pytest.mark.engines("chromium", "firefox")
@pytest.mark.parametrize(
    ("query", "lines", "address", "screens"),
    [
        ("start=dos", "", "?start=dos&test", ["prompt"]),
        (
            "start=shell",
            "key f; key ENTER; key DOWN; key ENTER; settle; key ENTER; key PGDN",
            "?start=shell&page=five.19&test",
            ["page", "article"],
        ),
        (
            "edition=em&start=table&deal=61&-mouse",
            "settle; key D; settle; key F8; key TAB; key UP",
            "?edition=em&deal=61&start=table&setup=sound&test&-mouse",
            ["table", "setup"],
        ),
        ("watch=odm.1.61.H2x", "key RIGHT; settle", "?watch=odm.1.61.H2x&move=1&test", ["menu", "replay"]),
    ],
)
def test_a_page_that_is_loaded_again_comes_back_to_its_screen(
    player: Player, query: str, lines: str, address: str, screens: list[str]
) -> None:
    player.run_anew("\n".join(["wait 1", *lines.split("; ")]).strip(), f"?test&{query}")
    at(player, address)
    before = {name: player.state[name] for name in ("screen", "deal", "moves")}
    assert before["screen"] == screens[-1]
    player.again()
    player.reaches(**before)
    at(player, address)
    if len(screens) > 1:
        player.run("key ESC\nsettle")
        player.reaches(screen=screens[0])


def test_a_link_to_a_game_shows_it_standing_still(player: Player) -> None:
    state = player.run_anew("wait 100", f"{LINK}&test").state
    assert (state["screen"], state["program"], state["deal"]) == ("replay", "tilldawn", GAME.deal_number)
    assert state["moves"] == []
    state = player.run("key END").state
    assert state["moves"] == [str(move) for move in GAME.moves]
    assert player.run("key HOME\nclickon replay:forward\nsettle").state["moves"] == [str(GAME.moves[0])]
    # Loaded again the page comes back to the move that is shown; what is passed on begins at the first.
    at(player, f"{LINK}&move=1&test")
    player.wait_for(lambda: "goes alone" in player.page.inner_text("#spoken"), "the caption to be heard")
    player.page.click("#share")
    assert copied(player) == player.address + LINK
    player.page.keyboard.press("Escape")
    player.run("key ESC")
    at(player, "?edition=tilldawn&test")


def test_damaged_link_offers_the_deal_that_it_still_tells(player: Player) -> None:
    state = player.run_anew("wait 5", "?test&watch=odm.1.61.H2y").state
    assert (state["screen"], state["deal"]) == ("damaged", None)
    player.wait_for(lambda: "This link is damaged" in player.page.inner_text("#spoken"), "it to be heard")
    state = player.run("clickon menu:deal\nsettle").state
    assert (state["screen"], state["deal"]) == ("table", 61)
    at(player, "?deal=61&start=table&test")


def test_stray_characters_of_a_link_are_ignored(player: Player) -> None:
    state = player.run_anew("settle", "?test&start=table&amp;edition=em&amp;mute)&deal=61).").state
    assert (state["screen"], state["program"], state["deal"]) == ("table", "em", 61)
    at(player, "?edition=em&deal=61&start=table&test&amp;mute)")


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
    at(player, f"?edition=tilldawn&option=auto_match=off&deal={GAME.deal_number}&start=table&test")


def test_a_named_friend_s_link_is_raced_and_the_race_outlasts_a_reload(player: Player) -> None:
    named = f"{LINK}&friend=Ann"
    player.run_anew("wait 100", f"{named}&T&test")
    at(player, f"?T&{named[1:]}&test")
    player.page.click("#share")
    assert copied(player) == player.address + named
    player.page.keyboard.press("Escape")
    state = player.run("key ENTER\nsettle\nkey d\nsettle").state
    assert (state["screen"], state["deal"], len(state["moves"])) == ("table", GAME.deal_number, 1)
    dealt = f"?T&edition=tilldawn&option=auto_match=off&deal={GAME.deal_number}&start=table&test"
    at(player, dealt)
    player.again()
    player.reaches(deal=GAME.deal_number, moves=state["moves"])
    assert any("Ann, move 1: " in line for line in player.state["text"])


def test_before_a_card_is_moved_there_is_no_game_to_give(player: Player) -> None:
    player.run_anew("settle", "?test&edition=relaxed&start=table&deal=9")
    player.page.click("#share")
    copied(player)
    assert not player.page.is_visible("#share-game")
