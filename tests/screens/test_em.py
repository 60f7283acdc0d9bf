"""EM's Pyramid, Standard Play: selecting, the Pack, the commands, the mouse and the errors as its settings say."""

import pytest

from tests.screens.conftest import Start
from tests.screens.driver import Game
from tests.screens.em import ASKING, EM, MOUSE, clicks, keys, played, table_of, watch, watched


@pytest.fixture
def em(start: Start) -> Game:
    return start(*MOUSE).do("settle")


def test_a_click_selects_and_another_lets_go(em: Game) -> None:
    em.do("clickon card:72")
    assert em.selected == "card:72"
    assert table_of(em).grip.hand.picked == "card:72"
    em.do("clickon card:72")
    assert table_of(em).grip.hand.picked is None
    assert em.moves == []


def test_two_cards_of_thirteen_go(em: Game) -> None:
    em.do("clickon card:72; clickon card:77")
    assert em.moves == ["72+77"]


def test_a_king_goes_at_once(em: Game) -> None:
    em.do("clickon card:73")
    assert em.moves == ["73"]


def test_a_wrong_second_card_beeps_tells_and_clears_the_selection(em: Game) -> None:
    em.do("clickon card:71; clickon card:72")
    assert em.message == "5♦ and 2♦ total 7, not 13"
    assert em.heard == "em_beep"
    assert table_of(em).grip.hand.picked is None
    assert em.moves == []


@pytest.mark.parametrize("second", ["key W", "key 1; key 1", "key 7; key 3", "clickon card:72"])
def test_any_mistake_with_the_second_card_clears_the_selection(em: Game, second: str) -> None:
    em.do("key P", second)
    assert table_of(em).grip.hand.picked is None
    assert em.heard == "em_beep"
    assert em.moves == []
    # What it was is said, and a card selected now is the first one.
    assert em.message is not None
    assert em.do("clickon card:72; clickon card:77").moves == ["72+77"]


def test_without_error_messages_a_mistake_only_beeps(start: Start) -> None:
    em = start(*MOUSE, "-errormsgoff").do("settle; clickon card:71; clickon card:72")
    assert em.message is None
    assert em.heard == "em_beep"


def test_without_error_messages_a_newcomer_is_not_told_the_mistake_either(start: Start) -> None:
    em = start(*MOUSE, "-errormsgoff", new=True).do("settle; clickon card:71; clickon card:72; wait 2")
    assert em.message == "Two cards that make 13: 2+Jack, 6+7. A King goes alone."


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        ("key 1; key 1", "That card is covered"),
        ("key 3; key 7", "Row 3 has columns 1 to 3"),
        ("key 1; key 2", "Row 1 has only column 1"),
        ("key 7; key 3; key 7; key 3", "No card is there any more"),
        ("key W", "The Waste is empty"),
        ("key 7; key 1; key P", "5♦ and 7♥ total 12, not 13"),
    ],
)
def test_the_message_fits_the_mistake(em: Game, lines: str, words: str) -> None:
    assert em.do(lines).message == words
    assert em.heard == "em_beep"


def test_the_right_button_anywhere_moves_the_packs_top_card(em: Game) -> None:
    em.do("rclick 5 200; settle; rclick 600 30")
    assert em.moves == ["D", "D"]


def test_with_the_pack_empty_the_waste_is_turned_over_while_redeals_remain(em: Game) -> None:
    for passed in (1, 2, 3):
        em.do(*["rclick 5 200"] * 24)
        assert em.app.session is not None
        assert em.app.session.state.stock == ()
        em.do("rclick 5 200")
        if passed < 3:
            assert em.moves[-1] == "R"
    assert em.message == "No redeal is left"
    assert em.heard == "em_beep"
    assert em.moves.count("R") == 2


def test_a_card_can_be_dragged_on_to_its_partner(em: Game) -> None:
    em.do("dragon card:72 card:77")
    assert em.moves == ["72+77"]


def test_keypad_digits_play_like_the_others(em: Game) -> None:
    em.do("key KP7; key KP2; key KP7; key KP7")
    assert em.moves == ["72+77"]
    em.do("key KP0; key KP9")
    assert em.moves == ["72+77", "D"]
    assert table_of(em).grip.hand.picked == "waste"
    em.do("key ESC; key KP8")
    assert em.moves == ["72+77", "D", "P"]


@pytest.mark.parametrize("mode", [(), ("T",)])
def test_a_whole_game_by_keys(start: Start, mode: tuple[str, ...]) -> None:
    moves, score = played(61)
    em = start(*EM, *mode, "-nomouse").do("settle")
    for move in moves:
        if em.screen == "confirm":
            assert em.message == "The pyramid is cleared. Score this game now?"
            em.do("key n")
        em.do(keys(move), "settle")
    state = em.state
    assert state["moves"] == list(moves)
    assert state["score"] == score
    assert state["status"] == "won"
    assert em.heard == "win_em"
    assert em.says("All 52 cards are gone!")


def test_a_whole_game_by_the_mouse(start: Start) -> None:
    moves, score = played(61)
    em = start(*MOUSE).do("settle")
    for move in moves:
        if em.screen == "confirm":
            em.do("clickon no")
        em.do(clicks(move), "settle")
    assert em.moves == list(moves)
    assert em.state["score"] == score
    em.do("clickon button:go-on")
    assert em.state["deal"] == 1001


@pytest.fixture
def cleared(start: Start) -> Game:
    """Deal 1004 as far as its pyramid is cleared: cards are left, and whether to score is asked."""
    em = start(*MOUSE, "--deal", "1004").do("settle")
    for move in played(1004)[0]:
        em.do(keys(move), "settle")
        if em.screen == "confirm":
            break
    return em


def test_a_cleared_pyramid_can_be_scored_at_once(cleared: Game) -> None:
    assert cleared.message == "The pyramid is cleared. Score this game now?"
    score = cleared.state["score"]
    assert 0 < score < 35
    cleared.do("key y")
    assert cleared.says(f"This game is scored as it stands. Score +{score}")
    assert cleared.says("Enter or NEW deals another game")
    cleared.do("key SPACE; settle")
    assert cleared.state["deal"] == 1001


def test_or_it_can_be_played_on(cleared: Game) -> None:
    moves, score = played(1004)
    done = len(cleared.moves)
    cleared.do("clickon no")
    for move in moves[done:]:
        cleared.do(keys(move), "settle")
    assert cleared.state["status"] == "stuck"
    assert cleared.state["score"] == score
    assert cleared.says("The pyramid is cleared; no more moves.")


def test_the_rows_and_columns_are_numbered(start: Start) -> None:
    rows = start(*EM, "T", "-mouse").do("settle").rows()
    # None of them touches the edge of the screen.
    assert [rows[1 + 3 * row][31 - 5 * row] for row in range(7)] == list("1234567")
    for row in range(1, 8):
        upper = rows[3 * (row - 1)][33 - 5 * (row - 1) :][: 10 * row]
        assert [char for char in upper if char.isdigit()] == list("1234567")[:row]


# Commands


def test_hint_shows_a_lone_king_until_any_key(em: Game) -> None:
    em.do("key h; wait 2")
    assert table_of(em).hinted == ("card:73",)
    assert em.machine.pointer_shape == "hourglass"
    em.do("key 7")
    assert table_of(em).hinted == ()
    assert em.machine.pointer_shape != "hourglass"
    assert em.message is None
    assert em.moves == []


def test_the_hourglass_stands_where_nothing_moves(start: Start) -> None:
    em = start("--edition", "em", "--start", "table", "--deal", "61", "--still").do("settle; key h; wait 2")
    assert em.machine.pointer_shape == "standing hourglass"


def test_hint_shows_two_cards_until_any_button(em: Game) -> None:
    em.do("clickon card:73; settle; clickon button:hint; wait 2")
    assert len(table_of(em).hinted) == 2
    em.do("rclick 300 300")
    assert table_of(em).hinted == ()
    assert em.moves == ["73"]


def test_without_a_hint_there_is_a_beep_and_a_message(em: Game) -> None:
    em.do("key 7; key 3; key 7; key 2; key 7; key 7; settle", "key h; wait 3")
    tried = 0
    while table_of(em).hinted and tried < 60:
        hinted = [name.removeprefix("card:") for name in table_of(em).hinted]
        em.do("key SPACE", *(f"clickon {name}" for name in table_of(em).hinted), "settle")
        for part in hinted:
            em.do(keys({"stock": "P", "waste": "W"}.get(part, part)))
        em.do("settle; key h; wait 3")
        tried += 1
    assert em.message == "No cards go together now"
    assert em.heard == "em_beep"


@pytest.mark.parametrize(("ask", "yes"), [("key n", "key y"), ("clickon button:new", "clickon yes")])
def test_new_asks_first(em: Game, ask: str, yes: str) -> None:
    em.do("key D", ask)
    assert (em.screen, em.selected) == ("confirm", "no")
    em.do("key n", ask, yes)
    assert em.state["deal"] == 1001
    assert em.moves == []


@pytest.mark.parametrize(("ask", "yes"), [("key q", "key y"), ("clickon button:quit", "clickon yes")])
def test_quit_asks_and_leaves(em: Game, ask: str, yes: str) -> None:
    em.do(ask, "key n")
    assert not em.app.done
    em.do(ask, yes)
    assert em.app.done


def test_in_a_browser_quit_leads_to_the_menu(em: Game) -> None:
    em.app.services = em.app.services._replace(host="page")
    em.do("key q; key y")
    assert em.screen == "menu"
    assert not em.app.done


@pytest.mark.parametrize("end", ["key x", "key F5", "click 5 5", "rclick 600 300"])
def test_info_ends_at_any_key_or_button(em: Game, end: str) -> None:
    em.do("clickon button:info")
    assert em.screen == "info"
    assert em.says("Version")
    em.do(end)
    assert em.screen == "table"
    assert em.moves == []


@pytest.mark.parametrize("way", ["key ?", "key F1", "clickon button:help"])
def test_help_pages_and_comes_back(em: Game, way: str) -> None:
    em.do(way)
    assert em.screen == "help"
    em.do("key PGDN; key UP; key END; key HOME; key ESC")
    assert em.screen == "table"


@pytest.mark.parametrize("way", ["key a", "clickon button:auto"])
def test_auto_finishes_the_game_card_by_card(em: Game, way: str) -> None:
    em.do(way, "wait 2")
    assert watched(em)
    seen = set()
    for _ in range(60):
        em.do("wait 1")
        seen.add(table_of(em).hinted)
    assert ("card:73",) in seen
    assert any(len(names) == 2 and names[:1] in seen for names in seen)
    watch(em)
    assert em.moves == list(played(61)[0])
    assert em.state["status"] == "won"
    assert em.app.session is not None
    assert em.app.session.assisted


def test_auto_finishes_a_game_whose_pyramid_is_cleared_before(start: Start) -> None:
    em = start("--edition", "em", "--start", "table", "--deal", "2", "-mouse", "-fast").do("settle; key a")
    watch(em)
    assert (em.screen, em.state["status"]) == ("table", "won")
    assert em.app.session is not None
    cleared = [entry.state.pyramid == 0 for entry in em.app.session.history]
    assert cleared.index(True) < len(cleared) - 1


def test_auto_can_be_stopped(em: Game) -> None:
    em.do("key a; wait 60; key ESC")
    moves = em.moves
    assert moves
    em.do("wait 100")
    assert em.moves == moves
    assert not watched(em)
    assert table_of(em).hinted == ()


@pytest.mark.parametrize("speed", ["-slow", "-medium", "-fast"])
def test_auto_goes_at_the_speed_that_is_set(start: Start, speed: str) -> None:
    em = start(*EM, "-mouse", speed).do("settle; key a; wait 120")
    low, high = {"-slow": (1, 2), "-medium": (3, 5), "-fast": (7, 20)}[speed]
    assert low <= len(em.moves) <= high


def test_while_the_computer_plays_the_cards_are_its_own(em: Game) -> None:
    em.do("key a; wait 5")
    targets = em.enabled()
    assert not [name for name in targets if name.startswith("card:")]
    em.do("key 7; wait 1")
    assert em.message == "The computer is playing"
    em.do("key i")
    assert em.screen == "info"
    em.do("key SPACE")
    assert watched(em)


def test_keys_that_play_do_not_play_for_the_computer(em: Game) -> None:
    em.do("key a; wait 2", "key d; key p; key F7; key h; key a; rclick 300 300")
    assert em.screen == "table"
    assert watched(em)
    watch(em)
    assert em.moves == list(played(61)[0])


@pytest.mark.parametrize("lines", ["key n; key y", "key t; key n; text Ann; key ENTER"])
def test_another_game_takes_the_cards_out_of_the_computers_hands(em: Game, lines: str) -> None:
    em.do("key a; wait 30", lines, "settle; wait 100")
    assert not watched(em)
    assert em.state["deal"] == 1001
    assert em.moves == []
    em.do("key D")
    assert em.moves == ["D"]
    # The keyboard is the player's again.
    assert table_of(em).focused is not None


def test_a_row_can_be_taken_back(em: Game) -> None:
    em.do("key 7")
    assert em.message == "Row 7, column ..."
    em.do("key ESC; key 7; key 3")
    assert em.screen == "table"
    assert em.moves == ["73"]


@pytest.mark.parametrize("digit", ["8", "9", "0", "KP8", "KP9", "KP0"])
def test_after_a_row_every_digit_is_a_column_and_one_too_high_is_refused(em: Game, digit: str) -> None:
    em.do("key D; key D; key D; key 7", f"key {digit}")
    assert em.message == "Row 7 has columns 1 to 7"
    assert em.heard == "em_beep"
    assert (em.moves, table_of(em).picked) == (["D"] * 3, None)
    # The row is forgotten with it, so the same digit is the Pack, the Waste or a draw again.
    em.do(f"key {digit}")
    assert table_of(em).picked == {"8": "stock", "9": "waste", "0": None}[digit[-1]]
    assert em.moves == ["D"] * (4 if digit[-1] == "0" else 3)


@pytest.mark.parametrize("words", [(), ("T",)])
def test_the_column_is_asked_for_as_long_as_it_is_awaited_and_not_as_an_error(
    start: Start, words: tuple[str, ...]
) -> None:
    em = start(*MOUSE, *words).do("settle; key 7; wait 400")
    assert em.message == "Row 7, column ..."

    def paper(said: str) -> int:
        row = next(number for number, row in enumerate(em.rows()) if said in row)
        return em.machine.video.cells[2 * (80 * row + em.rows()[row].index(said)) + 1] >> 4

    asked = paper("Row 7, column")
    em.do("key 9")
    assert paper("Row 7 has columns") != asked


@pytest.mark.parametrize("end", ["key ESC", "click 300 300", "rclick 300 300", "key h", "key F1; key ESC"])
def test_a_row_is_forgotten_by_whatever_is_done_next(em: Game, end: str) -> None:
    em.do("key 7", end, "wait 2")
    assert em.message is None
    em.do("key SPACE; key 3")
    assert em.message == "Row 3, column ..."


def test_a_deal_can_be_chosen_by_its_number(em: Game) -> None:
    em.do("key F6; text 4711; key ENTER; settle")
    assert em.state["deal"] == 4711
    em.do("key F3")
    assert em.state["deal"] == 61


def test_a_game_can_be_scored_at_any_time(em: Game) -> None:
    em.do("key 7; key 3; settle; clickon card:71; key F7")
    assert em.message == "End this game and score it now?"
    em.do("key n; key F7; key y")
    assert em.says("This game is scored as it stands. Score -51")
    assert table_of(em).picked is None
    em.do("key D; key 7; key 1; rclick 300 300; key F7")
    assert (em.screen, em.moves, table_of(em).picked) == ("table", ["73"], None)
    em.do("clickon button:go-on; settle")
    assert em.state["deal"] == 1001


def test_a_game_that_is_scored_does_not_come_back(em: Game, start: Start) -> None:
    em.do("key 7; key 3; settle; key F7; key y")
    assert em.files.statistics.value() == {}
    assert start("--edition", "em", "--start", "table").moves == []


def test_undo_takes_scoring_back(em: Game, start: Start) -> None:
    em.do("key F5; key 7; key 3; key D; settle; key F7; key y; key F3")
    assert em.moves == ["73"]
    assert not em.says("This game is scored")
    assert em.do("key D").moves == ["73", "D"]
    assert start("--edition", "em", "--start", "table").moves == ["73", "D"]


# The mouse


def test_ask_asks_at_the_beginning_of_each_game(start: Start) -> None:
    em = start(*ASKING).do("settle; wait 1")
    assert (em.screen, em.selected) == ("confirm", "yes")
    assert em.message == "Play this game with the mouse?"
    em.do("key n; clickon card:73; rclick 300 300")
    assert em.moves == []
    assert not em.machine.pointer_shown
    em.do("key n; key y; settle; wait 1")
    assert em.message == "Play this game with the mouse?"
    em.do("clickon yes; rclick 300 300")
    assert em.moves == ["D"]


def test_start_table_is_at_once_on_the_table_and_the_next_game_asks(start: Start) -> None:
    em = start(*EM).do("settle; wait 1")
    assert em.screen == "table"
    em.do("clickon card:73; settle; key 7; key 2; key 7; key 7")
    assert em.moves == ["73", "72+77"]
    em.do("clickon button:new; clickon yes; settle; wait 1")
    assert (em.screen, em.message) == ("confirm", "Play this game with the mouse?")


@pytest.mark.parametrize("start_at", ["title", "menu"])
def test_from_the_menu_the_first_game_asks(start: Start, start_at: str) -> None:
    em = start("--edition", "em", "--deal", "61", "--start", start_at).do("settle")
    em.do(*["key ENTER; settle"] * (2 if start_at == "title" else 1), "settle; wait 1")
    assert em.message == "Play this game with the mouse?"


def test_no_in_the_settings_holds_at_once(start: Start) -> None:
    start("--edition", "em").files.config.change({"em.mouse": "no"})
    em = start(*EM).do("settle; rclick 300 300")
    assert (em.screen, em.moves, em.machine.mouse) == ("table", [], False)


def test_with_the_mouse_off_it_is_ignored_and_the_menu_has_it_again(start: Start) -> None:
    em = start(*EM, "-nomouse").do("settle; rclick 300 300; clickon button:new")
    assert em.screen == "table"
    assert em.moves == []
    em.do("key ESC; clickon menu:help")
    assert em.screen == "help"


def test_the_pointer_is_a_hand_over_what_can_be_selected(em: Game) -> None:
    for name, shape in (("card:71", "hand"), ("stock", "hand"), ("button:tour", "hand")):
        em.do(f"moveon {name}")
        assert em.machine.pointer_shape == shape, name
    for point in ("260 40", "5 200"):
        em.do(f"move {point}")
        assert em.machine.pointer_shape == "arrow", point
    em.do("key i; move 300 170")
    assert em.machine.pointer_shape == "arrow"


# Sounds


def test_full_sound_has_songs_partial_has_beeps_off_has_nothing(start: Start) -> None:
    em = start(*EM, "-mouse", "-fullsound").do("settle")
    assert (em.heard, em.machine.speaker.on) == ("em_start", True)
    em = start(*EM, "-mouse", "-partsound").do("settle")
    assert (em.heard, em.machine.speaker.on) == ("", True)
    em.do("key 1; key 1")
    assert em.heard == "em_beep"
    em = start(*EM, "-mouse", "-nosound").do("settle")
    assert not em.machine.speaker.on


# Left off


def test_a_game_goes_on_where_it_was_left_off(start: Start) -> None:
    em = start(*MOUSE).do("settle; key 7; key 3; key D; settle")
    again = start("--edition", "em", "--start", "table", "-mouse").do("settle")
    assert again.moves == em.moves == ["73", "D"]
    again.do("key ESC")
    assert again.screen == "menu"
    again.do("key ENTER; settle")
    assert again.moves == ["73", "D"]


def test_what_the_computer_played_is_kept_when_it_is_stopped(em: Game, start: Start) -> None:
    em.do("key a; wait 80; key ESC")
    again = start("--edition", "em", "--start", "table", "-mouse")
    assert again.moves == em.moves != []


def test_undo_is_behind_an_option_and_marks_the_game(em: Game) -> None:
    em.do("key D; settle; key F3")
    assert em.moves == ["D"]
    em.do("key F5; key F3")
    assert em.moves == []
    assert em.app.session is not None
    assert em.app.session.assisted


@pytest.mark.parametrize("words", [(), ("T",)], ids=["graphics", "text"])
def test_cards_fly_above_what_is_written_at_the_piles(start: Start, words: tuple[str, ...]) -> None:
    game = start("--edition", "em", "--start", "table", "--deal", "61", *words)
    table, across = table_of(game), 80
    shown = set()
    for _ in range(90):
        row = next(row for row in game.do("wait 1").rows() if "Waste 0" in row)
        shown.add(row[52 : row.index("Waste 0")].strip())
        over = {
            (x, y)
            for glide in table.surface.motions.glides
            if (way := glide.place(table.surface.motions.now)) is not None
            for x in range(-(-way[0] // 8), (way[0] + table.surface.felt.card_size[0]) // 8)
            for y in range(-(-way[1] // 14), (way[1] + table.surface.felt.card_size[1]) // 14)
        }
        cells = game.machine.video.cells
        covered = {chr(cells[2 * (y * across + x)]) for x, y in over if 5 <= y <= 8 and x > 55}
        assert not covered & set("Pack")
    # What no card covers stays.
    assert {"Pack 24"} < shown


def test_a_hint_of_the_kind_the_original_had_marks_nothing(em: Game) -> None:
    em.do("key h; settle")
    assert table_of(em).hinted == ("card:73",)
    assert not table_of(em).session.assisted


def test_an_exact_hint_marks_the_game(em: Game) -> None:
    em.app.choices.change({"shell.hint": "exact"})
    em.do("key h")
    assert table_of(em).session.assisted
    for _ in range(600):
        if table_of(em).hinted:
            break
        em.do("wait 1")
    assert table_of(em).hinted == ("card:73",)
    assert em.message == "With this the game can be won"
