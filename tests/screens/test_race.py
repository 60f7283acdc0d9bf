"""A race with a friend: the cards of a watched game, with how it stood after as many moves beside one's own."""

from __future__ import annotations

from pathlib import Path

import pytest

from retro_pyramid.formats.native.save_text import decode_save, encode_save
from retro_pyramid.machine.video import CELL_HEIGHT, COLUMNS, HEIGHT, WIDTH, copy_pixels
from retro_pyramid.rules.transcript import HistoryEntry, parse_transcript, replay, transcript_text
from tests.programs import DEMOS, PROGRAMS, TESTS
from tests.screens.conftest import Start
from tests.screens.driver import MODES, SHOWN, Game
from tests.screens.pair_games import table_of
from tests.screens.test_replay import demo

ANN = ("--friend", "Ann", "-mouse")
"""Nothing is asked about the mouse then."""


def figure(entry: HistoryEntry) -> str:
    """What stands for a position: its score, or all cards of pyramid and piles that are left."""
    state = entry.state
    left = state.pyramid.bit_count() + len(state.stock) + len(state.waste)
    return f"{left} left" if entry.score is None else str(entry.score)


def moves(figure: str) -> str:
    """What stands behind the number of moves, where there is room."""
    return "" if figure.endswith("left") else " moves"


def race(start: Start, edition: str, *words: str, way: str = "key ENTER") -> Game:
    game = start("--watch", str(DEMOS / f"{edition}.txt"), *ANN, *words).do("settle")
    assert game.says("Race")
    game.do(way)
    return game.do("settle; wait 320")


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("edition", PROGRAMS)
def test_the_score_of_the_friend_covers_no_corner_of_the_table(start: Start, edition: str, mode: str) -> None:
    game = race(start, edition, *MODES[mode])

    def corner() -> list[bytes]:
        image = game.image()
        left, high = image.width * 593 // WIDTH, image.height * CELL_HEIGHT // HEIGHT
        pixels = copy_pixels(image)
        return [pixels[row * image.width + left : (row + 1) * image.width] for row in range(high)]

    shown = corner()
    assert game.says("Ann, move 0")
    table_of(game).session.ghost = None
    table_of(game).invalidate()
    assert not game.says("Ann, move 0")
    assert corner() == shown


@pytest.mark.parametrize(("edition", "mode"), SHOWN)
def test_the_friend_is_told_and_the_end_compares_both(start: Start, edition: str, mode: str) -> None:
    shown = demo(edition)
    entries, last = replay(shown), len(shown.moves)
    game = race(start, edition, *MODES[mode], way="key ENTER" if mode == "text" else "clickon replay:here")
    state, table = game.state, table_of(game)
    assert (state["screen"], state["deal"], state["moves"]) == ("table", shown.deal_number, [])
    assert state["options"] == shown.options
    assert not table.session.is_assisted
    assert not table.session.is_unrecorded
    for at, move in enumerate(shown.moves):
        if at % 4 == 0:
            assert game.do("settle").says(f"Ann, move {at}: {figure(entries[at])} ")
        table.play_move(move)
    ends = figure(entries[-1])
    compared = f"Ann: {ends} in {last}{moves(ends)}, you {ends.split()[0]} in {last}"
    game.do("settle")
    game.do("wait 60; key ENTER; settle" if not game.says(compared) else "settle")
    assert game.says(compared)
    assert compared in str(game.message)


@pytest.mark.parametrize("edition", PROGRAMS[::3])
def test_another_way_than_the_friend_s_is_compared_too(start: Start, edition: str, tmp_path: Path) -> None:
    shown = demo(edition)
    friend = shown._replace(moves=shown.moves[:4], notes=(("friend", "Jürgen"),))
    file = tmp_path / "theirs.txt"
    file.write_text(transcript_text(friend), encoding="utf-8")
    game = start("--edition", "em", "-mouse", "--start", "menu").do(f"drop {file}", "key HOME; key ENTER")
    game.do("settle")
    table, entries = table_of(game), replay(shown)
    for move in shown.moves:
        table.play_move(move)
    assert game.says(f"Jürgen, move 4: {figure(entries[4])}")
    game.do("settle; wait 60")
    theirs, mine = figure(entries[4]), figure(entries[-1]).split()[0]
    ends = f"Jürgen: {theirs} in 4{moves(theirs)}, you {mine} in {len(shown.moves)}"
    assert ends in str(game.message)


def test_a_game_that_is_no_friend_s_is_no_race(start: Start) -> None:
    shown = start("--start", "menu")
    shown.app.navigator.show_replay(demo("odm"), "Your game", False)
    assert shown.do("wait 2").says("Play from here")


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("A very long name indeed", "A very lon"),
        ("#\n\t", "Friend"),
        ("日本", "Friend"),
        ("  Jo  #1 ë\\x", "Jo 1 ë\\x"),
    ],
)
def test_a_name_is_shown_as_far_as_it_can_be(start: Start, name: str, shown: str) -> None:
    game = start("--watch", "em.65.D1-", "--friend", name, "-mouse").do("key ENTER")
    assert game.do("settle").says(f"{shown}, move 0: -52")
    session = table_of(game).session
    assert decode_save(encode_save(session.to_saved_session())) == session.to_saved_session()


@pytest.mark.parametrize(("edition", "mode"), SHOWN)
def test_the_end_of_a_lost_race_cuts_nothing_off(start: Start, edition: str, mode: str) -> None:
    file = TESTS / "judged" / f"{edition}.txt"
    game = start("--watch", str(file), "--friend", "Ten letter", "-mouse", *MODES[mode])
    game.do("key ENTER; settle")
    table = table_of(game)
    for move in parse_transcript(file.read_text()).moves:
        table.play_move(move)
    verdict = game.do("settle; wait 60").view.result_banner
    assert verdict is not None
    column, top, width, height = verdict.rect_cells
    assert "Ten letter: " in " ".join(verdict.lines)
    assert max(map(len, verdict.lines)) <= width
    wide, high = game.view.card_size
    for lying in game.view.cards:
        x, y = lying.pos
        beside = x >= 8 * (column + width) or x + wide <= 8 * column
        assert beside or (y + high) // CELL_HEIGHT <= top or y // CELL_HEIGHT >= top + height
    assert column + width <= COLUMNS
    assert top + height <= 24
