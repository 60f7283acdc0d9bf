"""Solitaire Till Dawn's Pyramid: the stock face up, the hand, the box of Auto-Match, the match of six."""

import pytest

from retro_pyramid.machine.events import Motion, Press
from retro_pyramid.programs.tilldawn.table import LOOK
from tests.screens.conftest import Start
from tests.screens.driver import Game
from tests.screens.pair_games import by_keys, by_mouse, deal_whose, fair_game, game_that_ends, table_of, words

KING = 13


@pytest.fixture
def night(start: Start) -> Game:
    # Deal 61: the bottom row is 5d 2d Ks Qc 6h Qs Jd; 7h Kd 3s Tc come from the stock.
    return start(*words("tilldawn", 61)).do("settle")


def without_match(start: Start, number: int) -> Game:
    return start(*words("tilldawn", number, "auto_match=off")).do("settle")


@pytest.mark.parametrize(
    "line",
    [
        *("clickon stock", "dragon stock waste", "key D", "key UP; key ENTER", "clickon button:deal"),
        *("key o; key d", "key F10; key RIGHT; key ENTER", "clickon menu:other; clickon menu:deal"),
    ],
)
def test_many_ways_to_deal(night: Game, line: str) -> None:
    assert night.do(line).moves == ["D"]


def test_a_king_on_the_stock_goes_to_the_discard_by_a_click_but_is_dealt_by_d(night: Game) -> None:
    night.do("clickon stock; settle")
    assert night.do("clickon stock").moves == ["D", "P"]


def test_a_king_on_the_stock_is_dealt_by_d_or_dragged(start: Start) -> None:
    number = deal_whose(lambda stock: stock[0] == KING)
    assert without_match(start, number).do("key D").moves == ["D"]
    assert without_match(start, number).do("dragon stock waste").moves == ["D"]
    assert without_match(start, number).do("dragon stock discard").moves == ["P"]


@pytest.mark.parametrize(
    "line", ["clickon card:75; clickon stock", "dragon stock card:75", "dragon card:75 stock"]
)
def test_the_stock_top_is_a_partner(night: Game, line: str) -> None:
    assert night.do(line).moves == ["75+P"]


def test_a_wrong_partner_in_the_stock_becomes_the_selection_and_can_be_let_go(night: Game) -> None:
    assert night.do("clickon card:71; clickon stock").selected == "stock"
    assert night.do("clickon stock").selected is None
    assert night.do("clickon card:71; clickon stock; clickon card:75").moves == ["75+P"]


def test_a_stock_card_dragged_to_the_waste_is_dealt_even_on_a_partner(start: Start) -> None:
    number = deal_whose(lambda stock: stock[0] + stock[1] == KING)
    game = without_match(start, number).do("key D; settle; dragon stock waste")
    assert game.moves == ["D", "D"]


def test_a_pair_lying_on_the_waste_goes_by_a_click(start: Start) -> None:
    number = deal_whose(lambda stock: stock[0] + stock[1] == KING)
    game = without_match(start, number).do("key D; key D; clickon waste")
    assert game.moves == ["D", "D", "WW"]


def test_else_the_waste_top_is_selected(night: Game) -> None:
    assert night.do("clickon stock; settle; clickon waste").selected == "waste"
    assert night.do("clickon card:75").moves == ["D", "75+W"]


@pytest.mark.parametrize(
    "line", ["clickon automatch", "key a", "key UP; key RIGHT; key ENTER", "key o; key a"]
)
def test_the_box_of_auto_match(night: Game, line: str) -> None:
    assert night.says("[√] Auto-Match")
    night.do(line)
    assert night.says("[ ] Auto-Match")
    assert not table_of(night).session.auto_match
    assert night.do("clickon automatch").says("[√] Auto-Match")


def test_auto_match_takes_a_pair_as_it_is_dealt_until_the_box_is_cleared(start: Start) -> None:
    number = deal_whose(lambda stock: stock[0] + stock[1] == KING and stock[2] + stock[3] == KING)
    game = start(*words("tilldawn", number)).do("key D; key D")
    assert (game.state["score"], "waste" in names_on(game)) == (-50, True)
    game.do("clickon automatch; key D; key D")
    # In mid-game the record goes on under rules that leave the pair to the player.
    assert game.moves == ["D", "P+W", "D", "D"]
    assert game.state["options"] == {"auto_match": "off"}
    assert game.do("clickon waste").moves[-1] == "WW"


def test_the_box_of_auto_match_is_kept_for_the_next_game_and_the_next_night(start: Start) -> None:
    game = start(*words("tilldawn", 61)).do("settle; key a; key n; settle")
    assert (game.state["deal"], game.says("[ ] Auto-Match")) == (1001, True)
    assert game.state["options"] == {"auto_match": "off"}
    game = start(*words("tilldawn", 61)).do("settle")
    assert (game.says("[ ] Auto-Match"), table_of(game).session.auto_match) == (True, False)
    assert game.do("key a; key n; settle").says("[√] Auto-Match")
    assert start(*words("tilldawn", 61)).do("settle").says("[√] Auto-Match")


def test_a_game_left_off_says_nothing_about_the_box_of_the_next_one(start: Start) -> None:
    # The box was cleared and marked again: the game is written by hand from then on.
    start(*words("tilldawn", 61)).do("settle; key a; key a; clickon card:73")
    game = start(*words("tilldawn", 61)[:4])
    assert (game.moves, game.state["options"]) == (["73"], {"auto_match": "off"})
    assert game.do("key n; settle").state["options"] == {"auto_match": "on"}


def test_the_command_line_sets_the_box_for_one_run(start: Start) -> None:
    assert without_match(start, 61).says("[ ] Auto-Match")
    assert start(*words("tilldawn", 61)).do("settle; key a").says("[ ] Auto-Match")
    assert start(*words("tilldawn", 61, "auto_match=on")).do("settle").says("[√] Auto-Match")


SMALL = ["key c", "key o; key c", "clickon menu:other; clickon menu:cards"]


@pytest.mark.parametrize("mode", [(), ("T",)], ids=["graphics", "text"])
@pytest.mark.parametrize("way", SMALL)
def test_small_cards_are_chosen_and_chosen_back(start: Start, mode: tuple[str, ...], way: str) -> None:
    game = start(*words("tilldawn", 61), *mode).do("settle")
    large, picture = game.enabled()["card:71"], game.picture()
    assert game.do(way).message == "Small cards"
    small = game.enabled()["card:71"]
    assert (small[2] < large[2], small[3] < large[3]) == (True, True)
    assert (small[2], small[3]) == ((56, 42) if mode else (48, 48))
    assert game.do("key o").says("√ Small cards")
    assert game.do("key ESC", way).message == "Large cards"
    game.do("key x; wait 310")
    assert (game.enabled()["card:71"], game.picture()) == (large, picture)


@pytest.mark.parametrize("mode", [(), ("T",)], ids=["graphics", "text"])
def test_a_game_goes_on_with_small_cards(start: Start, mode: tuple[str, ...]) -> None:
    game = start(*words("tilldawn", 61), *mode).do("settle; clickon card:73; clickon card:72; key c")
    assert (game.moves, game.selected) == (["73"], "card:72")
    game.do(
        "clickon card:77; settle; dragon card:75 stock; settle; dragon stock waste; settle; key END; key ENTER"
    )
    assert game.moves == ["73", "72+77", "75+P", "D"]
    assert game.do("key ESC; key LEFT; key ENTER").selected == "card:74"


def test_small_cards_stay_for_the_next_night(start: Start) -> None:
    start(*words("tilldawn", 61)).do("key c")
    game = start(*words("tilldawn", 61)).do("settle")
    assert game.enabled()["card:71"][2:] == (48, 48)
    assert start(*words("relaxed", 61)).do("settle").enabled()["card:71"][2:] == (64, 64)


def test_a_card_in_the_hand_goes_back_when_the_size_changes(night: Game) -> None:
    x, y, *_ = night.enabled()["card:77"]
    night.app.update([Press(x + 30, y + 30)], 1)
    night.app.update([Motion(x + 80, y + 10)], 1)
    assert table_of(night).grip.hand.drag is not None
    night.do("key c")
    assert table_of(night).grip.hand.drag is None
    assert (night.moves, "card:77" in night.enabled()) == ([], True)


def test_a_win_is_celebrated_with_small_cards_too(start: Start) -> None:
    number, moves = game_that_ends("tilldawn", "won", "auto_match=off")
    game = without_match(start, number).do("key c")
    by_mouse(game, *moves)
    assert game.do("settle").says("All 52 cards are gone: you won!")
    assert (game.app.busy(), game.state["status"]) == (False, "won")


def names_on(game: Game) -> set[str]:
    return {target.id for target in game.app.targets()}


def test_the_hand_shows_the_redeals_left_and_redeals_by_a_click(start: Start) -> None:
    game = without_match(start, 61).do(*["key D"] * 24, "settle")
    assert "stock" not in names_on(game)
    assert "hand" in game.enabled()
    assert game.says(" 2 ")
    assert game.do("clickon hand").moves[-1] == "R"
    game.do(*["key D"] * 24, "key D")
    assert game.moves[-1] == "R"
    game.do(*["key D"] * 24, "settle")
    assert "hand" not in game.enabled()
    assert game.do("key D").message == "No redeal is left"


def test_the_focus_on_the_hand_is_called_so(start: Start) -> None:
    game = without_match(start, 61).do("key UP", *["key D"] * 24)
    assert game.state["selected"] == "hand"
    assert game.do("key ENTER").state["selected"] == "stock"


def test_the_score_if_it_ended_now(night: Game) -> None:
    assert night.says("If it ended now -52  Total +0  Game 1 of 6")
    assert night.do("clickon card:73").says("If it ended now -51")


def test_no_more_moves_is_said_with_the_score(start: Start) -> None:
    number, moves = game_that_ends("tilldawn", "stuck", "auto_match=off")
    game = without_match(start, number)
    by_keys(game, *moves)
    score = game.do("settle").state["score"]
    assert game.says(f"No more moves. Score {score:+}")
    assert game.says(f"Game 1 of 6   Total {score:+}")
    assert (game.heard, game.says("If it ended now")) == ("stuck", False)
    assert game.rows()[23].startswith(f" Score {score:+}  Total {score:+}  Game 1 of 6")
    assert game.do("key ENTER").says("Game 2 of 6")


def play_match(start: Start, numbers: list[int]) -> tuple[Game, int]:
    """Play six games of deals given by number, one run of the program for each half; return it and the total."""
    total = 0
    game = without_match(start, numbers[0])
    for at, number in enumerate(numbers):
        if at == len(numbers) // 2:
            game = without_match(start, number)
        elif at:
            game.do(f"key F6; text {number}; key ENTER; settle")
        by_mouse(game, *fair_game("tilldawn", number, "auto_match=off"))
        assert game.state["status"] != "playing"
        total += game.state["score"]
    return game.do("settle"), total


def test_a_match_of_six_is_missed_below_par_and_goes_on_in_another_run(start: Start) -> None:
    game, total = play_match(start, [0, 1, 5, 9, 0, 1])
    assert total < 0
    assert game.says(f"Game 6 of 6   Total {total:+}")
    assert game.says("Par is missed: the match is lost")
    assert game.do("key n; settle").says("Total +0  Game 1 of 6")


def test_a_match_of_six_is_made_at_par_or_above(start: Start) -> None:
    game, total = play_match(start, [2, 12, 15, 16, 18, 36])
    assert total >= 0
    assert game.says("Par is made: the match is yours!")


@pytest.mark.parametrize(
    ("ended", "total", "words", "tune"),
    [
        ("-10 -10 -10 -10 -10", "-101", "Par is missed: the match is lost", "par_missed"),
        ("11 10 10 10 10", "+0", "Par is made: the match is yours!", "par_made"),
    ],
)
@pytest.mark.parametrize("new", ["key n", "clickon button:new", "key F6; text 7; key ENTER"])
def test_a_match_whose_sixth_game_is_ended_by_new_says_whether_par_was_made(
    start: Start, ended: str, total: str, words: str, tune: str, new: str
) -> None:
    without_match(start, 61).files.config.change({"tilldawn.match": ended})
    game = without_match(start, 61).do("clickon card:73; settle")
    assert game.says("Game 6 of 6")
    deal = game.state["deal"]
    game.do(new, "wait 1")
    # It is the end that a match has by the last card of its sixth game: the sign is seen over that game.
    assert (game.screen, game.heard, game.app.busy()) == ("table", tune, True)
    game.do("settle")
    assert table_of(game).view().sign == LOOK.signs[{"par_made": "match_won"}.get(tune, "match_lost")]
    said = f"Scored as it stands. Score -51.  Game 6 of 6   Total {total}", words
    assert [game.says(line) for line in said] == [True, True]
    assert game.state["deal"] == deal
    assert game.files.statistics.value() == {}
    # It goes on without any help, and what it comes to is told again.
    assert game.do("key u; settle").says("Total")
    assert (game.says("Game 6 of 6"), game.says(words), game.state["moves"]) == (True, False, ["73"])
    assert game.do("key n; settle").says(words)
    game.do("key n; settle")
    assert (game.says("Total +0  Game 1 of 6"), game.state["deal"] != deal) == (True, True)
    assert (game.state["deal"] == 7) == ("F6" in new)


def test_a_match_that_has_ended_is_told_once(start: Start) -> None:
    number, moves = game_that_ends("tilldawn", "stuck", "auto_match=off")
    without_match(start, 61).files.config.change({"tilldawn.match": "50 50 50 50 50"})
    game = without_match(start, number)
    by_keys(game, *moves)
    assert game.do("settle").says("Par is made: the match is yours!")
    assert game.heard == "par_made"
    game.do("key n; wait 1")
    assert (game.screen, game.says("Game 1 of 6")) == ("table", True)


def test_a_new_game_ends_the_one_on_with_the_points_it_has(night: Game) -> None:
    night.do("clickon card:73; key n; settle")
    assert night.says("Total -51  Game 2 of 6")
    # Brought back, it is the first game again: its cards fly there.
    night.do("key u; wait 4")
    assert table_of(night).surface.motions.running()
    night.do("settle")
    assert (night.state["deal"], night.says("Total +0  Game 1 of 6")) == (61, True)


def test_a_game_not_begun_does_not_count(night: Game) -> None:
    assert night.do("key n; settle").says("Total +0  Game 1 of 6")


def test_undo_takes_a_finished_game_out_of_the_match_again(start: Start) -> None:
    number, moves = game_that_ends("tilldawn", "stuck", "auto_match=off")
    game = without_match(start, number).do("key F5")
    by_keys(game, *moves)
    game.do("settle; key F3; settle")
    assert game.says("Total +0  Game 1 of 6")
    by_keys(game, moves[-1])
    assert game.do("settle").says(f"Game 1 of 6   Total {game.state['score']:+}")


def test_a_total_nobody_can_have_is_no_total(start: Start) -> None:
    without_match(start, 61).files.config.change({"tilldawn.match": "900 x"})
    game = without_match(start, 61).do("wait 1")
    assert game.says("Total +0  Game 1 of 6")
    assert game.says("setting tilldawn.match cannot be '900 x'")
    # It stays where a person can see it, until a game of a match has ended.
    assert game.files.config.values()["tilldawn.match"] == "900 x"
    game.do("clickon card:73; key n")
    assert game.files.config.values()["tilldawn.match"] == "-51"


def test_the_help_has_the_sections_of_the_document(start: Start) -> None:
    game = start(*words("tilldawn", 61)).do("key F1")
    assert (game.says(" Layout size "), game.says(" Difficulty ")) == (True, True)
    seen = {row.strip("║█░▒▓ ") for _ in range(8) for row in game.do("key PGDN").rows()}
    assert seen >= {"Rules", "Scoring", "Auto-Match", "Mouse and finger"}


@pytest.mark.parametrize("mode", [(), ("T",), ("--video", "mono")], ids=["graphics", "text", "mono"])
def test_a_hint_to_redeal_is_seen_on_the_hand(start: Start, mode: tuple[str, ...]) -> None:
    game = start(*words("tilldawn", 61), *mode).do("key UP", *["key D"] * 24, "settle; click 6 210")
    before = game.picture()
    table_of(game).point(("stock",))
    after = game.picture()
    assert sum(a != b for a, b in zip(before, after, strict=True)) > 800
    assert game.says("»") == bool(mode)
