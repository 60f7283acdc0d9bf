"""Relaxed Pyramid at its table, and with it what all pair programs share: selecting, dragging, helps, resuming."""

import pytest

from retro_pyramid.rules import rules_for
from tests.programs import DEALT_BY_CLICK
from tests.screens.conftest import Start
from tests.screens.driver import Game
from tests.screens.pair_games import by_keys, by_mouse, game_that_ends, table_of, words

# Deal 61: the bottom row is 5d 2d Ks Qc 6h Qs Jd, and 7h Kd 3s Tc come from the stock.
DEAL = words("relaxed", 61)


@pytest.fixture
def relaxed(start: Start) -> Game:
    return start(*DEAL).do("settle")


def test_a_game_begins_with_the_focus_on_the_leftmost_open_card(relaxed: Game) -> None:
    state = relaxed.state
    assert (state["program"], state["screen"], state["status"], state["score"]) == (
        "relaxed",
        "table",
        "playing",
        None,
    )
    assert (state["selected"], state["options"], state["deal"]) == ("card:71", {"passes": "1"}, 61)
    assert {"stock", "foundation", *(f"card:7{column}" for column in range(1, 8))} <= set(relaxed.enabled())
    covered = {target["id"] for target in state["targets"] if not target["enabled"]}
    assert {"card:11", "card:66", "waste"} <= covered


@pytest.mark.parametrize("pair", [("72", "77"), ("77", "72")])
def test_two_cards_that_make_13_go_by_clicking_both(relaxed: Game, pair: tuple[str, str]) -> None:
    relaxed.do(f"clickon card:{pair[0]}")
    assert (relaxed.selected, relaxed.moves) == (f"card:{pair[0]}", [])
    relaxed.do(f"clickon card:{pair[1]}")
    assert (relaxed.selected, relaxed.moves, relaxed.heard) == (None, ["72+77"], "move")
    assert "card:72" not in relaxed.enabled()


def test_a_click_on_the_selected_card_lets_it_go(relaxed: Game) -> None:
    assert relaxed.do("clickon card:72; clickon card:72").selected is None


def test_a_wrong_second_card_becomes_the_selection(relaxed: Game) -> None:
    relaxed.do("clickon card:72; clickon card:71")
    assert (relaxed.selected, relaxed.moves, relaxed.message) == ("card:71", [], None)


@pytest.mark.parametrize("line", ["clickon card:73", "dragon card:73 foundation"])
def test_a_king_goes_alone(relaxed: Game, line: str) -> None:
    assert relaxed.do(line).moves == ["73"]


def test_a_king_goes_also_while_another_card_is_selected(relaxed: Game) -> None:
    assert relaxed.do("clickon card:72; clickon card:73").moves == ["73"]


def test_a_card_dragged_on_its_partner_takes_it_along(relaxed: Game) -> None:
    assert relaxed.do("dragon card:77 card:72").moves == ["72+77"]


def test_a_dragged_card_follows_the_pointer_and_flies_back_when_dropped_wrongly(relaxed: Game) -> None:
    table = table_of(relaxed)
    home = relaxed.enabled()["card:77"][:2]
    relaxed.do("dragon card:77 card:71")
    assert relaxed.message == "J♦ and 5♦ total 16, not 13" or relaxed.message == "5♦ and J♦ total 16, not 13"
    assert (relaxed.moves, relaxed.heard, relaxed.app.busy()) == ([], "refuse", True)
    (glide,) = table.surface.motions.glides
    assert (glide.goal, glide.slot) == (home, 27)
    relaxed.do("settle")
    assert relaxed.enabled()["card:77"][:2] == home


def test_a_card_dropped_beside_everything_flies_back_without_a_word(relaxed: Game) -> None:
    x, y, *_ = relaxed.enabled()["card:77"]
    relaxed.do(f"drag {x + 30} {y + 30} 620 10")
    assert (relaxed.moves, relaxed.message, relaxed.app.busy()) == ([], None, True)


def test_a_press_without_a_move_is_a_click(relaxed: Game) -> None:
    x, y, *_ = relaxed.enabled()["card:77"]
    assert relaxed.do(f"drag {x + 30} {y + 30} {x + 32} {y + 31}").selected == "card:77"


def test_what_lies_under_the_pointer_counts_before_what_the_card_covers(relaxed: Game) -> None:
    # Dragged by its left edge, the Jack lies more on 73 than on the 2 at 72, where the pointer is.
    x, y, *_ = relaxed.enabled()["card:77"]
    to_x, to_y, *_ = relaxed.enabled()["card:72"]
    assert relaxed.do(f"drag {x + 2} {y + 40} {to_x + 60} {to_y + 40}").moves == ["72+77"]


@pytest.mark.parametrize(
    "line", ["clickon stock", "key D", "key d", "clickon button:draw", "key DOWN; key ENTER"]
)
def test_the_stock_gives_one_card(relaxed: Game, line: str) -> None:
    relaxed.do(line)
    assert (relaxed.moves, relaxed.heard) == (["D"], "draw")
    assert "waste" in relaxed.enabled()


def test_the_waste_top_can_be_dragged(relaxed: Game) -> None:
    relaxed.do("clickon stock; settle", "dragon waste card:75")
    assert relaxed.moves == ["D", "75+W"]


def test_the_stock_cannot_be_dragged(relaxed: Game) -> None:
    assert relaxed.do("dragon stock card:75").moves == ["D"]


def test_a_covered_card_is_refused(relaxed: Game) -> None:
    x, y, *_ = next(target.rect for target in relaxed.app.targets() if target.id == "card:11")
    relaxed.do(f"click {x + 30} {y + 10}")
    assert (relaxed.message, relaxed.heard) == ("That card is covered", "refuse")


def test_the_foundation_shows_what_went_there_last(relaxed: Game) -> None:
    relaxed.do("clickon card:73; settle")
    left, top, *_ = next(target.rect for target in relaxed.app.targets() if target.id == "foundation")
    picture = relaxed.picture()
    king = relaxed.app.services.shown.cards().faces[table_of(relaxed).session.cards[23]]
    shown = bytes(picture[(top + 32) * 640 + left + 8 : (top + 32) * 640 + left + 56])
    assert shown == bytes(memoryview(king.data_ptr()).cast("B")[32 * 64 + 8 : 32 * 64 + 56])


def test_one_pass_and_no_more(relaxed: Game) -> None:
    relaxed.do(*["key D"] * 24)
    assert relaxed.moves == ["D"] * 24
    relaxed.do("key D")
    assert (relaxed.moves, relaxed.message) == (["D"] * 24, "There is no redeal")
    assert "stock" not in relaxed.enabled()


@pytest.mark.parametrize("line", ["key D", "clickon stock"])
def test_in_easy_the_waste_is_turned_over_once(start: Start, line: str) -> None:
    easy = start(*words("relaxed", 61, "passes=2")).do(*["key D"] * 24)
    assert easy.do(line).moves[-1] == "R"
    easy.do(*["key D"] * 25)
    assert easy.moves[-1] == "D"
    assert easy.message == "No redeal is left"


@pytest.mark.parametrize(
    ("status", "said"),
    [("won", "The pyramid is empty: you won!"), ("stuck", "No more moves. This game is lost.")],
)
@pytest.mark.parametrize("mode", [(), ("T",)])
def test_win_and_loss_are_announced_and_counted(
    start: Start, status: str, said: str, mode: tuple[str, ...]
) -> None:
    number, moves = game_that_ends("relaxed", status, "passes=2")
    game = start(*words("relaxed", number, "passes=2"), *mode)
    by_mouse(game, *moves)
    assert game.do("settle").state["status"] == status
    assert game.says(said)
    assert game.heard == ("win_relaxed" if status == "won" else "stuck")
    rules = rules_for("relaxed", {"passes": "2"})
    assert game.files.statistics.value()[rules.tag].wins == (1 if status == "won" else 0)
    assert not any(name.startswith("card:") for name in game.enabled())
    assert game.do("clickon button:go-on").state["deal"] == 1001


@pytest.mark.parametrize("mode", [(), ("T",)], ids=["graphics", "text"])
@pytest.mark.parametrize("edition", DEALT_BY_CLICK)
def test_a_lost_position_stays_to_be_seen(start: Start, edition: str, mode: tuple[str, ...]) -> None:
    number, moves = game_that_ends(edition, "stuck")
    game = start(*words(edition, number), *mode).do("settle")
    cards = {target.id: target.rect for target in game.app.targets()}
    by_mouse(game, *moves)
    game.do("settle; wait 60")
    left, top, width, height = game.enabled()["button:go-on"]
    # As low as the fingers for the key hints leave room.
    assert top + height == 320
    assert (left, width) == (0, 640) or edition == "relaxed"
    lying = [target for target in game.app.targets() if target.id.startswith("card:")]
    assert lying
    assert all(target.rect[:1] == cards[target.id][:1] for target in lying)
    game.do("key F6")
    assert game.screen == "name"


@pytest.mark.parametrize("mode", [(), ("T",)], ids=["graphics", "text"])
def test_an_empty_waste_is_nothing_but_the_ground(start: Start, mode: tuple[str, ...]) -> None:
    game = start(*DEAL, *mode).do("settle; click 600 120")
    (waste,) = [target.rect for target in game.app.targets() if target.id == "waste"]

    def seen() -> int:
        left, top, width, height = waste
        picture = game.picture()
        return len(
            {picture[y * 640 + x] for y in range(top, top + height) for x in range(left, left + width)}
        )

    assert seen() == 1
    game.do("clickon stock; settle")
    assert seen() > 1
    game.do("key F5; key u; settle; click 600 120; wait 310")
    assert (game.moves, seen()) == ([], 1)


# Keys


def test_left_and_right_visit_the_open_cards_and_wrap(relaxed: Game) -> None:
    seen = [relaxed.do("key RIGHT").selected for _ in range(7)]
    assert seen == [*(f"card:7{column}" for column in range(2, 8)), "card:71"]
    assert relaxed.do("key END").selected == "card:77"
    assert relaxed.do("key HOME").selected == "card:71"


def test_up_and_down_change_between_pyramid_and_piles(relaxed: Game) -> None:
    assert relaxed.do("key DOWN").selected == "stock"
    assert relaxed.do("key D; key RIGHT").selected == "waste"
    assert relaxed.do("key UP").selected == "card:71"


def test_tab_visits_everything(relaxed: Game) -> None:
    relaxed.do("key F5; key D")
    seen = {relaxed.do("key TAB").selected for _ in range(12)}
    buttons = {"button:undo", "button:hint", "button:number"}
    assert seen == {*(f"card:7{column}" for column in range(1, 8)), "stock", "waste", *buttons}


@pytest.mark.parametrize("key", ["ENTER", "KPENTER", "SPACE"])
def test_enter_selects_and_takes(relaxed: Game, key: str) -> None:
    relaxed.do("key RIGHT", f"key {key}", "key END", f"key {key}")
    assert relaxed.moves == ["72+77"]


def test_esc_lets_the_selected_card_go_before_it_leaves(relaxed: Game) -> None:
    relaxed.do("key ENTER; key ESC")
    assert (relaxed.screen, table_of(relaxed).grip.hand.picked) == ("table", None)
    assert relaxed.do("key ESC").screen == "menu"


def test_a_whole_game_by_keys_is_the_same_as_by_mouse(start: Start) -> None:
    number, moves = game_that_ends("relaxed", "won", "passes=2")
    game = start(*words("relaxed", number, "passes=2"))
    by_keys(game, *moves)
    assert game.moves == list(moves)
    assert game.state["status"] == "won"


def test_the_focus_can_be_seen_only_while_the_keyboard_is_used(relaxed: Game) -> None:
    with_focus = relaxed.picture()
    relaxed.do("click 320 318")
    assert relaxed.selected is None
    assert relaxed.picture() != with_focus
    assert relaxed.do("key RIGHT").selected == "card:72"


# Helps


@pytest.mark.parametrize("key", ["u", "F3", "F4", "h"])
def test_helps_are_off_until_they_are_allowed(relaxed: Game, key: str) -> None:
    relaxed.do("clickon card:73", f"key {key}")
    assert relaxed.moves == ["73"]
    assert relaxed.message is not None
    assert relaxed.heard == "refuse"
    assert not table_of(relaxed).session.assisted


def test_undo_and_redo_mark_the_game(relaxed: Game) -> None:
    relaxed.do("key F5; clickon card:73; key u")
    assert relaxed.moves == []
    assert relaxed.do("key F4").moves == ["73"]
    assert relaxed.do("key F3; key Y").moves == ["73"]
    assert table_of(relaxed).session.assisted
    assert relaxed.says("Assisted")


def test_a_hint_shows_two_cards_till_the_next_key_or_button(relaxed: Game) -> None:
    relaxed.do("key F5; clickon card:73; key h; settle")
    assert set(table_of(relaxed).hinted) == {"card:72", "card:77"}
    relaxed.do("key D")
    assert (table_of(relaxed).hinted, relaxed.moves) == ((), ["73"])


def test_a_command_that_cannot_be_used_is_in_brackets_where_no_colour_tells_it(
    start: Start, relaxed: Game
) -> None:
    words = ("--edition", "relaxed", "--start", "table", "--deal", "61", "--video", "mono")
    assert start(*words).do("settle").says("(Undo)")
    assert not relaxed.says("(Undo)")


def test_that_helps_are_allowed_is_remembered(start: Start, relaxed: Game) -> None:
    relaxed.do("key F5")
    assert start(*DEAL).do("clickon card:73; key u").moves == []


def test_an_assisted_game_is_not_counted(start: Start) -> None:
    number, moves = game_that_ends("relaxed", "stuck")
    game = start(*words("relaxed", number)).do("key F5; key D; key u")
    by_keys(game, *moves)
    assert game.state["status"] == "stuck"
    assert game.files.statistics.value() == {}


# New, again, by number, left off


def test_a_new_game_can_be_undone_till_the_first_move(relaxed: Game) -> None:
    relaxed.do("clickon card:73; key n")
    assert (relaxed.state["deal"], relaxed.moves) == (1001, [])
    relaxed.do("key u")
    assert (relaxed.state["deal"], relaxed.moves) == (61, ["73"])
    assert not table_of(relaxed).session.assisted
    relaxed.do("key n; key D; key u")
    assert relaxed.state["deal"] == 1002


def test_again_deals_the_same_cards(relaxed: Game) -> None:
    relaxed.do("clickon card:73; key r")
    assert (relaxed.moves, relaxed.state["deal"]) == ([], 61)
    assert table_of(relaxed).session.assisted


def test_a_deal_by_its_number(relaxed: Game) -> None:
    relaxed.do("key F6; text 4294967295; key ENTER")
    assert (relaxed.screen, relaxed.state["deal"]) == ("table", 4294967295)
    relaxed.do("key F6; text 4294967296; key ENTER")
    assert (relaxed.state["deal"], relaxed.heard) == (4294967295, "refuse")
    assert relaxed.do("key F6; key ESC; key n").state["deal"] == 1001


def test_a_game_goes_on_where_it_was_left_off(start: Start, relaxed: Game) -> None:
    relaxed.do("clickon card:73; wait 90; key D")
    again = start("--edition", "relaxed", "--start", "table")
    assert (again.state["deal"], again.moves, again.state["selected"]) == (61, ["73", "D"], "card:71")
    assert again.message is not None
    assert table_of(again).session.ticks >= 90


def test_another_deal_or_other_options_asked_for_are_not_passed_over(start: Start, relaxed: Game) -> None:
    relaxed.do("clickon card:73")
    assert start(*words("relaxed", 7)).state["deal"] == 7
    easy = start("--edition", "relaxed", "--start", "table", "--option", "passes=2")
    assert (easy.state["deal"], easy.state["options"]) == (1001, {"passes": "2"})
    menu = start("--edition", "relaxed", "--start", "menu").do("key ENTER")
    assert (menu.state["deal"], menu.moves) == (61, ["73"])


def test_a_game_that_is_over_does_not_come_back(start: Start) -> None:
    number, moves = game_that_ends("relaxed", "stuck")
    by_keys(start(*words("relaxed", number)), *moves)
    assert start("--edition", "relaxed", "--start", "table").state["deal"] == 1001


def test_esc_leads_to_the_menu_and_the_menu_back_to_the_game(relaxed: Game) -> None:
    relaxed.do("clickon card:73; clickon back")
    assert relaxed.state["status"] is None
    assert relaxed.do("key ENTER").moves == ["73"]
