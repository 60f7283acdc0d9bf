"""The game as it is heard: a player who sees nothing follows and plays every program by keys and by what is said."""

import re
from pathlib import Path

import pytest

from retro_pyramid.machine import host
from retro_pyramid.screens.parts.positions import slot_of, spoken
from retro_pyramid.screens.table.table import Table
from retro_pyramid.speech.listener import GREETING, Moment, whole
from tests.hearing import NUMBERS, Hearing
from tests.programs import DEMOS, PROGRAMS
from tests.screens.driver import LAMP

MODES = {"graphics": (), "text": ("T",)}


def heard_the_end(player: Hearing) -> bool:
    return bool(re.search("You won|You cleared|No more moves|no more moves|is over", player.last))


def number(card: str) -> int:
    return NUMBERS[card.split(" ")[0]]


def play_odm(player: Hearing) -> None:
    for _ in range(60):
        if heard_the_end(player):
            return
        top = player.cards("Discard pile")[-1]
        fits = [card for card in player.cards("Row") if (number(card) - number(top)) % 13 in (1, 12)]
        if fits:
            player.go_to(fits[0], "RIGHT")
            assert f"{fits[0]} laid on the discard pile" in player.press("key ENTER")
        else:
            player.press("key UP")
            assert "Drawn: " in player.press("key ENTER")
    raise AssertionError("the end is not heard")


def play_pairs(player: Hearing) -> None:
    for _ in range(200):
        if "Yes No" in player.whole:
            player.press("key N")
        if heard_the_end(player):
            return
        piles = [card for start in ("Stock", "Pack", "Waste") for card in player.cards(start)]
        cards = [*player.cards("Row"), *piles]
        pairs = [(one, two) for one in cards for two in cards if number(one) + number(two) == 13]
        kings = [card for card in player.cards("Row") if number(card) == 13]
        if kings:
            player.go_to(kings[0], "TAB")
            assert f"{kings[0]} is gone" in player.press("key ENTER")
        elif pairs:
            player.go_to(pairs[0][0], "TAB")
            if "gone" in player.press("key ENTER"):
                continue  # In one program the waste's top goes with what lies under it.
            assert "taken up" in player.last
            player.go_to(pairs[0][1], "TAB")
            assert "gone" in player.press("key ENTER")
        else:
            assert re.search("Drawn|turned over|gone", player.press("key D")), player.last
    raise AssertionError("the end is not heard")


@pytest.mark.parametrize(
    ("edition", "mode"),
    [
        pytest.param(edition, mode, marks=pytest.mark.slow if (at + number) % 2 else ())
        for at, edition in enumerate(PROGRAMS)
        for number, mode in enumerate(MODES)
    ],
)
def test_a_whole_game_is_played_by_keys_and_by_what_is_said(
    edition: str, mode: str, opened: host.Presenter, tmp_path: Path
) -> None:
    words = ("-nomouse",) if edition == "em" else ()
    player = Hearing(tmp_path, *MODES[mode], "--edition", edition, *words, "--start", "table", "--deal", "7")
    assert "Deal 7. Row 7: " in player.last
    play_odm(player) if edition == "odm" else play_pairs(player)
    state = player.game.state
    assert state["status"] != "playing"
    assert len([words for words in player.said if re.search("Drawn|gone|laid on|turned over", words)]) == len(
        state["moves"]
    )
    if state["score"] is not None:
        assert re.search(rf"core (plus )?{str(state['score']).replace('-', 'minus ')}\b", player.last)


@pytest.mark.parametrize("edition", PROGRAMS)
def test_what_is_heard_of_a_table_is_what_is_seen_and_pointed_at(
    edition: str, opened: host.Presenter, tmp_path: Path
) -> None:
    player = Hearing(tmp_path, "--edition", edition, "--start", "table", "--deal", "61")
    player.press("key HOME")
    table = player.game.app.top
    assert isinstance(table, Table)
    view = table.view()
    # A card is told by its name, a target by its place: both belong to the same card that is seen.
    faces = {
        lying.place: spoken(lying.card).removeprefix("the ") for lying in view.cards if lying.card is not None
    }
    pointed = [
        faces[view.places.slots[slot]]
        for target in table.targets()
        if target.enabled and (slot := slot_of(target.id)) is not None
    ]
    assert player.cards("Row") == pointed
    lit = [faces[lying.place] for lying in view.cards if lying.lit]
    assert player.whole.split(". ")[-2].split(",")[0] in lit


@pytest.mark.parametrize("mode", MODES)
def test_setup_tells_its_page_line_by_line_and_each_choice(
    opened: host.Presenter, tmp_path: Path, mode: str
) -> None:
    player = Hearing(tmp_path, "--start", "table", *MODES[mode])
    assert player.press("key F8").startswith("Setup, Play. Undo and hints: No. Hints: Fair. Lamp: No.")
    assert player.last.endswith("Undo and hints: N or Y, then Enter. No.")
    assert (
        player.press("key DOWN") == "Fair: cards you see. Exact: all cards. Hints: F or E, then Enter. Fair."
    )
    assert player.press("key RIGHT") == "Hints: Exact. Exact."
    assert player.press("key TAB") == "Play."
    assert player.press("key UP").startswith("Setup, Sound. Sound: Yes.")


def test_what_a_player_of_the_magazines_program_hears(opened: host.Presenter, tmp_path: Path) -> None:
    player = Hearing(tmp_path, "--start", "menu")
    assert player.last == f"{GREETING} GAMES PYRAMID SOLITAIRE No. 61. Play Level 1, 1 of 8."
    assert "Play Level 1, chosen, 1 of 8. Play Level 2. High Scores. Figures. Help." in player.whole
    assert player.press("key DOWN") == "Play Level 2."
    player.press("key UP")
    assert player.press("key ENTER") == (
        "Deal 1001. Row 7: 2 of hearts, King of spades, Jack of hearts, 4 of clubs, 7 of diamonds, 2 of clubs, "
        "10 of clubs. Stock, 23 cards. Discard pile, 1 card, on top the 5 of diamonds. Score 0. Level 1. "
        "2 of hearts, row 7, place 1."
    )
    assert player.press("key RIGHT") == "King of spades, row 7, place 2."
    for _ in range(2):
        assert player.press("key ENTER") == "Only a 4 or a 6 goes on a 5."
    assert player.press("key UP") == "Stock, 23 cards."
    assert player.press("key ENTER") == "Drawn: 10 of spades. Minus 5 points, score minus 5. Stock, 22 cards."
    assert player.press("key ESC") == "Give up this game? It will not be scored. No, 2 of 2."
    assert player.press("key LEFT") == "Yes."
    assert player.press("key ESC") == "Stock, 22 cards."
    assert player.press("key F2") == "Sound off."
    assert "28 cards to clear" in player.press("key F1")
    assert player.press("key PGDN").startswith("The keys")


def test_of_the_magazines_cover_the_contents_are_heard_and_not_the_game_beside_them(
    opened: host.Presenter, tmp_path: Path
) -> None:
    player = Hearing(tmp_path, "--start", "shell")
    assert player.last.startswith(f"{GREETING} ON DISK MONTHLY No. 61 November 1991")
    assert "Features 12 The game, its kin, and luck." in player.whole
    for _ in range(8):
        assert player.press("wait 54") == ""
    assert player.press("key DOWN") == "Features 12 The game, its kin, and luck."


def test_what_a_player_of_the_windows_program_hears(opened: host.Presenter, tmp_path: Path) -> None:
    player = Hearing(tmp_path, "T", "--edition", "windows", "--start", "table", "--deal", "61")
    assert player.press("key RIGHT") == "2 of diamonds, row 7, place 2."
    assert player.press("key ENTER") == "2 of diamonds, row 7, place 2, taken up."
    assert player.press("key ENTER") == "2 of diamonds, row 7, place 2, put back."
    assert player.press("key D") == "Drawn: 7 of hearts."
    assert player.press("key u") == "Taken back. Stock, 24 cards. Score 0 (scoring stopped)."
    player.press("key D", "key D")
    assert player.press("key r").startswith("Deal again. Deal 61. Row 7: 5 of diamonds")
    assert player.press("key F10") == "Game menu. New N, 1 of 10."
    assert player.press("key DOWN") == "Restart R."
    player.press("key END", "key UP")
    assert player.press("key RIGHT") == "Programs menu. Other Pyramids..., 1 of 1."
    player.press("key RIGHT")
    assert player.press("key UP", "key UP") == "on Sound F2. Hint T, not now."
    player.press("key ESC")
    assert player.press("key s").startswith("Save the game. Up to 8 letters and digits. OK. Name:")
    assert player.press("text a") == "a."
    assert player.press("text bc") == "bc."
    assert player.press("key BACKSPACE") == "c deleted."
    assert player.press("key ENTER").startswith("Saved as AB")


def test_a_replay_is_heard_by_its_captions_and_its_keys(opened: host.Presenter, tmp_path: Path) -> None:
    for mode in MODES.values():
        player = Hearing(tmp_path, "--watch", str(DEMOS / "odm.txt"), *mode)
        assert player.last == f"{GREETING} A game to watch: 47 moves, score 1445."
        drawn = "A draw: 5 off. Discard pile: 4 of diamonds. Score minus 5."
        assert player.press("key RIGHT") == drawn
        assert player.press("key RIGHT") == "3 on 4: 10 points. Discard pile: 3 of clubs. Score 5."
        back = "A draw: 5 off. Back: 3 of clubs, row 7, place 6. Discard pile: 4 of diamonds. Score minus 5."
        assert player.press("key LEFT") == back
        assert player.press("key END").startswith("Jack on 10: 70 points. Cleared: 500 extra.")
        assert player.press("key HOME") == "A game to watch: 47 moves, score 1445."
        assert "Row 7: 8 of spades" in player.whole
        assert "Space: Go on" in player.whole
        assert "Enter: Race" in player.whole
        assert player.press("key F1").startswith("A game shown move by move. Space goes on and stops")


def test_several_moves_between_two_moments_are_all_told(opened: host.Presenter, tmp_path: Path) -> None:
    player = Hearing(tmp_path, "--edition", "relaxed", "--start", "table", "--deal", "61")
    player.press("key F5")
    player.game.do("key d; key d; key d")
    assert player.press().startswith("Drawn: 7 of hearts. Drawn: King of diamonds. Drawn: 3 of spades.")
    player.game.do("key u; key u")
    assert player.press() == "Taken back. Stock, 23 cards. Waste: 7 of hearts. Assisted."


def test_who_asks_where_he_is_is_told_everything(opened: host.Presenter, tmp_path: Path) -> None:
    player = Hearing(tmp_path, "--edition", "relaxed", "--start", "table", "--deal", "61")
    for part in (
        "Row 7: 5 of diamonds",
        "Stock, 24 cards",
        "5 of diamonds, row 7, place 1",
        "Keys: ",
        "Esc: Menu",
    ):
        assert part in player.whole
    player = Hearing(tmp_path, "--watch", "em.65.D1-", "--friend", "Ann", "-mouse")
    player.press("key ENTER; settle")
    assert "Ann, move 0: minus 52" in player.whole
    assert whole(Moment(chosen="Yes", typing=True, keys="Esc: Back")) == "Yes. Keys: Esc: Back."


def test_only_keys_that_do_something_are_told(opened: host.Presenter, tmp_path: Path) -> None:
    player = Hearing(tmp_path, "--edition", "tilldawn", "--start", "table", "--deal", "61")
    assert "U: Undo" not in player.whole
    player.press("key F5; clickon card:73; settle")
    assert "U: Undo" in player.whole
    assert "Y: Redo" not in player.whole


def test_keys_that_read_change_nothing_on_the_table_and_are_text_where_one_types(
    opened: host.Presenter, tmp_path: Path
) -> None:
    player = Hearing(tmp_path, "--edition", "em", "-nomouse", "--start", "table", "--deal", "61")
    assert player.press("key h") == "Hint: King of spades, row 7, place 3."
    before = player.game.picture()
    assert player.press("key ,").startswith("Row 7: 5 of diamonds, 2 of diamonds, King of spades")
    assert player.press("key .").endswith("Pack: 7 of hearts.")
    assert player.press("key ;").startswith(
        "Pack, 24 cards, on top the 7 of hearts. Waste, 0 cards. Score minus 52."
    )
    assert player.game.picture() == before, "the hint is still there"
    player.press("key ESC", "key F6")
    assert player.press("key .") == "full stop."
    assert player.press("text 12") == "12."
    assert (
        player.press("key BACKSPACE", "key BACKSPACE", "key BACKSPACE")
        == "2 deleted. 1 deleted. full stop deleted."
    )


def test_lines_of_any_other_screen_are_read_one_by_one(opened: host.Presenter, tmp_path: Path) -> None:
    player = Hearing(tmp_path, "--start", "menu")
    assert player.press("key .") == "GAMES PYRAMID SOLITAIRE No. 61."
    assert player.press("key .", "key .") == "Play Level 1. Play Level 2."
    assert player.press("key ,") == "Play Level 1."
    assert player.press(*["key ."] * 8).endswith("Setup. Quit. End.")
    assert player.press("key ;") == player.whole
    player.press("key F1", "key PGDN")
    assert player.press("key .", "key .").startswith("The keys. Left Right: walk along the open cards")
    assert player.press("key ,") == "The keys."


def test_what_the_lamp_shows_is_told_once_it_is_known(opened: host.Presenter, tmp_path: Path) -> None:
    player = Hearing(tmp_path, "--edition", "windows", "--start", "table", "--deal", "61")
    player.press(*LAMP)
    assert "Lamp: lost." in player.press("wait 300")
    assert "Lamp" not in player.press("key d", "wait 300")
    assert "Lamp: lost." in player.press("key ;")


def test_a_deal_begun_again_and_brought_back_is_told_as_it_lies(
    opened: host.Presenter, tmp_path: Path
) -> None:
    player = Hearing(tmp_path, "--edition", "windows", "--start", "table", "--deal", "61")
    player.press("key d", "key d")
    assert player.press("key r").startswith("Deal again. Deal 61. Row 7: 5 of diamonds")
    back = player.press("key u")
    assert back.startswith("Taken back. Deal 61. Row 7: 5 of diamonds")
    assert "Stock, 22 cards. Waste, 2 cards, on top the King of diamonds, under it the 7 of hearts." in back
