"""Leaving, starting again, dialogs: what is asked, what counts, what is never lost."""

import pytest

from retro_pyramid.machine.events import Key
from tests.screens.conftest import Start
from tests.screens.driver import Game
from tests.scripts.search import cleared_game, stuck_game


def finished(start: Start, *words: str, won: bool = True) -> Game:
    number, moves = cleared_game() if won else stuck_game()
    return start(*words, "--start", "table", "--deal", str(number)).play(*map(str, moves))


def test_esc_asks_also_before_the_first_move(table: Game) -> None:
    table.do("key ESC")
    assert (table.screen, table.message, table.selected) == ("confirm", "Give up this game?", "no")
    assert set(table.enabled()) == {"yes", "no", "back"}


@pytest.mark.parametrize(
    ("answer", "screen"),
    [
        ("key y", "menu"),
        ("key Y", "menu"),
        ("text y", "menu"),
        ("clickon yes", "menu"),
        ("key TAB; key ENTER", "menu"),
        ("key LEFT; key ENTER", "menu"),
        ("key n", "table"),
        ("key N", "table"),
        ("key ESC", "table"),
        ("key ENTER", "table"),
        ("key TAB; key RIGHT; key ENTER", "table"),
        ("clickon no", "table"),
        ("clickon back", "table"),
    ],
)
def test_every_answer_to_a_question(table: Game, answer: str, screen: str) -> None:
    table.play("75").do("key ESC", answer)
    assert table.screen == screen
    if screen == "table":
        assert (table.moves, table.selected) == (["75"], "card:74")


@pytest.mark.parametrize("answer", ["key x", "key F1", "click 2 200", "key PGDN", "wheel 1"])
def test_anything_else_is_no_answer(table: Game, answer: str) -> None:
    assert table.do("key ESC", answer).screen == "confirm"


def test_a_game_given_up_gets_no_name(table: Game) -> None:
    table.play("75").do("key ESC; key y")
    assert table.screen == "menu"
    assert table.files.board().rows[0].score == 0


@pytest.mark.parametrize("ask", ["key n", "key N", "clickon button:new"])
def test_a_new_deal_is_asked_for(table: Game, ask: str) -> None:
    table.play("75").do(ask)
    assert (table.screen, table.message) == ("confirm", "Deal a new game?")
    table.do("key n")
    assert table.moves == ["75"]
    table.do(ask, "key y")
    assert (table.state["deal"], table.moves, table.state["score"]) == (1001, [], 0)
    assert table.do("settle").says("Deal 1001")


@pytest.mark.parametrize("ask", ["key r", "key R", "clickon button:restart"])
def test_a_restart_is_asked_for_and_plays_the_same_deal(table: Game, ask: str) -> None:
    table.play("75").do(ask)
    assert (table.screen, table.message) == ("confirm", "Start this deal again?")
    table.do("key y")
    assert (table.state["deal"], table.moves, table.state["score"]) == (61, [], 0)
    assert table.selected == "card:71"
    assert table.do("settle").says("Assisted")


def test_a_game_played_again_gets_no_name(start: Start) -> None:
    number, moves = cleared_game()
    game = start("--start", "table", "--deal", str(number)).do("key r; key y")
    game.play(*map(str, moves))
    assert game.state["status"] == "won"
    assert game.do("key ESC").screen == "menu"
    assert game.files.board().rows[0].score == 0


def test_a_new_deal_after_a_restart_counts_again(start: Start) -> None:
    game = start("--start", "table", "--deal", "61").do("key r; key y", "key n; key y")
    assert not game.do("settle").says("Assisted")


def test_a_deal_number_typed_in_counts(start: Start) -> None:
    assert finished(start).do("key ESC").screen == "name"


@pytest.mark.parametrize(
    ("won", "words", "sound"),
    [
        (True, "You cleared the pyramid! Final score 1430", "win"),
        (False, "No more moves. Final score 245", "stuck"),
    ],
)
def test_the_end_is_said_plainly_and_waits(start: Start, won: bool, words: str, sound: str) -> None:
    game = finished(start, won=won)
    assert game.heard == sound
    game.do("settle", "wait 400")
    assert game.screen == "table"
    assert game.says(words)
    assert game.says("Press Esc")


@pytest.mark.parametrize("line", ["key ENTER", "key SPACE", "key UP; key ENTER"])
def test_a_finished_game_takes_no_moves(start: Start, line: str) -> None:
    game = finished(start, won=False)
    moves = game.moves
    game.do(line)
    assert (game.screen, game.moves, game.heard) == ("table", moves, "refuse")


@pytest.mark.parametrize("line", ["key ESC", "clickon back", "key BACKSPACE", "click 320 312"])
def test_every_way_on_from_a_finished_game(start: Start, line: str) -> None:
    assert finished(start, won=False).do("settle", line).screen == "name"


@pytest.mark.parametrize("ask", ["n", "r"])
def test_what_comes_next_never_loses_the_score(start: Start, ask: str) -> None:
    game = finished(start).do(f"key {ask}", "key y")
    assert game.screen == "name"
    game.do("text Ann", "key ENTER")
    assert game.files.board().rows[0][:2] == ("Ann", 1430)


@pytest.mark.parametrize("until", ["settle", "key ESC", "key ESC; text An"])
@pytest.mark.parametrize(
    "words",
    [("--start", "table"), ("--level", "2", "--start", "table"), ("--start", "table", "--deal", "61")],
)
def test_a_window_closed_before_the_name_is_entered_costs_no_score(
    start: Start, until: str, words: tuple[str, ...]
) -> None:
    finished(start).do(*until.split("; "))
    again = start(*words)
    assert again.screen == "name"
    assert again.says("1430")
    again.do("text Ann; key ENTER")
    assert again.files.board().rows[0] == ("Ann", 1430, 1)
    assert again.screen == "scores"
    # Then what was asked for.
    again.do("key ENTER")
    wanted = 61 if "--deal" in words else 1001
    assert (again.screen, again.state["deal"], again.moves) == ("table", wanted, [])
    assert sum(figures.games for figures in again.files.statistics.value().values()) == 1


def test_the_deal_of_the_day_waits_for_the_name_too(start: Start) -> None:
    finished(start)
    again = start("--start", "menu").do("key F3", "key ENTER")
    assert again.screen == "name"
    assert again.do("key ESC", "settle").screen == "table"
    assert again.app.day is not None


def test_in_the_menu_the_name_is_asked_for_before_the_next_game(start: Start) -> None:
    finished(start)
    again = start("--start", "menu")
    assert again.screen == "menu"
    assert again.do("key ENTER").screen == "name"
    assert again.do("key ESC").screen == "table"


@pytest.mark.parametrize("way", ["key ESC; key ESC", "key ESC; text Ann; key ENTER"])
def test_a_name_declined_or_entered_is_not_asked_for_again(start: Start, way: str) -> None:
    finished(start).do(*way.split("; "))
    assert start("--start", "table").state["deal"] == 1001


def test_a_finished_game_that_earns_no_place_is_not_taken_up_again(start: Start) -> None:
    number, moves = cleared_game()
    start("--start", "table", "--deal", str(number)).do("key r; key y").play(*map(str, moves))
    assert start("--start", "table").state["deal"] == 1001


def test_the_end_of_a_game_in_one_window_leaves_the_game_of_another(start: Start) -> None:
    number, moves = cleared_game()
    other = start("--start", "table", "--deal", "61")
    one = start("--start", "table", "--deal", str(number)).play(*map(str, moves))
    other.play("75")
    one.do("key ESC; text Ann; key ENTER")
    assert one.files.board().rows[0][:2] == ("Ann", 1430)
    again = start("--start", "table")
    assert (again.state["deal"], again.moves) == (61, ["75"])


@pytest.mark.parametrize(("ask", "deal"), [("n", 1001), ("r", 0)])
def test_a_name_declined_leads_on_to_what_was_asked_for(start: Start, ask: str, deal: int) -> None:
    game = finished(start).do(f"key {ask}", "key y", "key ESC")
    assert (game.screen, game.state["deal"], game.moves) == ("table", deal, [])


@pytest.mark.parametrize("leave", ["key ESC", "key F1", "key q", "clickon back"])
def test_f1_helps_and_returns_to_the_very_same_game(table: Game, leave: str) -> None:
    table.play("75").do("settle", "key RIGHT")
    before, picture = table.state, table.picture()
    table.do("key F1", "key PGDN")
    assert table.screen == "help"
    # The last key hides the pointer again.
    table.do(leave, "key x")
    after = table.state
    del before["tick"], after["tick"]
    assert after == before
    assert table.picture() == picture


def test_help_in_a_deal_finds_the_cards_in_their_places(start: Start) -> None:
    game = start("--start", "table", "--deal", "61").do("wait 20", "key F1", "key ESC")
    assert (game.screen, game.app.busy()) == ("table", False)


def test_f2_turns_the_sound_off_and_on(table: Game) -> None:
    assert table.do("key F2").message == "Sound off"
    assert not table.machine.speaker.on
    assert table.do("key F2").message == "Sound on"
    assert table.machine.speaker.on


def test_the_mouse_turns_the_sound_off_and_on_among_the_options(table: Game) -> None:
    table.do("clickon button:setup; clickon setup:sound; clickon config:sound:off")
    assert not table.machine.speaker.on
    assert table.do("clickon config:sound:on; clickon back").screen == "table"
    assert table.machine.speaker.on


def test_f2_works_on_every_screen(start: Start) -> None:
    game = start()
    for lines in ("wait 1", "key SPACE", "key F1", "key ESC; key ESC", "key n; key ENTER", "key n"):
        game.do(lines, "key F2")
        assert not game.machine.speaker.on, game.screen
        game.do("key F2")
        assert game.machine.speaker.on, game.screen


def test_a_question_stays_readable_when_the_sound_is_switched(table: Game) -> None:
    assert table.do("key ESC; key F2").says("Give up this game?")


@pytest.mark.parametrize("held", ["ESC", "ENTER", "SPACE"])
def test_a_held_key_answers_nothing_that_it_brought_up(start: Start, held: str) -> None:
    game = finished(start).do("key ESC")
    assert game.screen == "name"
    for _ in range(5):
        game.app.update([Key(held, repeat=True)], 1)
    assert game.screen == "name"


def test_a_held_arrow_goes_on(table: Game) -> None:
    table.app.update([Key("RIGHT", repeat=True), Key("RIGHT", repeat=True)], 1)
    assert table.selected == "card:73"
