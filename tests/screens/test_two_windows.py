"""The same game in two windows: one of them plays it, the second says so and takes it over where the player wants that.

Where no lock can be had whoever ends it first has it counted and entered, the other one nowhere.
"""

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import pytest

from retro_pyramid.rules import Move, rules_for
from retro_pyramid.rules.transcript import Transcript
from retro_pyramid.storage import DataFolder, UserData
from retro_pyramid.storage.backends import locks
from tests.folders import entry
from tests.rules.vectors import GAMES, PLAYED, transcript_of
from tests.screens.conftest import Start
from tests.screens.driver import Game
from tests.screens.em import AGAINST_IT, ALONE, MOUSE, SCORE_NOW, contest_of, totals, watched
from tests.screens.test_em_tournament import AGAIN

OPEN = "This game is open in another window"
ELSEWHERE = "This game was finished in another window: here it counts for nothing"


def ended(edition: str, best: bool = False) -> Transcript:
    """Return a game of an edition that ends, with its usual options; the one with the `best` score, or the shortest."""
    usual = edition, dict(rules_for(edition).options)
    rows = [row for row in GAMES if (row["edition"], row["options"]) == usual]
    rows = [row for row in rows if row["result"]["status"] != "playing"]
    return transcript_of(max(rows, key=lambda row: row["result"]["score"] if best else -len(row["moves"])))


def perform(game: Game, *moves: Move) -> Game:
    for move in moves:
        game.app.top_screen.play_move(move)  # type: ignore[attr-defined]
    return game.do("settle")


def begin(start: Start, edition: str, *words: str) -> Game:
    return start("--edition", edition, "--start", "table", "-mouse", *words).do("settle")


def beside(start: Start, edition: str, *words: str) -> Game:
    return start("--edition", edition, "--start", "table", "-mouse", *words, beside=True)


def kept(game: Game) -> dict[str, bytes]:
    store = game.files.store
    return {name: store.read(name) or b"" for name in store.list_names() if not name.endswith(".LCK")}


def locked(game: Game) -> list[str]:
    return [name for name in game.files.store.list_names() if name.endswith(".LCK") and "." not in name[:-4]]


@pytest.mark.parametrize("edition", PLAYED)
def test_the_second_says_so_and_takes_the_game_over(start: Start, edition: str) -> None:
    game = ended(edition)
    one = perform(begin(start, edition, "--deal", str(game.deal_number)), *game.moves[:1])
    other = beside(start, edition).do("wait 1")
    assert (other.screen, other.message, one.do("wait 1").screen) == ("confirm", OPEN, "table")
    # What the first does while the question stands is what the second goes on with.
    perform(one, game.moves[1])
    other.do("key y; settle")
    assert (other.screen, other.message, len(other.moves)) == ("table", "The game goes on here", 2)
    perform(other, game.moves[2])
    stands = kept(other)
    # Before the first has looked, and after.
    perform(one, game.moves[2])
    one.do("wait 1")
    assert (one.screen, one.message, kept(other)) == ("confirm", OPEN, stands)
    perform(other, game.moves[3])
    # And back, with nothing lost.
    one.do("key y; settle")
    assert (one.screen, len(one.moves), other.do("wait 1").message) == ("table", 4, OPEN)
    assert other.do("key n; settle").screen == "menu"
    assert perform(one, game.moves[4]).state["status"] == "playing"
    stored = UserData(one.files.store).unfinished_games.find_unfinished(edition)
    assert stored is not None
    assert len(stored.saved.transcript.moves) == 5


def test_who_says_no_goes_to_the_menu_and_the_first_plays_on(start: Start) -> None:
    one = begin(start, "odm", "--deal", "61").do("key UP; key ENTER; settle")
    stands = kept(one)
    other = beside(start, "odm").do("wait 1; key ESC; settle")
    assert (other.screen, one.do("wait 1").screen, kept(one)) == ("menu", "table", stands)
    # By Go on, too, and by its deal.
    assert other.do("key g; key ENTER; wait 1").message == OPEN
    assert beside(start, "odm", "--deal", "61").do("wait 1").message == OPEN
    # Other games are nobody's.
    assert beside(start, "odm", "--deal", "62").do("settle").screen == "table"
    one.do("key UP; key ENTER; settle")
    assert len(one.moves) == 2


def test_a_game_that_was_left_is_free_again(start: Start) -> None:
    one = begin(start, "em", "--deal", "61").do("key D; settle")
    assert locked(one) == ["EM-LEFT-E1950644.LCK"]
    one.do("key ESC; wait 1")
    assert locked(one) == []
    other = beside(start, "em").do("settle")
    assert (other.screen, len(other.moves)) == ("table", 1)
    # Another game of the same window leaves it as well.
    other.do("key n; key y; settle")
    assert locked(one) != ["EM-LEFT-E1950644.LCK"]
    assert len(locked(one)) == 1


def test_a_box_over_the_table_of_the_first_changes_nothing_of_the_game(start: Start) -> None:
    one = begin(start, "odm", "--deal", "61").do("key UP; key ENTER; settle")
    one.do("key n")
    other = beside(start, "odm").do("wait 1; key y; settle; key UP; key ENTER; settle")
    one.do("key y; settle")
    assert [
        one.saved.transcript.deal_number for one in other.files.unfinished_games.list_unfinished("odm")
    ] == [1001, 61]
    assert len(other.moves) == 2


def test_a_game_that_was_finished_while_the_question_stood_is_not_begun_again(start: Start) -> None:
    game = ended("em")
    one = perform(begin(start, "em", "--deal", str(game.deal_number)), *game.moves[:-1])
    other = beside(start, "em").do("wait 1")
    perform(one, game.moves[-1])
    assert other.do("key y; wait 1").says("The game was finished in another window")
    assert other.do("key SPACE; settle").screen == "menu"
    assert one.do("wait 1; settle").files.unfinished_games.find_unfinished("em") is None
    assert other.files.statistics.read()[rules_for("em").id].games == 1


@AGAIN
def test_a_tournament_loses_no_game(start: Start, again: Callable[[Start, int], Game]) -> None:
    one = start(*MOUSE).do("settle", ALONE, SCORE_NOW, "key D; settle")
    other = again(partial(start, beside=True), one.state["deal"]).do("wait 1")
    assert (other.screen, other.message) == ("confirm", OPEN)
    one.do(SCORE_NOW, "key D; settle; key D; settle")
    stood, stands = totals(one), kept(one)["PYRAMID.SAV"]
    other.do("key y; settle; wait 3")
    assert (totals(other), len(other.moves), kept(one)["PYRAMID.SAV"]) == (stood, 2, stands)
    other.do("key D; settle")
    stands = kept(one)["PYRAMID.SAV"]
    # Its game was not scored there.
    one.do("key D; settle")
    assert (one.do("wait 1").message, kept(one)["PYRAMID.SAV"]) == (OPEN, stands)
    assert one.do("key n; settle").screen == "menu"
    assert kept(one)["PYRAMID.SAV"] == stands
    other.do(SCORE_NOW)
    assert len(contest_of(other).tournament.finished_games) == 3  # type: ignore[union-attr]


def test_a_match_of_six_goes_on_in_one_window_with_whatever_deal(start: Start) -> None:
    def scores(game: Game) -> list[str]:
        return [score for score in game.app.settings["tilldawn.match"].split() if score != "none"]

    game = ended("tilldawn")
    one = perform(begin(start, "tilldawn", "--deal", str(game.deal_number)), *game.moves)
    assert (one.state["status"], len(scores(one))) == ("won", 1)
    one.do("key n; settle")
    other = beside(start, "tilldawn", "--deal", "61").do("wait 1")
    assert (other.screen, other.message) == ("confirm", OPEN)
    other.do("key y; settle")
    assert (other.state["deal"], scores(other)) == (61, scores(one))
    one.do("wait 1")
    assert (one.screen, one.message) == ("confirm", OPEN)
    # What is scored there while this one asks counts here, too.
    other.do("key d; settle; key n; settle")
    assert len(scores(other)) == 2
    assert scores(one.do("key y; settle")) == scores(other)


def test_a_new_tournament_elsewhere_replaces_none(start: Start) -> None:
    one = start(*MOUSE).do("settle", AGAINST_IT, SCORE_NOW, "wait 60")
    stood, stands = totals(one), kept(one)["PYRAMID.SAV"]
    other = start(*MOUSE, beside=True).do("settle; key t; key n; text Bob; key ENTER; key y; wait 1")
    assert (watched(one), other.message, kept(one)["PYRAMID.SAV"]) == (True, OPEN, stands)
    other.do("key y; settle; wait 60")
    assert (watched(other), totals(other)) == (True, stood)
    assert (one.do("wait 1").message, watched(one)) == (OPEN, False)
    assert one.do("key n; settle").screen == "menu"


def test_a_tournament_that_ends_in_two_windows_enters_its_total_once(start: Start) -> None:
    one = start(*MOUSE).do("settle", ALONE, *[SCORE_NOW] * 5)
    other = start(*MOUSE, beside=True).do("settle; key t; key r; wait 1; key y; settle; wait 3")
    other.do(SCORE_NOW)
    ended = kept(other)
    one.do("key F7; key y; settle; wait 3")
    assert kept(other) == ended
    assert one.message == OPEN
    # It was finished.
    assert one.do("key y; wait 1").says("The game was finished in another window")


HOLD = """
import sys
from pathlib import Path
from retro_pyramid.storage import DataFolder
claim = DataFolder(Path(sys.argv[1])).lock_game("a game")
for _ in sys.stdin:
    print(claim.mine, flush=True)
"""


@contextmanager
def holding(path: Path) -> Iterator[subprocess.Popen[str]]:
    """Run another process that plays a game."""
    with subprocess.Popen(
        [sys.executable, "-c", HOLD, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert asked(process)
        yield process
        process.kill()


def asked(process: subprocess.Popen[str]) -> bool:
    """Ask it whether it still plays the game."""
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write("?\n")
    process.stdin.flush()
    return process.stdout.readline() == "True\n"


@pytest.mark.parametrize("end", ["killed", "taken over"])
def test_a_killed_program_plays_no_game_and_one_taken_over_is_nobody_else_s(tmp_path: Path, end: str) -> None:
    with holding(tmp_path) as process:
        claim = DataFolder(tmp_path).lock_game("a game")
        assert not claim.mine
        if end == "killed":
            process.kill()
            process.wait()
            claim = DataFolder(tmp_path).lock_game("a game")
        else:
            claim.take()
            assert (claim.mine, asked(process), claim.mine) == (True, False, True)
            assert not DataFolder(tmp_path).lock_game("a game").mine
            process.stdin.close()  # type: ignore[union-attr]
            process.wait()
        assert claim.mine
        assert not DataFolder(tmp_path).lock_game("a game").mine
        claim.release()
        assert list(tmp_path.iterdir()) == []


@pytest.mark.posix
def test_a_game_is_taken_over_from_a_process_that_hangs(tmp_path: Path) -> None:
    with holding(tmp_path) as process:
        process.send_signal(signal.SIGSTOP)
        claim = DataFolder(tmp_path).lock_game("a game")
        claim.take()
        assert claim.mine
        process.send_signal(signal.SIGCONT)
        assert (asked(process), claim.mine) == (False, True)


def no_locks(_handle: int) -> bool:
    raise OSError(37, "No locks available")


@pytest.mark.parametrize("where", ["no locks", "no folder", "no room"])
def test_without_locks_all_play(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, where: str) -> None:
    path = tmp_path / "data"
    if where == "no locks":
        monkeypatch.setattr(locks, "try_lock", no_locks)
    elif where == "no folder":
        path.write_text("a file")
    else:
        monkeypatch.setattr(os, "open", lambda *_: no_locks(0))
    for claim in [DataFolder(path).lock_game("a game") for _ in range(2)]:
        assert claim.mine
        claim.take()
        assert claim.mine
        claim.release()


def games_of(game: Game) -> int:
    figures = game.files.statistics.read().get(game.app.session.rules.id)  # type: ignore[union-attr]
    return figures.games if figures else 0


@pytest.mark.parametrize("edition", PLAYED)
def test_a_game_that_is_on_in_two_windows_counts_once(start: Start, edition: str) -> None:
    game = ended(edition, best=edition == "odm")
    one = perform(begin(start, edition, "--deal", str(game.deal_number)), *game.moves[:-1])
    other = begin(start, edition)
    assert (other.moves, games_of(one)) == (one.moves, 0)
    perform(one, game.moves[-1])
    assert games_of(one) == 1
    perform(other, game.moves[-1]).do("wait 30")
    assert (games_of(other), other.state["status"]) == (1, one.state["status"])
    assert (other.says(ELSEWHERE), one.says(ELSEWHERE)) == (True, False)
    if edition == "odm":
        # Its score is entered once.
        assert other.do("key ESC; settle").screen == "menu"
        assert one.do("key ESC").screen == "name"
        one.do("text Ann", "key ENTER; settle")
        assert [row.name for row in one.files.read_high_scores().rows if row.score] == ["Ann"]
        assert other.files.unfinished_games.find_awaiting_name("odm") is None
    # Nothing of it is left off.
    assert begin(start, edition).moves == []


def test_who_plays_on_elsewhere_is_told_at_the_next_move_and_leaves_nothing_off(start: Start) -> None:
    game = ended("odm")
    one = perform(begin(start, "odm", "--deal", str(game.deal_number)), *game.moves[:2])
    other = begin(start, "odm")
    perform(one, *game.moves[2:])
    assert perform(other, game.moves[2]).do("wait 320").says(ELSEWHERE)
    assert begin(start, "odm").moves == []


def test_the_same_deal_dealt_anew_is_another_game(start: Start) -> None:
    game = ended("em")
    for times in (1, 2):
        again = perform(begin(start, "em", "--deal", str(game.deal_number)), *game.moves)
        assert games_of(again) == times
        assert not again.do("wait 30").says(ELSEWHERE)


def test_two_games_of_one_deal_in_two_windows_both_count(start: Start) -> None:
    game = ended("em")
    perform(begin(start, "em", "--deal", str(game.deal_number)), *game.moves[:2])
    # As good as without locks.
    one = perform(begin(start, "em", "--deal", str(game.deal_number)), *game.moves[:-1])
    other = start("--edition", "em", "--start", "menu", "-mouse").do("wait 1")
    other.app.top_screen.activate("menu:go_on")
    other.app.top_screen.activate("menu:left2")
    perform(one, game.moves[-1])
    perform(other, *game.moves[2:]).do("wait 30")
    assert games_of(other) == 2
    assert not other.says(ELSEWHERE)


def test_the_game_that_was_resumed_is_taken_over_and_not_another_of_its_deal(start: Start) -> None:
    game = ended("em")
    perform(begin(start, "em", "--deal", str(game.deal_number)), *game.moves[:2])
    one = perform(begin(start, "em", "--deal", str(game.deal_number)), *game.moves[:4])
    other = start("--edition", "em", "--start", "menu", "-mouse", beside=True).do("wait 1")
    other.app.top_screen.activate("menu:go_on")
    other.app.top_screen.activate("menu:left2")
    other.do("wait 1")
    assert other.message == OPEN
    other.do("key y; wait 1")
    assert len(other.moves) == 2
    stored = [
        len(stored.saved.transcript.moves) for stored in one.files.unfinished_games.list_unfinished("em")
    ]
    assert sorted(stored) == [2, 4]


def test_of_many_games_the_latest_are_known(start: Start) -> None:
    resume = begin(start, "odm").files.unfinished_games
    games = [entry("em", number) for number in range(20)]
    assert all(resume.mark_counted(one, 0) for one in games)
    assert [resume.get_times_counted(one) for one in games] == [0] * 4 + [1] * 16
    assert not resume.mark_counted(games[-1], 0)
    assert resume.get_times_counted(entry("odm", 19)) == 0
