"""Everything as one .zip, and back: a folder, a page's storage, what is there already."""

import zipfile
from io import BytesIO
from pathlib import Path

import pytest

from retro_pyramid.formats.native.save_text import encode_save
from retro_pyramid.formats.native.statistics_text import OddsCount
from retro_pyramid.formats.scores.high_scores import decode_high_scores
from retro_pyramid.rules import rules_for
from retro_pyramid.session.tournament import Player, new_tournament, tournament_settings
from retro_pyramid.storage import BrowserStore, DataFolder, UserData
from retro_pyramid.storage.backends.store import DATA_FILE_LIMIT_BYTES
from retro_pyramid.storage.importing.backup import build_backup_zip
from retro_pyramid.storage.importing.importer import import_path
from retro_pyramid.storage.statistics_file import OddsFile
from retro_pyramid.storage.unfinished import encode_resume_file
from retro_pyramid.storage.value_file import Notifications
from tests.folders import contents, entry, game
from tests.pages import Shared, View
from tests.test_storage_files import SIX, TOTAL, session

EM, ODM = rules_for("em"), rules_for("odm")
HGH, SAV, ONE, RESUME = "PYRAMID.HGH", "PYRAMID.SAV", "ONE.PYR", "RESUME.PYR"
ALL = {"PYRAMID.CFG", HGH, SAV, "PYRAMID.STA", "PYRTOUR.HGH", "PYRTOUR.TXT", RESUME, ONE}


def fill(files: UserData) -> None:
    files.add_score("Ann ♥", 1575, 2)
    files.save_setting("em.speed", "fast")
    files.count_game(EM, True, 35)
    files.count_game(ODM, False, -20)
    files.add_totals([("Ann", TOTAL, SIX)])
    files.unfinished_games.save_game(session("em").to_saved_session(), entry("em"))
    files.unfinished_games.save_game(session("windows").to_saved_session(), entry("windows"))
    files.saved_games.write("one", session("relaxed").to_saved_session())
    files.suspend_tournament(
        tournament_settings(new_tournament(EM, [Player("Ann")])), [], session("em").to_saved_session()
    )


def page() -> tuple[View, UserData]:
    view = View(Shared())
    view.texts["another page's"] = "x"
    return view, UserData(BrowserStore(lambda: view))


def packed(files: UserData, folder: Path) -> Path:
    path = folder / "backup.zip"
    path.write_bytes(build_backup_zip(files))
    return path


def archive(files: UserData) -> zipfile.ZipFile:
    return zipfile.ZipFile(BytesIO(build_backup_zip(files)))


def odds(folder: Path) -> OddsFile:
    return OddsFile(DataFolder(folder), Notifications())


@pytest.fixture
def old(tmp_path: Path) -> UserData:
    files = game(tmp_path / "old")
    fill(files)
    return files


@pytest.mark.parametrize("desk", [True, False])
def test_read_back_everything_is_as_it_was(tmp_path: Path, desk: bool, old: UserData) -> None:
    view, in_page = page()
    files = game(tmp_path / "new") if desk else in_page
    brought = import_path(files, str(packed(old, tmp_path)))
    assert (brought.errors, brought.has_new_high_scores, brought.settings["em.speed"]) == ((), True, "fast")
    read = "saved game, settings, tournament, figures, tournament totals, proofs of totals, games left off"
    assert brought.lines[0] == f"Read back: {read}"
    assert set(archive(files).namelist()) == ALL
    assert build_backup_zip(files) == build_backup_zip(old)
    assert len(view.texts) == (1 if desk else len(ALL) + 2)
    assert import_path(files, str(tmp_path / "backup.zip")).errors == ()
    assert build_backup_zip(files) == build_backup_zip(old)
    # Unpacked it is a data folder.
    archive(files).extractall(tmp_path / "unpacked")
    assert contents(tmp_path / "unpacked") == {name: archive(old).read(name) for name in ALL}
    suspended = game(tmp_path / "unpacked").suspended_tournament.load()
    assert suspended is not None
    assert suspended.current_game == session("em").to_saved_session()


def test_what_is_there_joins_what_comes_or_is_kept(tmp_path: Path, old: UserData) -> None:
    new = game(tmp_path / "new")
    new.add_score("Bob", 200, 1)
    new.save_setting("em.speed", "slow")
    for _ in range(3):
        new.count_game(EM, False, -10)
    new.add_totals([("Bob", 5, ())])
    mine = session("em", moves=1).to_saved_session()
    new.unfinished_games.save_game(mine, entry("em"))
    new.unfinished_games.save_game(session("relaxed").to_saved_session(), entry("relaxed"))
    new.saved_games.write("one", mine)
    new.suspend_tournament(tournament_settings(new_tournament(EM, [Player("Bob")])), [], None)
    assert import_path(new, str(packed(old, tmp_path))).errors == ()
    assert [row.name for row in new.read_high_scores().rows[:2]] == ["Ann ♥", "Bob"]
    assert new.config.read_settings()["em.speed"] == "fast"
    # Of each rule set the longer row of games counts, the other is kept.
    assert [new.statistics.read()[rules.id].games for rules in (EM, ODM)] == [3, 1]
    assert [row.name for row in new.tournament_scores.read_top_ten()[:2]] == ["Ann", "Bob"]
    assert new.tournament_scores.read_top_ten()[0].games == SIX
    assert new.unfinished_games.find_unfinished("em") == (entry("em"), session("em").to_saved_session())
    assert new.unfinished_games.find_unfinished("relaxed") is not None
    kept = contents(tmp_path / "new")
    assert b"em.speed" not in kept["PYRAMID.CFG.BAK"]
    assert b"speed = slow" in kept["PYRAMID.CFG.BAK"]
    assert kept["ONE.PYR.BAK"] == encode_save(mine)
    assert b"Bob" in kept["PYRAMID.SAV.BAK"]
    assert encode_save(mine) in kept["RESUME.PYR.BAK"]
    assert kept["PYRAMID.STA.BAK"] == contents(tmp_path / "old")["PYRAMID.STA"]
    assert {row.score for row in decode_high_scores(kept["PYRAMID.HGH.BAK"]).rows} == {1575, 0}


ODD = "em goal=won"


def test_how_far_the_odds_were_counted_comes_back_unless_more_is_here(tmp_path: Path) -> None:
    few, many = OddsCount(5, 3, 0), OddsCount(9, 4, 1)
    for name, count in (("few", few), ("many", many)):
        for tag in (ODD, f"odm {name}"):
            odds(tmp_path / name).advance_count(tag, count)
    for source, target in (("few", "many"), ("many", "few"), ("few", "new")):
        brought = import_path(game(tmp_path / target), str(packed(game(tmp_path / source), tmp_path)))
        assert (brought.lines, brought.errors) == (("Read back: odds",), ())
    for name, tag, count in (
        ("many", ODD, many),
        ("many", "odm few", few),
        ("few", ODD, many),
        ("new", "odm many", many),
    ):
        assert odds(tmp_path / name).read_count(tag) == count


@pytest.mark.parametrize("desk", [True, False])
def test_kept_files_come_back_beside_those_that_are_here(tmp_path: Path, desk: bool) -> None:
    for name, data in (("PYRAMID.HGH.BAK", b"one"), ("PYRAMID.HGH.BAK2", b"two"), ("ONE.PYR.BAK", b"three")):
        DataFolder(tmp_path / "old").write(name, data)
    path = packed(game(tmp_path / "old"), tmp_path)
    view = View(Shared())
    store = DataFolder(tmp_path / "new") if desk else BrowserStore(lambda: view)
    store.write("PYRAMID.HGH.BAK", b"two")
    store.write("ONE.PYR.BAK", b"mine")
    for _ in range(2):
        brought = import_path(UserData(store), str(path))
        assert (brought.lines, brought.errors) == (("Read back: 3 older files",), ())
        assert {name: store.read(name) for name in store.list_names() if not name.endswith(".LCK")} == {
            "PYRAMID.HGH.BAK": b"two",
            "PYRAMID.HGH.BAK2": b"one",
            "ONE.PYR.BAK": b"mine",
            "ONE.PYR.BAK2": b"three",
        }


@pytest.mark.parametrize(
    "broken", [b"broken", b"x" * (DATA_FILE_LIMIT_BYTES + 1)], ids=["broken", "too large"]
)
def test_broken_files_in_the_way_are_kept(tmp_path: Path, broken: bytes, old: UserData) -> None:
    odds(tmp_path / "old").advance_count(ODD, OddsCount(5, 3, 0))
    (tmp_path / "new").mkdir()
    before = contents(tmp_path / "old")
    assert set(before) == ALL | {"PYRAMID.ODD"}
    for name in before:
        (tmp_path / "new" / name).write_bytes(broken)
    new = game(tmp_path / "new")
    assert import_path(new, str(packed(old, tmp_path))).errors == ()
    after = contents(tmp_path / "new")
    # Settings that cannot be understood are no broken file: those that come join them.
    if broken == b"broken":
        assert after["PYRAMID.CFG"].startswith(b"broken\n")
        before["PYRAMID.CFG"] = after["PYRAMID.CFG"]
    assert after == {**before, **{f"{name}.BAK": broken for name in before}}
    assert new.config.read_settings()["em.speed"] == "fast"


def test_a_game_of_a_later_version_takes_no_place(tmp_path: Path) -> None:
    relaxed = session("relaxed").to_saved_session()
    later = encode_resume_file({"em": "retro-pyramid 2\n", "relaxed": encode_save(relaxed).decode()})
    (tmp_path / RESUME).write_bytes(later)
    new = game(tmp_path / "new")
    new.unfinished_games.save_game(session("em").to_saved_session(), entry("em"))
    brought = import_path(new, str(tmp_path / RESUME))
    assert brought.lines == ("Read back: games left off",)
    kept = "RESUME.PYR: not all of its games can be used here, it is kept as RESUME.PYR.BAK"
    assert brought.errors == (kept,)
    assert new.unfinished_games.find_unfinished("em") == (entry("em"), session("em").to_saved_session())
    assert [one.saved for one in new.unfinished_games.list_unfinished("relaxed")] == [relaxed]
    assert contents(tmp_path / "new")["RESUME.PYR.BAK"] == later


def test_a_file_alone_is_told_by_what_is_in_it(tmp_path: Path, old: UserData) -> None:
    there = contents(tmp_path / "old")
    (tmp_path / RESUME).write_bytes(there[RESUME].replace(b"em", b"en", 1))
    brought = import_path(game(tmp_path / "new"), str(tmp_path / RESUME))
    assert brought.lines == ()
    assert brought.errors[0].startswith("RESUME.PYR: resume, last line")
    assert not (tmp_path / "new").exists()
    for name, downloaded, line in [
        (RESUME, "resume (2).pyr", "Read back: games left off"),
        (SAV, "my match.sav", "Read back: tournament"),
        (ONE, "a fine long name.pyr", "Read back: saved game"),
        ("PYRAMID.CFG", "PYRAMID (1).CFG", "Read back: settings"),
    ]:
        (tmp_path / downloaded).write_bytes(there[name])
        assert import_path(game(tmp_path / "new"), str(tmp_path / downloaded)).lines == (line,)
    assert set(contents(tmp_path / "new")) == {RESUME, SAV, "AFINELON.PYR", "PYRAMID.CFG"}


@pytest.mark.posix
def test_names_that_not_every_system_has_go_along_under_others(tmp_path: Path) -> None:
    odd = ("caf\udce9.txt", "caf_.txt", "what?.txt", "C:GAME.PYR", "aux.pyr", "PYRAMID.HGH.BAK", "club.lay")
    # Files of others and what is half written stay out.
    for number, name in enumerate((*odd, "letter.rtf", "PYRAMID.HGH.TMP", "PYRAMID.HGH.LCK")):
        (tmp_path / name).write_text(f"number {number}")
    found = archive(game(tmp_path))
    assert {name: found.read(name)[-1:] for name in found.namelist()} == {
        "caf_.txt": b"1",
        "_caf_.txt": b"0",
        "what_.txt": b"2",
        "C_GAME.PYR": b"3",
        "aux_.pyr": b"4",
        "PYRAMID.HGH.BAK": b"5",
        "club.lay": b"6",
    }


def test_a_text_that_cannot_be_read_is_left_out_and_said() -> None:
    view, files = page()
    files.add_score("Ann", 50, 1)
    view.texts["retro-pyramid/PYRAMID.STA"] = "no base64!"
    assert archive(files).namelist() == [HGH]
    assert files.notification_lines == ["Left out: PYRAMID.STA: expected base64 in the browser's storage"]
