"""A page that is loaded again goes on where it was left; somebody else's link deals anew."""

from pathlib import Path
from zipfile import ZipFile

import pytest

from retro_pyramid.formats.own.checked import check_line
from tests.screens.conftest import Start
from tests.screens.driver import Game

DRAWS = {"tilldawn": "key D", "windows": "clickon stock", "relaxed": "clickon stock", "em": "key D"}


def facts(game: Game) -> tuple[object, ...]:
    return tuple(game.state[name] for name in ("program", "screen", "deal", "options", "moves", "score"))


def begin(start: Start, edition: str, *words: str) -> Game:
    return start("--edition", edition, "--start", "table", *words, "-mouse", "-fast").do("settle")


@pytest.mark.parametrize("edition", DRAWS)
def test_the_game_of_the_link_goes_on_when_the_page_is_loaded_again(start: Start, edition: str) -> None:
    before = begin(start, edition, "--deal", "61").do(DRAWS[edition], "settle")
    assert before.moves
    assert facts(begin(start, edition, "--deal", "61", "--resume")) == facts(before)
    again = begin(start, edition, "--deal", "61")
    assert (again.state["deal"], again.moves) == (61, [])
    again.do(DRAWS[edition], "settle")
    # Another link that is loaded again before the first move has its own deal, and the game left off stays.
    again = begin(start, edition, "--deal", "7", "--resume")
    assert (again.state["deal"], again.moves) == (7, [])
    assert begin(start, edition).state["deal"] == 61


def test_where_nothing_was_left_off_the_deal_of_the_link_is_dealt(start: Start) -> None:
    assert begin(start, "em", "--deal", "61", "--resume").state["deal"] == 61


def test_a_game_left_off_with_other_options_stays_where_it_is(start: Start) -> None:
    begin(start, "windows", "--deal", "61").do("clickon stock; settle")
    other = begin(start, "windows", "--option", "variation=draw3", "--deal", "61", "--resume")
    assert (other.state["options"], other.moves) == ({"variation": "draw3"}, [])


@pytest.mark.parametrize("edition", ["odm", *DRAWS])
def test_a_new_game_left_before_its_first_move_comes_back_and_not_the_one_before(
    start: Start, edition: str
) -> None:
    game = begin(start, edition, "--deal", "61").do(DRAWS.get(edition, "key UP; key ENTER"), "settle")
    assert game.moves
    game.do("key n; settle")
    if game.screen == "confirm":
        game.do("key y; settle")
    assert (game.state["deal"], game.moves) == (1001, [])
    again = begin(start, edition)
    assert (again.state["deal"], again.moves) == (1001, [])


@pytest.mark.parametrize("edition", ["odm", *DRAWS])
def test_the_game_before_the_last_new_one_is_kept_once_it_is_back(start: Start, edition: str) -> None:
    draws = [DRAWS.get(edition, "key UP; key ENTER"), "settle"] * 3
    before = begin(start, edition, "--deal", "4").do(*draws)
    kept = facts(before)
    before.do("key n; settle")
    if before.screen == "confirm":
        before.do("key y; settle")
    assert (before.state["deal"], before.moves) == (1001, [])
    assert facts(before.do("key u; settle")) == kept
    assert facts(begin(start, edition)) == kept
    assert len(before.files.resume.left(edition)) == 1


@pytest.mark.parametrize(
    ("edition", "text"), [("odm", "x\r\n"), ("em", "x"), ("windows", "x\n"), ("relaxed", "x")]
)
def test_whatever_is_in_the_file_the_game_goes_on(
    start: Start, tmp_path: Path, edition: str, text: str
) -> None:
    body = f"retro-pyramid-resume 1\n= {edition}\n{text}".encode()
    (tmp_path / "data").mkdir()
    file = tmp_path / "data" / "RESUME.PYR"
    file.write_bytes(body + check_line(body))
    for _ in range(2):
        game = begin(start, edition).do(DRAWS.get(edition, "key UP; key ENTER"), "settle")
        assert game.moves
    # Also where such a one is dropped on the window.
    dropped = tmp_path / "dropped.zip"
    with ZipFile(dropped, "w") as archive:
        archive.writestr("RESUME.PYR", body + check_line(body))
    game.app.bring_in(str(dropped))
    moves = game.moves
    assert len(begin(start, edition).do(DRAWS.get(edition, "key UP; key ENTER"), "settle").moves) > len(moves)
    assert (tmp_path / "data" / "RESUME.PYR.BAK").read_bytes() == body + check_line(body)


@pytest.mark.parametrize("edition", ["em", "windows"])
def test_a_game_that_grows_too_long_to_be_saved_goes_on(
    start: Start, monkeypatch: pytest.MonkeyPatch, edition: str
) -> None:
    game = begin(start, edition, "--deal", "61").do(DRAWS[edition], "settle")
    monkeypatch.setattr("retro_pyramid.formats.own.saves.MOST_CHARACTERS", 100)
    game.do(*[DRAWS[edition], "settle"] * 2, "wait 400")
    assert "This game is too long to be saved. It goes on unsaved." in game.app.noticed
    assert len(game.moves) == 3
    monkeypatch.undo()
    # What was saved last comes back.
    assert len(begin(start, edition).moves) == 1
