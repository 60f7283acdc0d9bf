"""The move that lost a game: named when the game is over, marked in its replay, and tried again from there."""

import pytest

from retro_pyramid.rules.transcript import FRIEND_NOTE_KEY, Transcript, parse_transcript, truncated_save
from retro_pyramid.table.ghost import create_ghost_game
from retro_pyramid.ui.drawing import cells_to_pixels
from tests.programs import PROGRAMS, TESTS
from tests.screens.conftest import Start
from tests.screens.driver import MODES, SHOWN, Game
from tests.screens.pair_games import table_of

GAMES = TESTS / "judged"


def lost(edition: str) -> tuple[Transcript, int]:
    """A game of the fair player that a move lost, and the index of that move."""
    game = parse_transcript((GAMES / f"{edition}.txt").read_text(encoding="utf-8"))
    return game, int(dict(game.notes)["lost_by"])


def played(start: Start, edition: str, *words: str, frames: int = 400) -> Game:
    """The same game at the table, played to its end, and so many frames later."""
    shown, _ = lost(edition)
    # EM's asks at first whether there is a mouse.
    game = start("--edition", edition, "--start", "table", *(("-mouse",) if edition == "em" else ()), *words)
    game.app.navigator.play_from_replay(truncated_save(shown, len(shown.moves) - 1))
    table_of(game).play_move(shown.moves[-1])
    return game.do(f"wait {frames}")


@pytest.mark.parametrize(("edition", "mode"), SHOWN)
def test_the_move_that_lost_is_named_and_b_tries_again(start: Start, edition: str, mode: str) -> None:
    shown, at = lost(edition)
    game = played(start, edition, *MODES[mode])
    words = "cost" if edition == "odm" else "lost it"
    assert game.says(f"Move {at + 1} {words}")
    assert game.says("B tries again")
    # No key and no fact beside it is cut off.
    last = game.rows()[-1].split()
    assert last[0] in {hint.key for hint in game.app.top_screen.get_key_hints()}
    assert game.app.top_screen.get_key_hints()[-1].label.endswith(last[-1])
    separated = [words.strip() for words in game.rows()[-1].split("  ") if words.strip()]
    assert separated == [f"{hint.key} {hint.label}" for hint in game.app.top_screen.get_key_hints()]
    game.do("key b")
    assert game.state["screen"] == "table"
    assert game.state["moves"] == [str(move) for move in shown.moves[:at]]
    assert table_of(game).session.is_assisted


@pytest.mark.parametrize("edition", PROGRAMS)
def test_no_words_about_the_deal_are_replaced_at_once(start: Start, edition: str) -> None:
    game = played(start, edition, frames=0)
    table, shown = table_of(game), [""]
    for _ in range(100):
        words = table.analysis.build_deal_value_text(table.session)
        if words != shown[-1]:
            shown.append(words)
        game.do("wait 1")
    assert len(shown) == 2, shown
    # The box of Windows wraps them.
    assert game.says(shown[1].split(":")[0])


def test_a_long_search_for_the_worth_of_a_deal_is_shown(
    start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("retro_pyramid.table.analysis.NODES_PER_TICK", 0)
    game = played(start, "odm", frames=50)
    assert not game.says("Best of the deal")
    assert game.do("wait 20").says("Best of the deal: not known yet")


@pytest.mark.parametrize("edition", PROGRAMS[::2])
def test_my_game_shows_that_move_and_what_would_have_been_better(start: Start, edition: str) -> None:
    at = lost(edition)[1]
    game = played(start, edition)
    game.do("clickon button:replay; wait 300")
    assert (game.state["screen"], len(game.state["moves"])) == ("replay", at + 1)
    assert "better: " in str(game.state["message"])
    assert game.says("▼")
    game.do("key ENTER")
    assert (game.state["screen"], len(game.state["moves"])) == ("table", at)


def test_in_a_tournament_nothing_is_tried_again(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    game = played(start, "em")
    monkeypatch.setattr(type(table_of(game).game_mode), "is_ranked", True)
    game.do("wait 1; move 300 200")
    assert game.says("lost it")
    assert not game.says("B tries again")
    game.do("key b")
    assert "no move is known to have lost a game" in str(game.state["message"]).lower()


def ended_by_f7(start: Start, *lines: str) -> Game:
    game = start("--edition", "em", "--start", "table", "--deal", "24", "-mouse")
    return game.do("settle", *lines, "settle", "key F7; key y", "wait 300")


def test_a_game_scored_as_it_stands_names_the_move_that_lost_it(start: Start) -> None:
    """The first move of deal 24 makes it unwinnable (by the solver); the game could have gone on."""
    game = ended_by_f7(start, "clickon card:71; clickon card:75", "key D")
    assert game.state["status"] == "playing"
    assert game.says("Move 1 lost it: ")
    game.do("key m; wait 300")
    assert (game.screen, game.moves) == ("replay", ["71+75"])
    assert "better: " in str(game.message)
    assert game.do("key ESC; key b").screen == "table"
    assert game.moves == []


def test_a_game_scored_as_it_stands_names_no_move_if_it_could_still_be_won(start: Start) -> None:
    game = ended_by_f7(start)
    assert game.says("This game is scored as it stands")
    assert not game.says("lost it")


@pytest.mark.parametrize("friend", ["", "Ann", "Annabellaa"])
@pytest.mark.parametrize("mode", MODES)
def test_the_window_of_a_lost_game_has_room_for_all_its_lines(start: Start, mode: str, friend: str) -> None:
    shown, _ = lost("windows")
    *moves, last = shown.moves
    save = truncated_save(shown, len(moves))
    if friend:
        game = start("--edition", "windows", "--start", "table", *MODES[mode])
        race = create_ghost_game(shown._replace(notes=((FRIEND_NOTE_KEY, friend),)))
        game.app.navigator.play_from_replay(save._replace(ghost=race.ghost))
        table_of(game).play_move(last)
        game.do("wait 400")
    else:
        game = played(start, "windows", *MODES[mode])
    view = table_of(game).get_table_view()
    assert view.result_banner is not None
    column, top, width, height = view.result_banner.rect_cells
    inside = [row[column : column + width] for row in game.rows()[top : top + height]]
    for line in view.result_banner.lines:
        assert any(line in row for row in inside), (line, inside)
    assert any("B tries again" in row for row in inside)
    assert any("you " in row for row in inside) == bool(friend)
    # No card that is left lies below the window.
    right, bottom = cells_to_pixels(column, top, width, height)[0], cells_to_pixels(0, top + height, 1, 1)[1]
    cards = [target.rect for target in game.app.targets() if target.id.startswith("card:")]
    assert cards
    assert not [(x, y) for x, y, card_width, _ in cards if x + card_width > right and y < bottom]
    shown_keys = {hint.key for hint in game.app.top_screen.get_key_hints() if hint.enabled}
    assert {"B", "N"} <= shown_keys
