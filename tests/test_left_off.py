"""RESUME.PYR: what cannot be written again is not read, no game is written over unread, each score is entered once."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from retro_pyramid.cards import deal, deal_text
from retro_pyramid.formats.own.checked import Block, check_line, encode_blocks
from retro_pyramid.formats.own.figures import Figures
from retro_pyramid.formats.own.saves import encode_save
from retro_pyramid.formats.own.statistics import encode_statistics
from retro_pyramid.formats.own.tournament import Suspended, encode_suspended
from retro_pyramid.rules import EDITIONS, parse_move, rules_for
from retro_pyramid.rules.transcript import MOST_CHARACTERS, Save, checksum
from retro_pyramid.session import Session
from retro_pyramid.storage import BrowserStore, DataFolder, GameFiles, StorageError
from retro_pyramid.storage.document import TOO_LONG
from tests.pages import Shared, View
from tests.scripts.search import stuck_game
from tests.test_storage import names
from tests.test_storage_files import game, session

RESUME = "RESUME.PYR"


def text(save: Save) -> str:
    return encode_save(save).decode()


def finished(ticks: int = 0) -> Save:
    """A game of odm that is stuck with 50 points or so."""
    number, moves = stuck_game()
    played = Session(rules_for("odm"), deal(number), number)
    for move in moves:
        played.play(move)
    played.ticks = ticks
    return played.save()


def long_game() -> Save:
    """A game of so many moves that no save holds them."""
    return session("windows").save()._replace(earlier=((parse_move("D"),) * MOST_CHARACTERS,))


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("retro_pyramid.storage.places.folder.LOCK_SECONDS", 0.2)


# What is read can be written again


HOSTILE = {
    "a carriage return": b"= em\nx\r\n",
    "no end of the last line": b"= em\nx",
    "a game twice": b"= em\n= em\n",
    "empty lines before the first game": b"\n\n= em\n",
}


@pytest.mark.parametrize("blocks", HOSTILE.values(), ids=HOSTILE)
def test_a_file_that_the_program_could_not_write_again_is_kept_and_the_game_plays_on(
    tmp_path: Path, blocks: bytes
) -> None:
    body = b"retro-pyramid-resume 1\n" + blocks
    (tmp_path / RESUME).write_bytes(body + check_line(body))
    files = game(tmp_path)
    assert files.resume.put(session().save())
    assert files.resume.put(session(moves=4).save())
    assert [notice.partition(" at ")[0][:52] for notice in files.notices] == [
        "Games left off broken, kept as RESUME.PYR.BAK: RESUM"
    ]
    assert (tmp_path / "RESUME.PYR.BAK").read_bytes() == body + check_line(body)
    assert game(tmp_path).resume.get("em") == session(moves=4).save()


def test_a_step_that_no_file_can_hold_is_told_and_does_not_stay_in_the_way(tmp_path: Path) -> None:
    em, odm = rules_for("em"), rules_for("odm")
    most = Figures(10**18 - 1, 0, 1, 5, 5, 0, 0)
    (tmp_path / "PYRAMID.STA").write_bytes(encode_statistics({em.tag: most}))
    files = game(tmp_path)
    assert not files.count(em, False, 5)
    assert files.count(odm, True, 50)
    (notice,) = files.notices
    assert notice.startswith(
        "Statistics cannot be saved: PYRAMID.STA: statistics, em, games: expected a whole"
    )
    again = game(tmp_path)
    assert again.statistics.value() == {em.tag: most, odm.tag: Figures().add(True, 50)}
    assert again.notices == []


def test_a_file_does_not_grow_beyond_what_is_read(tmp_path: Path) -> None:
    big = "x" * 1023 + "\n"
    (tmp_path / RESUME).write_bytes(encode_blocks("resume", [Block("later", big * 1023)]))
    files = game(tmp_path)
    assert not files.resume.put(Save(session().save().game._replace(moves=(parse_move("D"),) * 900)))
    assert files.notices[0].startswith("Games left off cannot be saved: RESUME.PYR: expected at most 1048576")
    assert game(tmp_path).resume.put(session().save())


def test_a_game_under_another_editions_name_is_none(tmp_path: Path) -> None:
    other = text(session("windows").save())
    (tmp_path / RESUME).write_bytes(encode_blocks("resume", [Block("em", other)]))
    files = game(tmp_path)
    assert files.resume.get("em") is None
    assert files.notices == [
        "The game left off cannot be used: RESUME.PYR, em: line 1: found a game of windows: expected one of 'em'"
    ]


@pytest.mark.parametrize("times", ["9" * 5000, "²", "-1", ""])
def test_a_count_of_ended_games_that_is_none_is_passed_over(tmp_path: Path, times: str) -> None:
    here = session("em")
    lines = f"em {checksum(deal_text(here.cards).encode())} {times}\n"
    (tmp_path / RESUME).write_bytes(encode_blocks("resume", [Block("ended", lines)]))
    files = game(tmp_path)
    assert files.resume.ends("em", here.cards) == 0
    assert files.resume.end("em", here.cards, 0)
    assert game(tmp_path).resume.ends("em", here.cards) == 1


STRANGE = {
    "nothing": "",
    "another file": " PYRAMID.EXE\n \n x\n \n",
    "a part that is no file": " store\n \n x\n \n",
    "a game of nothing": " statistics\n 0\n 1 2 3\n \n",
    "a score of many digits": f" statistics\n 0\n 1 {'9' * 5000} 0 em\n \n",
    "no rule set": " statistics\n 0\n 1 5 0 em level=9\n \n",
    "a name that no record holds": " scores\n 0\n 50 1 日\n \n",
    "a level that is none": " scores\n 0\n 50 7 Ann\n \n",
    "no total": " tour\n 0\n x\n \n",
    "no tournament": " suspended\n 00000000\n x\n \n",
    "no setting": " config\n 00000000\n x\n \n",
}


@pytest.mark.parametrize("text", STRANGE.values(), ids=STRANGE)
def test_an_intent_that_this_program_did_not_write_is_removed_and_changes_nothing(
    tmp_path: Path, text: str
) -> None:
    left = Block(f"em left {checksum(b'x')}", encode_save(session().save()).decode())
    (tmp_path / RESUME).write_bytes(encode_blocks("resume", [left, Block("intent 00000000", text)]))
    files = game(tmp_path)
    assert files.resume.intents()
    files.settle()
    assert files.resume.intents() == {}
    assert game(tmp_path).resume.get("em") == session().save()
    assert {name for name in names(tmp_path) if not name.endswith(".BAK")} <= {
        RESUME,
        "PYRAMID.HGH",
        "PYRTOUR.HGH",
    }
    assert [row for row in files.board().rows if row.score] == []


def test_what_cannot_be_saved_now_is_still_to_be_done_at_the_next_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files, em = game(tmp_path), rules_for("em")
    (tmp_path / "PYRAMID.STA").mkdir()
    for score in (3, 5):
        with files.together():
            files.count(em, True, score)
    assert files.statistics.value() == {em.tag: Figures().add(True, 3).add(True, 5)}
    (tmp_path / "PYRAMID.STA").rmdir()
    for _ in range(2):
        later = game(tmp_path)
        later.settle()
        assert later.statistics.value() == {em.tag: Figures().add(True, 3).add(True, 5)}
        assert later.resume.intents() == {}


# Nothing is written over unread


def newer(edition: str) -> str:
    """A save of a version that is yet to come."""
    body = text(session(edition).save()).replace("note save 1", "note save 2").rpartition("check ")[0]
    return f"{body}check {checksum(body.encode())}\n"


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("what", ["newer", "large", "of another program"])
def test_a_game_that_cannot_be_used_is_kept_before_another_takes_its_place(
    tmp_path: Path, edition: str, what: str
) -> None:
    other = text(session("em" if edition == "odm" else "odm").save())
    large = f"{'x' * 60}\n" * (MOST_CHARACTERS // 60)
    unusable = {"newer": newer(edition), "large": large, "of another program": other}[what]
    (tmp_path / RESUME).write_bytes(data := encode_blocks("resume", [Block(edition, unusable)]))
    files = game(tmp_path)
    mine = session(edition).save()
    assert files.resume.get(edition) is None
    assert files.resume.drop(mine)
    assert (tmp_path / RESUME).read_bytes() == data
    assert files.resume.put(mine)
    assert files.resume.put(session(edition, 5).save())
    assert (tmp_path / "RESUME.PYR.BAK").read_bytes() == data
    assert names(tmp_path) == [RESUME, "RESUME.PYR.BAK"]
    assert files.notices[1:] == ["A game left off cannot be used, the old file is kept as RESUME.PYR.BAK"]


def test_what_this_program_has_written_is_not_looked_at_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = game(tmp_path)
    files.resume.put(session().save())

    def look(_: bytes) -> Save:
        raise AssertionError("a long game would take longer with every move")

    monkeypatch.setattr("retro_pyramid.storage.resume.decode_save", look)
    assert files.resume.put(session(moves=4).save())


def test_games_that_can_be_used_are_written_over_without_a_copy(tmp_path: Path) -> None:
    files = game(tmp_path)
    (tmp_path / RESUME).write_bytes(encode_blocks("resume", [Block("em", text(session().save()))]))
    assert files.resume.put(session(moves=5).save())
    assert names(tmp_path) == [RESUME]
    assert files.notices == []


def test_a_tournament_that_cannot_go_on_is_kept_before_another_takes_its_place(tmp_path: Path) -> None:
    later = Suspended((("edition", "em"), ("later", "yes")), ())
    (tmp_path / "PYRAMID.SAV").write_bytes(data := encode_suspended(later))
    files = game(tmp_path)
    assert files.suspended.load() == later
    files.suspended.refuse(later, "facts")
    assert files.suspended.save(Suspended((), ()))
    assert files.suspended.save(Suspended((("edition", "em"),), ()))
    assert (tmp_path / "PYRAMID.SAV.BAK").read_bytes() == data
    assert names(tmp_path) == ["PYRAMID.SAV", "PYRAMID.SAV.BAK"]
    assert files.notices[0] == "The saved tournament cannot be used: facts"


# Files of older programs


def test_an_older_file_is_read_and_its_games_stay_beside_the_new_ones(tmp_path: Path) -> None:
    waits = text(finished())
    place = f"odm {checksum(waits.encode())}"
    blocks = [Block("em", text(session("em").save())), Block("odm", text(session("odm").save()))]
    for waiting in (place, f"{place} 50 1 0"):
        (tmp_path / RESUME).write_bytes(encode_blocks("resume", [*blocks, Block(waiting, waits)]))
        files = game(tmp_path)
        assert files.resume.left("em") == [session("em").save()]
        assert files.resume.get("odm") == session("odm").save()
        assert files.resume.waiting("odm") == finished()
        other = Session(rules_for("em"), deal(7), 7)
        other.play(parse_move("D"))
        assert files.resume.put(other.save())
        assert game(tmp_path).resume.left("em") == [other.save(), session("em").save()]
        assert files.resume.put(session("em", 5).save())
        assert game(tmp_path).resume.left("em") == [session("em", 5).save(), other.save()]
        assert game(tmp_path).resume.drop(session("em").save())
        assert game(tmp_path).resume.left("em") == [other.save()]
        assert files.notices == []
        assert names(tmp_path) == [RESUME]


def test_long_games_make_room_for_the_last_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("retro_pyramid.storage.resume._ROOM", 3 * len(text(session("em").save())))
    files = game(tmp_path)
    for number in range(1, 7):
        played = Session(rules_for("em"), deal(number), number)
        for move in "DDD":
            played.play(parse_move(move))
        assert files.resume.put(played.save())
    deals = [save.game.deal for save in game(tmp_path).resume.left("em")]
    assert deals == [6, 5, 4][: len(deals)]
    assert deals
    assert files.notices[0] == "Too many games are left off: the oldest has gone, deal 1 of em"


# Too long a game


def test_a_game_too_long_to_be_saved_goes_on_and_says_so_once(tmp_path: Path) -> None:
    files = game(tmp_path)
    assert files.resume.put(session("windows").save())
    long = long_game()
    assert not files.resume.put(long)
    assert not files.resume.put(long)
    assert not files.suspended.save(Suspended((), (), long))
    assert not files.saves.write("LONG", long)
    assert files.notices == [TOO_LONG]
    assert files.suspended.load() == Suspended((), (), long)
    # What was saved before is better than nothing.
    assert game(tmp_path).resume.get("windows") == session("windows").save()


# Each score once


def rows(folder: Path) -> list[str]:
    return [row.name for row in game(folder).board().rows if row.score]


def test_three_windows_enter_one_score_once(tmp_path: Path) -> None:
    first = game(tmp_path)
    first.resume.put(finished(), waits=True)
    second, third = game(tmp_path), game(tmp_path)
    assert second.resume.waiting("odm") == third.resume.waiting("odm") == finished()
    assert second.enter("Bob", 50, 1, finished()) == 0
    # Who plays on leaves off another game in the meantime.
    second.resume.put(session("odm").save())
    assert third.enter("Cy", 50, 1, finished()) is None
    assert first.enter("Ann", 50, 1, finished()) is None
    assert rows(tmp_path) == ["Bob"]
    assert first.notices == third.notices == ["This score was entered or declined in another window"]
    assert game(tmp_path).resume.get("odm") == session("odm").save()


def test_a_score_waits_beside_another_windows_games(tmp_path: Path) -> None:
    first, second, third = game(tmp_path), game(tmp_path), game(tmp_path)
    first.resume.put(finished(), waits=True)
    second.resume.put(session("odm").save())
    third.resume.put(finished(7), waits=True)
    second.resume.put(session("odm", 4).save())
    assert first.enter("Ann", 50, 1, finished()) == 0
    # Closed before it had its name.
    later = game(tmp_path)
    waiting = later.resume.waiting("odm")
    assert waiting == finished(7)
    assert later.enter("Bob", 50, 1, finished(7)) == 1
    assert later.resume.waiting("odm") is None
    assert later.resume.get("odm") == session("odm", 4).save()
    assert rows(tmp_path) == ["Ann", "Bob"]


def test_a_finished_game_takes_its_own_place_and_gives_it_back_when_it_is_undone(tmp_path: Path) -> None:
    files = game(tmp_path)
    played = Session.resume(finished())
    played.undo()
    files.resume.put(played.save())
    files.resume.put(finished(), waits=True)
    assert (files.resume.get("odm"), files.resume.waiting("odm")) == (None, finished())
    files.resume.put(played.save())
    assert (files.resume.get("odm"), files.resume.waiting("odm")) == (played.save(), None)


def test_a_score_declined_does_not_come_back(tmp_path: Path) -> None:
    files = game(tmp_path)
    files.resume.put(finished(), waits=True)
    assert files.resume.drop(finished())
    assert game(tmp_path).resume.waiting("odm") is None


def test_a_finished_game_as_it_was_left_before_games_could_wait_is_entered_once(tmp_path: Path) -> None:
    first, second = game(tmp_path), game(tmp_path)
    first.resume.put(finished())
    assert second.resume.get("odm") == finished()
    assert second.enter("Ann", 50, 1, finished()) == 0
    assert first.enter("Bob", 50, 1, finished()) is None
    assert rows(tmp_path) == ["Ann"]


@pytest.mark.posix
@pytest.mark.parametrize("window", [True, False])
@pytest.mark.parametrize("writes", range(4))
def test_a_program_killed_while_it_enters_leaves_a_score_once(
    tmp_path: Path, writes: int, window: bool
) -> None:
    files = game(tmp_path)
    files.add("Old", 50, 1)
    files.resume.put(finished(), waits=True)
    other = game(tmp_path)
    assert other.resume.waiting("odm") == finished()
    # Killed before its first, second, third write has its name; at last not at all.
    code = (
        "import os, signal, sys; from pathlib import Path\n"
        "from retro_pyramid.storage import DataFolder, GameFiles\n"
        "files = GameFiles(DataFolder(Path(sys.argv[1])))\n"
        "game, left, replace = files.resume.waiting('odm'), int(sys.argv[2]), Path.replace\n"
        "def write(self, target):\n"
        "    global left\n"
        "    if left == 0: os.kill(os.getpid(), signal.SIGKILL)\n"
        "    left -= 1\n"
        "    return replace(self, target)\n"
        "Path.replace = write\n"
        "files.enter('Ann', 50, 1, game)\n"
    )
    words = [sys.executable, "-c", code, str(tmp_path), str(writes)]
    ended = subprocess.run(words, capture_output=True, text=True, timeout=60)
    assert ended.returncode == (0 if writes == 3 else -signal.SIGKILL), ended.stderr
    later = game(tmp_path)
    if window:
        # Another one has been waiting all the time.
        assert other.enter("Ann", 50, 1, finished()) == (1 if writes < 1 else None)
    else:
        later.settle()
        waiting = later.resume.waiting("odm")
        assert (waiting is None) == (writes >= 1)
        if waiting:
            assert later.enter("Ann", 50, 1, waiting) == 1
    assert rows(tmp_path) == ["Old", "Ann"]
    assert game(tmp_path).resume.waiting("odm") is None
    assert later.resume.texts() == {}


def test_programs_that_enter_at_the_same_moment_enter_one_score_once(tmp_path: Path) -> None:
    game(tmp_path).resume.put(finished(), waits=True)
    code = (
        "import sys; from pathlib import Path\n"
        "from retro_pyramid.storage import DataFolder, GameFiles\n"
        "files = GameFiles(DataFolder(Path(sys.argv[1])))\n"
        "game = files.resume.waiting('odm')\n"
        "print('ready', flush=True); sys.stdin.read()\n"
        "files.enter(sys.argv[2], 50, 1, game)\n"
    )
    started = [
        subprocess.Popen(
            [sys.executable, "-c", code, str(tmp_path), name],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for name in ("Ann", "Bob", "Cy", "Dee")
    ]
    for process in started:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
    for process in started:
        process.communicate("", timeout=60)
    assert [process.returncode for process in started] == [0] * 4
    assert len(rows(tmp_path)) == 1


@pytest.mark.usefixtures("impatient")
def test_while_a_score_is_entered_no_other_program_can(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = game(tmp_path)
    files.resume.put(finished(), waits=True)

    def add(*_: object) -> None:
        with pytest.raises(StorageError, match="held the lock"), DataFolder(tmp_path).lock(RESUME):
            pass

    monkeypatch.setattr(files, "add", add)
    files.enter("Ann", 50, 1, finished())
    assert files.resume.waiting("odm") is None


def test_a_score_that_was_never_saved_is_entered_in_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    files = game(tmp_path)
    files.resume.put(finished(), waits=True)
    assert files.enter("Ann", 50, 1, finished()) == 0
    assert files.enter("Ann", 50, 1, finished()) is None
    assert [row.name for row in files.board().rows[:2]] == ["Ann", "-----"]


def test_two_pages_of_a_browser_enter_one_score_once() -> None:
    local = View(Shared())
    first, second = (GameFiles(BrowserStore(lambda: local)) for _ in range(2))
    first.resume.put(finished(), waits=True)
    assert second.enter("Bob", 50, 1, finished()) == 0
    assert first.enter("Ann", 50, 1, finished()) is None
    assert [row.name for row in first.board().rows[:2]] == ["Bob", "-----"]


# Locks


@pytest.mark.usefixtures("impatient")
def test_a_lock_within_itself_is_the_same_lock(tmp_path: Path) -> None:
    folder = DataFolder(tmp_path)
    with folder.lock("ONE"):
        with folder.lock("ONE"), folder.lock("TWO"):
            pass
        with pytest.raises(StorageError, match="held the lock"), DataFolder(tmp_path).lock("ONE"):
            pass
    with DataFolder(tmp_path).lock("ONE"):
        pass


@pytest.mark.usefixtures("impatient")
def test_a_lock_that_another_program_holds_is_waited_for_once(tmp_path: Path) -> None:
    files, began = game(tmp_path), time.monotonic()
    with DataFolder(tmp_path).lock(RESUME):
        for moves in range(3, 53):
            assert not files.resume.put(session(moves=3).save()._replace(ticks=moves))
    assert time.monotonic() - began < 50 * 0.2 / 2
    assert len(files.notices) == 1
    assert files.resume.put(session().save())
    # Another one that is short of time is waited for again.
    began = time.monotonic()
    with DataFolder(tmp_path).lock(RESUME):
        assert not files.resume.put(session(moves=4).save())
    assert time.monotonic() - began >= 0.2
