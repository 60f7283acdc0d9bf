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
from retro_pyramid.formats.native.statistics import Statistics
from retro_pyramid.formats.native.statistics_text import encode_statistics
from retro_pyramid.formats.native.tournament_text import SuspendedTournament, encode_suspended
from retro_pyramid.rules import EDITIONS, parse_move, rules_for
from retro_pyramid.rules.transcript import MAX_TRANSCRIPT_LENGTH, SavedSession, crc32_hex
from retro_pyramid.session import Session
from retro_pyramid.storage import BrowserStore, DataFolder, StorageError, UserData
from tests.folders import Failing, begun, contents, entry, game, names
from tests.pages import Shared, View
from tests.scripts.search import stuck_game
from tests.test_storage_files import session

Patch = pytest.MonkeyPatch
RESUME, BAK = "RESUME.PYR", "RESUME.PYR.BAK"
EM, ODM = rules_for("em"), rules_for("odm")


def text(save: SavedSession) -> str:
    return encode_save(save).decode()


def put(folder: Path, *blocks: tuple[str, str]) -> bytes:
    data = encode_blocks("resume", [Block(*block) for block in blocks])
    (folder / RESUME).write_bytes(data)
    return data


@cache
def finished(ticks: int = 0) -> SavedSession:
    """A game of odm that is stuck with 50 points or so."""
    number, moves = stuck_game()
    played = Session(ODM, deal(number), number)
    for move in moves:
        played.play_move(move)
    played.ticks = ticks
    return played.to_saved_session()


def of_deal(number: int, moves: int = 3) -> SavedSession:
    played = Session(EM, deal(number), number)
    for _ in range(moves):
        played.play_move(parse_move("D"))
    return played.to_saved_session()


@pytest.fixture
def impatient(monkeypatch: Patch) -> None:
    monkeypatch.setattr("retro_pyramid.storage.backends.data_folder.LOCK_TIMEOUT_SECONDS", 0.1)


def test_a_step_that_no_file_can_hold_is_told_and_does_not_stay_in_the_way(tmp_path: Path) -> None:
    most = Statistics(10**18 - 1, 0, 1, 5, 5, 0, 0)
    (tmp_path / "PYRAMID.STA").write_bytes(encode_statistics({EM.id: most}))
    files = game(tmp_path)
    assert not files.count_game(EM, False, 5)
    assert files.count_game(ODM, True, 50)
    (notice,) = files.notification_lines
    said = "Statistics cannot be saved: PYRAMID.STA: statistics, em, games: expected a whole"
    assert notice.startswith(said)
    again = game(tmp_path)
    assert again.statistics.read() == {EM.id: most, ODM.id: Statistics().with_game(True, 50)}
    assert again.notification_lines == []


def test_a_file_does_not_grow_beyond_what_is_read(tmp_path: Path) -> None:
    put(tmp_path, ("later", ("x" * 1023 + "\n") * 1023))
    files = game(tmp_path)
    assert not files.unfinished_games.save_game(
        SavedSession(session().to_saved_session().transcript._replace(moves=(parse_move("D"),) * 900)),
        entry("em"),
    )
    assert files.notification_lines[0].startswith(
        "Games left off cannot be saved: RESUME.PYR: expected at most 1048576"
    )
    assert game(tmp_path).unfinished_games.save_game(session().to_saved_session(), entry("em"))


@pytest.mark.parametrize("times", ["9" * 5000, "²", "-1", ""])
def test_a_count_of_ended_games_that_is_none_is_passed_over(tmp_path: Path, times: str) -> None:
    put(tmp_path, ("ended", f"{entry('em')} {times}\n"))
    files = game(tmp_path)
    assert files.unfinished_games.get_times_counted(entry("em")) == 0
    assert files.unfinished_games.mark_counted(entry("em"), 0)
    assert game(tmp_path).unfinished_games.get_times_counted(entry("em")) == 1


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
    data = put(
        tmp_path,
        (f"em left {crc32_hex(b'x')}", text(session().to_saved_session())),
        ("intent 00000000", intent),
    )
    files = game(tmp_path)
    files.recover()
    assert contents(tmp_path)[RESUME] == data
    assert files.notification_lines == [
        "RESUME.PYR has parts of a newer version of Retro Pyramid, which are kept"
    ]
    files.count_game(EM, True, 5)
    assert files.unfinished_games.save_game(session(moves=5).to_saved_session(), entry("em"))
    with files.transaction():
        files.count_game(EM, True, 5)
    assert dict(game(tmp_path).unfinished_games.read())["intent 00000000"] == intent
    assert game(tmp_path).statistics.read()[EM.id].games == 2
    assert files.unfinished_games.save_game(session().to_saved_session(), entry("em"))
    assert session().to_saved_session() in saves(game(tmp_path), "em")
    written = {name for name in names(tmp_path) if not name.endswith(".BAK")}
    assert written <= {RESUME, "PYRAMID.STA", "PYRAMID.HGH", "PYRTOUR.HGH"}
    assert rows(tmp_path) == []


def test_what_cannot_be_saved_now_is_still_to_be_done_at_the_next_start(tmp_path: Path) -> None:
    files = game(tmp_path)
    (tmp_path / "PYRAMID.STA").mkdir()
    for score in (3, 5):
        with files.transaction():
            files.count_game(EM, True, score)
    counted = {EM.id: Statistics().with_game(True, 3).with_game(True, 5)}
    assert files.statistics.read() == counted
    (tmp_path / "PYRAMID.STA").rmdir()
    for _ in range(2):
        later = game(tmp_path)
        later.recover()
        assert (later.statistics.read(), later.unfinished_games.get_pending_writes()) == (counted, {})


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("what", ["large", "of another program"])
def test_a_game_that_cannot_be_used_is_kept(tmp_path: Path, edition: str, what: str) -> None:
    another = "em" if edition == "odm" else "odm"
    large = f"{'x' * 60}\n" * (MAX_TRANSCRIPT_LENGTH // 60)
    unusable = {"large": large, "of another program": text(session(another).to_saved_session())}
    data = put(tmp_path, (edition, unusable[what]))
    files, mine = game(tmp_path), session(edition).to_saved_session()
    assert files.unfinished_games.find_unfinished(edition) is None
    assert files.unfinished_games.remove_game(entry(edition))
    assert contents(tmp_path) == {RESUME: data}
    for save in (mine, session(edition, 5).to_saved_session()):
        assert files.unfinished_games.save_game(save, entry(edition))
    assert contents(tmp_path)[BAK] == data
    assert names(tmp_path) == [RESUME, BAK]
    if what == "of another program":
        found = f"found a game of {another}: expected one of '{edition}'"
        assert (
            files.notification_lines[0]
            == f"The game left off cannot be used: RESUME.PYR, {edition}: line 1: {found}"
        )
    assert files.notification_lines[1:] == [f"A game left off cannot be used, the old file is kept as {BAK}"]


def test_a_tournament_that_cannot_go_on_is_kept_before_another_takes_its_place(tmp_path: Path) -> None:
    later = SuspendedTournament((("edition", "em"), ("same_deck", "perhaps")), ())
    (tmp_path / "PYRAMID.SAV").write_bytes(data := encode_suspended(later))
    files = game(tmp_path)
    assert files.suspended_tournament.load() == later
    files.suspended_tournament.mark_unusable(later, "facts")
    assert files.suspended_tournament.save(SuspendedTournament((), ()))
    assert files.suspended_tournament.save(SuspendedTournament((("edition", "em"),), ()))
    assert contents(tmp_path)["PYRAMID.SAV.BAK"] == data
    assert names(tmp_path) == ["PYRAMID.SAV", "PYRAMID.SAV.BAK"]
    assert files.notification_lines[0] == "The saved tournament cannot be used: facts"


@pytest.mark.parametrize("counted", ["", " 50 1 0"])
def test_an_older_file_is_read_and_its_games_stay_beside_the_new_ones(tmp_path: Path, counted: str) -> None:
    waits = text(finished())
    em, odm, other = session("em").to_saved_session(), session("odm").to_saved_session(), of_deal(7, 1)
    put(tmp_path, ("em", text(em)), ("odm", text(odm)), (f"odm {crc32_hex(waits.encode())}{counted}", waits))
    files = game(tmp_path)
    (old,) = files.unfinished_games.list_unfinished("em")
    assert (old.saved, saves(files, "odm")) == (em, [odm])
    assert files.unfinished_games.find_awaiting_name("odm") == (
        f"odm {crc32_hex(waits.encode())}",
        finished(),
    )
    assert files.unfinished_games.save_game(other, entry("em"))
    assert saves(game(tmp_path), "em") == [other, em]
    further = session("em", 5).to_saved_session()
    assert files.unfinished_games.save_game(further, old.entry_id)
    assert saves(game(tmp_path), "em") == [further, other]
    assert game(tmp_path).unfinished_games.remove_game(old.entry_id)
    assert saves(game(tmp_path), "em") == [other]
    assert (names(tmp_path), files.notification_lines) == ([RESUME], [])


def saves(files: UserData, edition: str) -> list[SavedSession]:
    return [one.saved for one in files.unfinished_games.list_unfinished(edition)]


def rows(folder: Path) -> list[str]:
    return [row.name for row in game(folder).read_high_scores().rows if row.score]


def test_a_score_waits_beside_another_windows_games(tmp_path: Path) -> None:
    first, second, third = game(tmp_path), game(tmp_path), game(tmp_path)
    first.unfinished_games.save_game(finished(), entry("odm"), is_awaiting_name=True)
    second.unfinished_games.save_game(session("odm").to_saved_session(), entry("odm", 2))
    third.unfinished_games.save_game(finished(7), entry("odm", 3), is_awaiting_name=True)
    second.unfinished_games.save_game(session("odm", 4).to_saved_session(), entry("odm", 2))
    assert first.enter_score("Ann", 50, 1, entry("odm")) == 0
    # Closed before it had its name.
    later = game(tmp_path)
    assert later.unfinished_games.find_awaiting_name("odm") == (entry("odm", 3), finished(7))
    assert later.enter_score("Bob", 50, 1, entry("odm", 3)) == 1
    assert later.unfinished_games.find_awaiting_name("odm") is None
    assert later.unfinished_games.list_unfinished("odm") == [
        (entry("odm", 2), session("odm", 4).to_saved_session())
    ]
    assert rows(tmp_path) == ["Ann", "Bob"]


def test_a_finished_game_takes_its_own_place_till_it_is_undone_or_declined(tmp_path: Path) -> None:
    files = game(tmp_path)
    played = Session.from_saved_session(finished())
    played.undo()
    here = entry("odm")
    files.unfinished_games.save_game(played.to_saved_session(), here)
    files.unfinished_games.save_game(finished(), here, is_awaiting_name=True)
    assert (
        files.unfinished_games.find_unfinished("odm"),
        files.unfinished_games.find_awaiting_name("odm"),
    ) == (None, (here, finished()))
    files.unfinished_games.save_game(played.to_saved_session(), here)
    assert (
        files.unfinished_games.find_unfinished("odm"),
        files.unfinished_games.find_awaiting_name("odm"),
    ) == ((here, played.to_saved_session()), None)
    files.unfinished_games.save_game(finished(), here, is_awaiting_name=True)
    assert files.unfinished_games.remove_game(here)
    assert game(tmp_path).unfinished_games.find_awaiting_name("odm") is None


@pytest.mark.parametrize("how", ["before games could wait", "never saved", "two pages"])
def test_a_score_is_entered_once_however_it_waits(tmp_path: Path, monkeypatch: Patch, how: str) -> None:
    local = View(Shared())
    stores = [BrowserStore(lambda: local) if how == "two pages" else DataFolder(tmp_path) for _ in range(2)]
    first, second = map(UserData, stores)
    if how == "never saved":
        Failing(monkeypatch, "fsync")
        second = first
    first.unfinished_games.save_game(
        finished(), entry("odm"), is_awaiting_name=how != "before games could wait"
    )
    assert second.enter_score("Ann", 50, 1, entry("odm")) == 0
    assert first.enter_score("Bob", 50, 1, entry("odm")) is None
    assert [row.name for row in second.read_high_scores().rows[:2]] == ["Ann", "-----"]


@pytest.mark.posix
@pytest.mark.parametrize("writes", range(4))
def test_a_program_killed_while_it_enters_leaves_a_score_once(tmp_path: Path, writes: int) -> None:
    data, copy = tmp_path / "data", tmp_path / "copy"
    files = game(data)
    files.add_score("Old", 50, 1)
    files.unfinished_games.save_game(finished(), entry("odm"), is_awaiting_name=True)
    other = game(data)
    assert other.unfinished_games.find_awaiting_name("odm") == (entry("odm"), finished())
    # Killed before its first, second, third write has its name; at last not at all.
    code = (
        "game, left, replace = files.unfinished_games.find_awaiting_name('odm'), int(sys.argv[2]), Path.replace\n"
        "def write(self, target):\n"
        "    global left\n"
        "    if left == 0: os.kill(os.getpid(), signal.SIGKILL)\n"
        "    left -= 1\n"
        "    return replace(self, target)\n"
        "Path.replace = write\n"
        "files.enter_score('Ann', 50, 1, game.entry_id)\n"
    )
    ended = begun(code, data, writes)
    ended.communicate("", timeout=60)
    assert ended.returncode == (0 if writes == 3 else -signal.SIGKILL)
    shutil.copytree(data, copy)
    # A window that has been waiting all the time enters it, or else the next start.
    assert other.enter_score("Ann", 50, 1, entry("odm")) == (1 if writes < 1 else None)
    later = game(copy)
    later.recover()
    waiting = later.unfinished_games.find_awaiting_name("odm")
    assert (waiting is None) == (writes >= 1)
    if waiting:
        assert later.enter_score("Ann", 50, 1, waiting.entry_id) == 1
    for folder in (data, copy):
        assert rows(folder) == ["Old", "Ann"]
        assert game(folder).unfinished_games.get_game_texts() == {}


@pytest.mark.usefixtures("impatient")
def test_while_a_score_is_entered_no_other_program_can(tmp_path: Path, monkeypatch: Patch) -> None:
    files = game(tmp_path)
    files.unfinished_games.save_game(finished(), entry("odm"), is_awaiting_name=True)

    def add(*_: object) -> None:
        with pytest.raises(StorageError, match="held the lock"), DataFolder(tmp_path).lock(RESUME):
            pass

    monkeypatch.setattr(files, "add_score", add)
    files.enter_score("Ann", 50, 1, entry("odm"))
    assert files.unfinished_games.find_awaiting_name("odm") is None


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
            assert not files.unfinished_games.save_game(
                session().to_saved_session()._replace(ticks=ticks), entry("em")
            )
            waited.append(len(pauses))
    assert waited == [waited[0]] * 5
    assert waited[0] > 0
    (notice,) = files.notification_lines
    assert "another program has held the lock" in notice
    assert files.unfinished_games.save_game(session().to_saved_session(), entry("em"))
    # Another one that is short of time is waited for again.
    with DataFolder(tmp_path).lock(RESUME):
        assert not files.unfinished_games.save_game(session(moves=4).to_saved_session(), entry("em"))
    assert len(pauses) > waited[0]
