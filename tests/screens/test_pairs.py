"""The pair programs at their tables: whole games, what is seen, Till Dawn's match of six; single acts are in `acts.txt`."""

from itertools import product

import pytest

from retro_pyramid.machine.events import MouseMotion, MousePress
from retro_pyramid.rules import parse_move
from tests.programs import DEALT_BY_CLICK, PAIR_PROGRAMS
from tests.screens.conftest import Start
from tests.screens.driver import MODES, Game
from tests.screens.pair_games import by_keys, by_mouse, fair_game, game_that_ends, table_of, words

KINDS = [*product(PAIR_PROGRAMS, ("graphics", "text")), ("relaxed", "mono")]
NIGHT = words("tilldawn", 61, "auto_match=off")


def begin(start: Start, edition: str, mode: str = "graphics", mouse: str = "-mouse") -> Game:
    return start(*words(edition, 61), *([mouse] if edition == "em" else []), *MODES[mode]).do("settle")


def played(game: Game, moves: tuple[str, ...]) -> Game:
    for move in moves:
        table_of(game).play_move(parse_move(move))
    return game.do("settle")


@pytest.mark.parametrize(("edition", "mode"), KINDS)
def test_a_game_is_played_by_the_mouse_alone_and_by_keys_alone(start: Start, edition: str, mode: str) -> None:
    moves = fair_game(edition, 61)[:12]
    game, again = begin(start, edition, mode), begin(start, edition, mode, "-nomouse")
    by_mouse(game, *moves)
    by_keys(again, *moves)
    assert game.moves == again.moves == list(moves)
    assert again.state["score"] == game.state["score"]


@pytest.mark.parametrize(("edition", "mode"), KINDS)
def test_selected_card_and_focus_are_seen(start: Start, edition: str, mode: str) -> None:
    # A press beside everything puts the focus away.
    game = begin(start, edition, mode).do("click 6 210")
    before = game.picture()
    game.do("clickon card:72; move 6 210")
    assert (game.selected, game.picture() != before) == ("card:72", True)
    game.do("clickon card:72; move 6 210")
    assert (table_of(game).input_controller.state.picked_id, game.picture()) == (None, before)
    seen = [(game.do("key TAB").selected, game.picture()) for _ in range(9)]
    assert len({picture for _, picture in seen}) == len({name for name, _ in seen}) >= 8


@pytest.mark.parametrize("edition", DEALT_BY_CLICK[1:])
def test_a_game_that_was_helped_is_not_counted(start: Start, edition: str) -> None:
    number, moves = game_that_ends(edition, "stuck")
    game = played(start(*words(edition, number)).do("key F5; key D; key u"), moves)
    assert (game.state["status"], game.files.statistics.read()) == ("stuck", {})


# Windows


def test_more_names_than_fit_are_reached_by_the_arrows_and_the_wheel(start: Start) -> None:
    window = begin(start, "windows")
    for number in range(13):
        assert window.files.saved_games.write(f"g{number:02}", table_of(window).session.to_saved_session())
    window.do("key l")
    assert "button:G12" not in window.enabled()
    assert window.do("key UP").selected == "button:G12"
    assert "button:G12" in window.enabled()
    # Home, End and letters are for the line that is typed.
    lines = ("key PGUP", "key PGDN", "wheel 20", "wheel -1")
    assert [window.do(line).selected for line in lines] == [
        f"button:G{at}" for at in ("02", "12", "00", "01")
    ]


def test_a_game_of_another_program_is_not_taken(start: Start) -> None:
    window = begin(start, "windows")
    assert window.files.saved_games.write(
        "other", table_of(begin(start, "relaxed")).session.to_saved_session()
    )
    window.do("key l; text other; key ENTER")
    assert (window.screen, window.message) == ("files", "That game is of another program")


# Till Dawn


def test_a_card_in_the_hand_goes_back_when_the_size_changes(start: Start) -> None:
    night = begin(start, "tilldawn")
    x, y, *_ = night.enabled()["card:77"]
    night.app.update([MousePress(x + 30, y + 30)], 1)
    night.app.update([MouseMotion(x + 80, y + 10)], 1)
    assert table_of(night).input_controller.state.drag is not None
    night.do("key c")
    assert table_of(night).input_controller.state.drag is None
    assert (night.moves, "card:77" in night.enabled()) == ([], True)


@pytest.mark.parametrize("mode", ["graphics", "text", "mono"])
def test_a_hint_to_redeal_is_seen_on_the_hand(start: Start, mode: str) -> None:
    game = begin(start, "tilldawn", mode).do("key UP", *["key D"] * 24, "settle; click 6 210")
    before = game.picture()
    table_of(game).mark_hint(("stock",))
    after = game.picture()
    assert sum(a != b for a, b in zip(before, after, strict=True)) > 800
    assert game.says("»") == (mode != "graphics")


def test_a_total_nobody_can_have_is_no_total(start: Start) -> None:
    start(*NIGHT).files.config.update_settings({"tilldawn.match": "900 x"})
    game = start(*NIGHT).do("settle; wait 1")
    assert game.says("Total +0  Game 1 of 6")
    assert game.says("setting tilldawn.match cannot be '900 x'")
    # It stays where a person can see it, until a game of a match has ended.
    assert game.files.config.read_settings()["tilldawn.match"] == "900 x"
    game.do("clickon card:73; key n")
    assert game.files.config.read_settings()["tilldawn.match"] == "-51"
