"""RESUME.PYR: what cannot be written again is not read, no game is written over unread, each score is entered once."""

import shutil
import signal
import time
from functools import cache
from pathlib import Path

import pytest

from retro_pyramid.cards import deal
from retro_pyramid.formats.native.checksummed import Block, encode_blocks
from retro_pyramid.formats.native.save_text import encode_save
from retro_pyramid.formats.native.statistics import Figures
from retro_pyramid.formats.native.statistics_text import encode_statistics
from retro_pyramid.formats.native.tournament_text import Suspended, encode_suspended
from retro_pyramid.rules import EDITIONS, parse_move, rules_for
from retro_pyramid.rules.transcript import MOST_CHARACTERS, Save, checksum
from retro_pyramid.session import Session
from retro_pyramid.storage import BrowserStore, DataFolder, GameFiles, StorageError
from tests.folders import Failing, begun, contents, entry, game, names
from tests.pages import Shared, View
from tests.scripts.search import stuck_game
from tests.test_storage_files import session

Patch = pytest.MonkeyPatch
RESUME, BAK = "RESUME.PYR", "RESUME.PYR.BAK"
EM, ODM = rules_for("em"), rules_for("odm")


def text(save: Save) -> str:
    return encode_save(save).decode()


def put(folder: Path, *blocks: tuple[str, str]) -> bytes:
    data = encode_blocks("resume", [Block(*block) for block in blocks])
    (folder / RESUME).write_bytes(data)
    return data


@cache
def finished(ticks: int = 0) -> Save:
    """A game of odm that is stuck with 50 points or so."""
    number, moves = stuck_game()
    played = Session(ODM, deal(number), number)
    for move in moves:
        played.play(move)
    played.ticks = ticks
    return played.save()


def of_deal(number: int, moves: int = 3) -> Save:
    played = Session(EM, deal(number), number)
    for _ in range(moves):
        played.play(parse_move("D"))
    return played.save()


@pytest.fixture
def impatient(monkeypatch: Patch) -> None:
    monkeypatch.setattr("retro_pyramid.storage.backends.data_folder.LOCK_SECONDS", 0.1)


def test_a_step_that_no_file_can_hold_is_told_and_does_not_stay_in_the_way(tmp_path: Path) -> None:
    most = Figures(10**18 - 1, 0, 1, 5, 5, 0, 0)
    (tmp_path / "PYRAMID.STA").write_bytes(encode_statistics({EM.tag: most}))
    files = game(tmp_path)
    assert not files.count(EM, False, 5)
    assert files.count(ODM, True, 50)
    (notice,) = files.notices
    said = "Statistics cannot be saved: PYRAMID.STA: statistics, em, games: expected a whole"
    assert notice.startswith(said)
    again = game(tmp_path)
    assert again.statistics.value() == {EM.tag: most, ODM.tag: Figures().add(True, 50)}
    assert again.notices == []


def test_a_file_does_not_grow_beyond_what_is_read(tmp_path: Path) -> None:
    put(tmp_path, ("later", ("x" * 1023 + "\n") * 1023))
    files = game(tmp_path)
    assert not files.resume.put(
        Save(session().save().game._replace(moves=(parse_move("D"),) * 900)), entry("em")
    )
    assert files.notices[0].startswith("Games left off cannot be saved: RESUME.PYR: expected at most 1048576")
    assert game(tmp_path).resume.put(session().save(), entry("em"))


@pytest.mark.parametrize("times", ["9" * 5000, "²", "-1", ""])
def test_a_count_of_ended_games_that_is_none_is_passed_over(tmp_path: Path, times: str) -> None:
    put(tmp_path, ("ended", f"{entry('em')} {times}\n"))
    files = game(tmp_path)
    assert files.resume.ends(entry("em")) == 0
    assert files.resume.end(entry("em"), 0)
    assert game(tmp_path).resume.ends(entry("em")) == 1


@pytest.mark.parametrize(
    ("kind", "intent"),
    [
        ("nothing", ""),
        ("another file", " PYRAMID.EXE\n \n x\n \n"),
        ("a part that is no file", " store\n \n x\n \n"),
        ("a game of nothing", " statistics\n 0\n 1 2 3\n \n"),
        ("a score of many digits", " statistics\n 0\n 1 " + "9" * 5000 + " 0 em\n \n"),
        ("no rule set", " statistics\n 0\n 1 5 0 em level=9\n \n"),
        ("a name that no record holds", " scores\n 0\n 50 1 日\n \n"),
        ("a level that is none", " scores\n 0\n 50 7 Ann\n \n"),
        ("no total", " tour\n 0\n x\n \n"),
        ("no tournament", " suspended\n 00000000\n x\n \n"),
    ],
)
def test_an_intent_that_this_version_does_not_know_is_kept(tmp_path: Path, kind: str, intent: str) -> None:
    data = put(tmp_path, (f"em left {checksum(b'x')}", text(session().save())), ("intent 00000000", intent))
    files = game(tmp_path)
    files.settle()
    assert contents(tmp_path)[RESUME] == data
    assert files.notices == ["RESUME.PYR has parts of a newer version of Retro Pyramid, which are kept"]
    files.count(EM, True, 5)
    assert files.resume.put(session(moves=5).save(), entry("em"))
    with files.together():
        files.count(EM, True, 5)
    assert dict(game(tmp_path).resume.value())["intent 00000000"] == intent
    assert game(tmp_path).statistics.value()[EM.tag].games == 2
    assert files.resume.put(session().save(), entry("em"))
    assert session().save() in saves(game(tmp_path), "em")
    written = {name for name in names(tmp_path) if not name.endswith(".BAK")}
    assert written <= {RESUME, "PYRAMID.STA", "PYRAMID.HGH", "PYRTOUR.HGH"}
    assert rows(tmp_path) == []


def test_what_cannot_be_saved_now_is_still_to_be_done_at_the_next_start(tmp_path: Path) -> None:
    files = game(tmp_path)
    (tmp_path / "PYRAMID.STA").mkdir()
    for score in (3, 5):
        with files.together():
            files.count(EM, True, score)
    counted = {EM.tag: Figures().add(True, 3).add(True, 5)}
    assert files.statistics.value() == counted
    (tmp_path / "PYRAMID.STA").rmdir()
    for _ in range(2):
        later = game(tmp_path)
        later.settle()
        assert (later.statistics.value(), later.resume.intents()) == (counted, {})


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("what", ["large", "of another program"])
def test_a_game_that_cannot_be_used_is_kept(tmp_path: Path, edition: str, what: str) -> None:
    another = "em" if edition == "odm" else "odm"
    large = f"{'x' * 60}\n" * (MOST_CHARACTERS // 60)
    unusable = {"large": large, "of another program": text(session(another).save())}
    data = put(tmp_path, (edition, unusable[what]))
    files, mine = game(tmp_path), session(edition).save()
    assert files.resume.get(edition) is None
    assert files.resume.drop(entry(edition))
    assert contents(tmp_path) == {RESUME: data}
    for save in (mine, session(edition, 5).save()):
        assert files.resume.put(save, entry(edition))
    assert contents(tmp_path)[BAK] == data
    assert names(tmp_path) == [RESUME, BAK]
    if what == "of another program":
        found = f"found a game of {another}: expected one of '{edition}'"
        assert files.notices[0] == f"The game left off cannot be used: RESUME.PYR, {edition}: line 1: {found}"
    assert files.notices[1:] == [f"A game left off cannot be used, the old file is kept as {BAK}"]


def test_a_tournament_that_cannot_go_on_is_kept_before_another_takes_its_place(tmp_path: Path) -> None:
    later = Suspended((("edition", "em"), ("same_deck", "perhaps")), ())
    (tmp_path / "PYRAMID.SAV").write_bytes(data := encode_suspended(later))
    files = game(tmp_path)
    assert files.suspended.load() == later
    files.suspended.refuse(later, "facts")
    assert files.suspended.save(Suspended((), ()))
    assert files.suspended.save(Suspended((("edition", "em"),), ()))
    assert contents(tmp_path)["PYRAMID.SAV.BAK"] == data
    assert names(tmp_path) == ["PYRAMID.SAV", "PYRAMID.SAV.BAK"]
    assert files.notices[0] == "The saved tournament cannot be used: facts"


@pytest.mark.parametrize("counted", ["", " 50 1 0"])
def test_an_older_file_is_read_and_its_games_stay_beside_the_new_ones(tmp_path: Path, counted: str) -> None:
    waits = text(finished())
    em, odm, other = session("em").save(), session("odm").save(), of_deal(7, 1)
    put(tmp_path, ("em", text(em)), ("odm", text(odm)), (f"odm {checksum(waits.encode())}{counted}", waits))
    files = game(tmp_path)
    (old,) = files.resume.left("em")
    assert (old.save, saves(files, "odm")) == (em, [odm])
    assert files.resume.waiting("odm") == (f"odm {checksum(waits.encode())}", finished())
    assert files.resume.put(other, entry("em"))
    assert saves(game(tmp_path), "em") == [other, em]
    further = session("em", 5).save()
    assert files.resume.put(further, old.entry)
    assert saves(game(tmp_path), "em") == [further, other]
    assert game(tmp_path).resume.drop(old.entry)
    assert saves(game(tmp_path), "em") == [other]
    assert (names(tmp_path), files.notices) == ([RESUME], [])


def saves(files: GameFiles, edition: str) -> list[Save]:
    return [one.save for one in files.resume.left(edition)]


def rows(folder: Path) -> list[str]:
    return [row.name for row in game(folder).board().rows if row.score]


def test_a_score_waits_beside_another_windows_games(tmp_path: Path) -> None:
    first, second, third = game(tmp_path), game(tmp_path), game(tmp_path)
    first.resume.put(finished(), entry("odm"), waits=True)
    second.resume.put(session("odm").save(), entry("odm", 2))
    third.resume.put(finished(7), entry("odm", 3), waits=True)
    second.resume.put(session("odm", 4).save(), entry("odm", 2))
    assert first.enter("Ann", 50, 1, entry("odm")) == 0
    # Closed before it had its name.
    later = game(tmp_path)
    assert later.resume.waiting("odm") == (entry("odm", 3), finished(7))
    assert later.enter("Bob", 50, 1, entry("odm", 3)) == 1
    assert later.resume.waiting("odm") is None
    assert later.resume.left("odm") == [(entry("odm", 2), session("odm", 4).save())]
    assert rows(tmp_path) == ["Ann", "Bob"]


def test_a_finished_game_takes_its_own_place_till_it_is_undone_or_declined(tmp_path: Path) -> None:
    files = game(tmp_path)
    played = Session.resume(finished())
    played.undo()
    here = entry("odm")
    files.resume.put(played.save(), here)
    files.resume.put(finished(), here, waits=True)
    assert (files.resume.get("odm"), files.resume.waiting("odm")) == (None, (here, finished()))
    files.resume.put(played.save(), here)
    assert (files.resume.get("odm"), files.resume.waiting("odm")) == ((here, played.save()), None)
    files.resume.put(finished(), here, waits=True)
    assert files.resume.drop(here)
    assert game(tmp_path).resume.waiting("odm") is None


@pytest.mark.parametrize("how", ["before games could wait", "never saved", "two pages"])
def test_a_score_is_entered_once_however_it_waits(tmp_path: Path, monkeypatch: Patch, how: str) -> None:
    local = View(Shared())
    stores = [BrowserStore(lambda: local) if how == "two pages" else DataFolder(tmp_path) for _ in range(2)]
    first, second = map(GameFiles, stores)
    if how == "never saved":
        Failing(monkeypatch, "fsync")
        second = first
    first.resume.put(finished(), entry("odm"), waits=how != "before games could wait")
    assert second.enter("Ann", 50, 1, entry("odm")) == 0
    assert first.enter("Bob", 50, 1, entry("odm")) is None
    assert [row.name for row in second.board().rows[:2]] == ["Ann", "-----"]


@pytest.mark.posix
@pytest.mark.parametrize("writes", range(4))
def test_a_program_killed_while_it_enters_leaves_a_score_once(tmp_path: Path, writes: int) -> None:
    data, copy = tmp_path / "data", tmp_path / "copy"
    files = game(data)
    files.add("Old", 50, 1)
    files.resume.put(finished(), entry("odm"), waits=True)
    other = game(data)
    assert other.resume.waiting("odm") == (entry("odm"), finished())
    # Killed before its first, second, third write has its name; at last not at all.
    code = (
        "game, left, replace = files.resume.waiting('odm'), int(sys.argv[2]), Path.replace\n"
        "def write(self, target):\n"
        "    global left\n"
        "    if left == 0: os.kill(os.getpid(), signal.SIGKILL)\n"
        "    left -= 1\n"
        "    return replace(self, target)\n"
        "Path.replace = write\n"
        "files.enter('Ann', 50, 1, game.entry)\n"
    )
    ended = begun(code, data, writes)
    ended.communicate("", timeout=60)
    assert ended.returncode == (0 if writes == 3 else -signal.SIGKILL)
    shutil.copytree(data, copy)
    # A window that has been waiting all the time enters it, or else the next start.
    assert other.enter("Ann", 50, 1, entry("odm")) == (1 if writes < 1 else None)
    later = game(copy)
    later.settle()
    waiting = later.resume.waiting("odm")
    assert (waiting is None) == (writes >= 1)
    if waiting:
        assert later.enter("Ann", 50, 1, waiting.entry) == 1
    for folder in (data, copy):
        assert rows(folder) == ["Old", "Ann"]
        assert game(folder).resume.texts() == {}


@pytest.mark.usefixtures("impatient")
def test_while_a_score_is_entered_no_other_program_can(tmp_path: Path, monkeypatch: Patch) -> None:
    files = game(tmp_path)
    files.resume.put(finished(), entry("odm"), waits=True)

    def add(*_: object) -> None:
        with pytest.raises(StorageError, match="held the lock"), DataFolder(tmp_path).lock(RESUME):
            pass

    monkeypatch.setattr(files, "add", add)
    files.enter("Ann", 50, 1, entry("odm"))
    assert files.resume.waiting("odm") is None


@pytest.mark.usefixtures("impatient")
def test_a_lock_that_another_program_holds_is_waited_for_once(tmp_path: Path, monkeypatch: Patch) -> None:
    pauses: list[float] = []
    sleep = time.sleep

    def pause(seconds: float) -> None:
        pauses.append(seconds)
        sleep(seconds)

    monkeypatch.setattr(time, "sleep", pause)
    files = game(tmp_path)
    with DataFolder(tmp_path).lock(RESUME):
        waited = []
        for ticks in range(5):
            assert not files.resume.put(session().save()._replace(ticks=ticks), entry("em"))
            waited.append(len(pauses))
    assert waited == [waited[0]] * 5
    assert waited[0] > 0
    (notice,) = files.notices
    assert "another program has held the lock" in notice
    assert files.resume.put(session().save(), entry("em"))
    # Another one that is short of time is waited for again.
    with DataFolder(tmp_path).lock(RESUME):
        assert not files.resume.put(session(moves=4).save(), entry("em"))
    assert len(pauses) > waited[0]
