"""The table: the selector, playing by keys and mouse, refusals, level 2, motions that never make one wait."""

import pytest

from retro_pyramid.machine.events import Motion, Press
from tests.screens.conftest import Start
from tests.screens.driver import Game

BOTTOM = [f"card:7{column}" for column in range(1, 8)]

# Deal 61: the discard pile shows 7h, the bottom row is 5d 2d Ks Qc 6h Qs Jd, and Kd 3s Tc 6s come next from the deck.


def test_a_game_starts_on_the_leftmost_open_card(table: Game) -> None:
    assert table.selected == "card:71"
    assert [name for name in table.enabled() if name.startswith("card:")] == BOTTOM


def test_left_and_right_visit_the_open_cards_and_wrap(table: Game) -> None:
    seen = [table.do("key RIGHT").selected for _ in BOTTOM]
    assert seen == [*BOTTOM[1:], BOTTOM[0]]
    assert table.do("key LEFT").selected == BOTTOM[-1]


def test_open_cards_are_visited_from_left_to_right_over_the_rows(start: Start) -> None:
    # Both cards over 63 gone, it is open and lies between 72 and 75.
    game = start("--start", "table", "--deal", "0").play("72", "76", "D", "74", "73", "D")
    assert game.moves == ["72", "76", "D", "74", "73", "D"]
    game.do("key LEFT; key LEFT; key LEFT; key LEFT; key LEFT")
    visited = [game.do("key RIGHT").selected for _ in range(5)]
    lefts = [game.enabled()[name or ""][0] for name in visited]
    start_of_round = lefts.index(min(lefts))
    assert sorted(lefts) == lefts[start_of_round:] + lefts[:start_of_round]
    assert {"card:62", "card:63", "card:71", "card:75", "card:77"} == set(visited)


@pytest.mark.parametrize("key", ["UP", "DOWN"])
@pytest.mark.parametrize("back", ["LEFT", "RIGHT"])
def test_up_and_down_go_to_the_deck_and_left_and_right_come_back(table: Game, key: str, back: str) -> None:
    table.do("key RIGHT; key RIGHT", f"key {key}")
    assert table.selected == "stock"
    table.do("key UP; key DOWN")
    assert table.selected == "stock"
    assert table.do(f"key {back}").selected == "card:73"


def test_after_a_draw_the_selector_stays_on_the_deck(table: Game) -> None:
    table.do("key UP; key ENTER; key ENTER")
    assert (table.selected, table.moves, table.heard) == ("stock", ["D", "D"], "draw")
    assert table.state["score"] == -10


def test_after_a_play_the_selector_goes_to_the_nearest_open_card(table: Game) -> None:
    table.play("75")
    assert (table.selected, table.moves) == ("card:74", ["75"])


def test_an_uncovered_card_is_the_nearest(start: Start) -> None:
    game = start("--start", "table", "--deal", "4").play("77", "75", "D", "72", "D", "73")
    assert game.selected == "card:62"


@pytest.mark.parametrize("key", ["ENTER", "KPENTER", "SPACE"])
def test_enter_plays_the_selected_card(table: Game, key: str) -> None:
    table.do(*["key RIGHT"] * 4, f"key {key}")
    assert (table.moves, table.state["score"], table.message) == (["75"], 10, None)


def test_a_card_that_does_not_fit_is_refused_with_the_reason(table: Game) -> None:
    table.do("key ENTER")
    assert (table.moves, table.selected, table.heard) == ([], "card:71", "refuse")
    assert table.message == "Only a 6 or an 8 goes on a 7"
    assert table.says(table.message)


def test_a_reason_goes_after_five_seconds(table: Game) -> None:
    table.do("key ENTER", "wait 290")
    assert table.message
    assert table.do("wait 20").message is None


def test_a_message_set_from_elsewhere_has_its_five_seconds_too(table: Game) -> None:
    table.do("key ENTER", "wait 310", "key F2", "wait 200")
    assert table.message == "Sound off"


def test_the_words_below_the_piles_count_the_cards_that_lie_there(start: Start) -> None:
    game = start("--start", "table", "--deal", "61").do("wait 30")
    assert game.says("0 discarded")
    assert game.do("settle").says("1 discarded")
    assert game.do("key UP", "key ENTER").says("1 discarded")
    assert game.do("settle").says("2 discarded")


def test_a_card_that_is_dragged_lies_over_the_words_on_the_table(start: Start) -> None:
    game = start("--start", "table", "--deal", "61").do("settle")
    assert game.says("1 discarded")
    x, y, width, height = game.enabled()["card:72"]
    game.app.update([Press(x + width // 2, y + height // 2)], 1)
    # Over the first letters below the pile, and over the status line.
    for at, words in (((500, 108), "carded"), ((20, 320), "Score 0   Level 1")):
        game.app.update([Motion(*at)], 1)
        assert game.says(words)
        assert game.says("1 discarded") == (words != "carded")


def test_what_is_said_in_passing_hides_a_longer_message(table: Game) -> None:
    table.do("key ENTER", "key F2")
    assert next(row for row in table.rows() if "Sound off" in row).strip() == "Sound off"
    assert table.do("wait 200", "key F2", "wait 290").says("Sound on")


def test_a_click_selects_and_a_click_on_the_selected_card_plays(table: Game) -> None:
    table.do("clickon card:75")
    assert (table.selected, table.moves) == ("card:75", [])
    table.do("clickon card:75")
    assert table.moves == ["75"]


def test_clicks_on_the_deck_select_it_then_draw(table: Game) -> None:
    table.do("clickon stock")
    assert (table.selected, table.moves) == ("stock", [])
    assert table.do("clickon stock").moves == ["D"]


def test_a_covered_card_is_refused_with_a_message_and_the_sound(table: Game) -> None:
    # A visible strip of the card at 42, above its coverers.
    left, top, _, _ = next(t.rect for t in table.app.targets() if t.id == "card:42")
    table.do(f"click {left + 30} {top + 10}")
    assert (table.selected, table.moves, table.heard) == ("card:71", [], "refuse")
    assert table.message == "That card is covered"


def test_the_right_button_and_the_discard_pile_do_nothing(table: Game) -> None:
    x, y, _, _ = next(t.rect for t in table.app.targets() if t.id == "discard")
    table.do("rclickon card:71", "rclickon stock", f"click {x + 20} {y + 20}")
    assert (table.selected, table.moves, table.message) == ("card:71", [], None)


def test_an_empty_deck_refuses(start: Start) -> None:
    # A card of deal 0 goes on to the last one drawn, so the game is not over.
    game = start("--start", "table", "--deal", "0").play(*["D"] * 23)
    assert game.state["score"] == -115
    assert game.state["status"] == "playing"
    game.do("key UP; key ENTER")
    assert (game.message, game.heard) == ("No card is left to draw", "refuse")
    assert "stock" not in game.enabled()


def test_every_card_of_a_streak_sounds_a_semitone_higher(start: Start) -> None:
    game = start("--start", "table", "--deal", "0").play("72", "76")
    assert game.heard == "move+1"
    game.play("D", "74")
    assert game.heard == "move+0"


# Level 2


def test_level_2_hides_covered_cards_and_level_1_shows_all(start: Start) -> None:
    shown = {
        level: start("T", "--start", "table", "--deal", "61", "--level", level).do("settle").rows()
        for level in ("1", "2")
    }
    # The apex is the seven of spades.
    assert "7♠" in shown["1"][1]
    assert "7♠" not in shown["2"][1]
    assert "▒░▒░▒░▒" in shown["2"][1]
    assert "6♥" in "".join(shown["2"])


def test_level_2_turns_a_card_the_moment_it_is_uncovered(start: Start) -> None:
    # Deal 4: 62 lies under 72 and 73.
    game = start("T", "--start", "table", "--deal", "4", "--level", "2").play("77", "75", "D", "72", "D")
    game.do("settle")
    card = next(t for t in game.app.targets() if t.id == "card:62")
    column, row = card.rect[0] // 8, card.rect[1] // 14

    def corner() -> str:
        return game.rows()[row + 1][column + 1 : column + 4]

    assert corner() == "▒░▒"
    game.play("73")
    assert game.app.busy()
    game.do("settle")
    assert "▒" not in corner()
    assert corner()[1] in "♣♦♥♠"


def test_points_of_level_2(start: Start) -> None:
    game = start("--start", "table", "--deal", "4", "--level", "2").play(
        "77", "75", "D", "72", "D", "73", "71"
    )
    assert game.state["score"] == 10 + 10 - 5 + 10 - 5 + 10 + 10


# Motions


@pytest.mark.parametrize("words", [(), ("T",), ("--level", "2")], ids=["graphics", "text", "level 2"])
def test_a_deal_takes_less_than_two_seconds(start: Start, words: tuple[str, ...]) -> None:
    game = start(*words, "--start", "table", "--deal", "61")
    assert game.app.busy()
    game.do("wait 60")
    assert game.app.busy()
    assert not game.do("wait 60").app.busy()


@pytest.mark.parametrize("key", ["LEFT", "UP", "ENTER", "SPACE", "x", "F9", "TAB"])
def test_any_key_ends_the_deal(start: Start, key: str) -> None:
    game = start("--start", "table", "--deal", "61").do("wait 10", f"key {key}")
    assert not game.app.busy()
    assert game.moves == []


def test_enter_that_ends_the_deal_is_not_a_move(start: Start) -> None:
    game = start("--start", "table", "--deal", "61").do("wait 10", "key UP; key ENTER")
    assert game.moves == ["D"]
    game.do("key n; key y", "wait 10", "key ENTER")
    assert (game.moves, game.message) == ([], None)


def test_input_is_never_kept_waiting(start: Start) -> None:
    moves = ["72", "76", "D", "74", "73", "71", "77"]
    slow = start("--start", "table", "--deal", "0", "--level", "2").do("settle")
    for move in moves:
        slow.play(move).do("settle")
    quick = start("--start", "table", "--deal", "0", "--level", "2").play(*moves)
    assert quick.app.busy()
    assert quick.moves == slow.moves == moves
    assert quick.do("settle").picture() == slow.picture()


def test_a_move_is_played_at_once_and_shown_on_its_way(table: Game) -> None:
    before = table.picture()
    table.play("75")
    assert table.moves == ["75"]
    on_its_way = table.picture()
    there = table.do("settle").picture()
    assert len({before, on_its_way, there}) == 3


def test_the_selector_is_red_on_the_corners_of_its_card(table: Game) -> None:
    x, y, width, height = table.enabled()["card:71"]
    red = {4, 12}

    def corner_colours() -> list[int]:
        picture = table.picture()
        corners = [
            (x + 1, y + 1),
            (x + width - 2, y + 1),
            (x + 1, y + height - 2),
            (x + width - 2, y + height - 2),
        ]
        return [picture[640 * row + column] for column, row in corners]

    assert set(corner_colours()) <= red
    table.do("key RIGHT")
    assert not set(corner_colours()) & red
