"""Settings, statistics, tournaments and saves in the data folder: merged, kept, and told in one line."""

from pathlib import Path

import pytest

from retro_pyramid.cards import deal
from retro_pyramid.editions.settings_file import read_settings
from retro_pyramid.formats import FormatError
from retro_pyramid.formats.native.config_text import decode_config, empty_config, encode_config
from retro_pyramid.formats.native.statistics import Figures
from retro_pyramid.formats.native.tournament_text import Proof, Suspended
from retro_pyramid.rules import parse_move, rules_for
from retro_pyramid.rules.transcript import Transcript
from retro_pyramid.session import Session
from retro_pyramid.session.tournament import why_unproven
from tests.folders import DENIED, Failing, contents, entry, game, names
from tests.rules import vectors

Patch = pytest.MonkeyPatch
ODM, EM = rules_for("odm"), rules_for("em")
EM_GAMES = [vectors.transcript_of(row) for row in vectors.GAMES if row["edition"] == "em"]
SIX = tuple(EM_GAMES[at] for at in (4, 12, 13, 14, 0, 1))
TYPED = (Transcript("em", {}, None, deal(5), (parse_move("D"),)),)
TOTAL = 107
CFG, STA, HGH, TXT = "PYRAMID.CFG", "PYRAMID.STA", "PYRTOUR.HGH", "PYRTOUR.TXT"


def session(edition: str = "em", moves: int = 3) -> Session:
    begun = Session(rules_for(edition), deal(61), 61)
    for _ in range(moves):
        begun.play(parse_move("D"))
    begun.undo()
    return begun


def test_reading_makes_no_file(tmp_path: Path) -> None:
    files = game(tmp_path / "data")
    assert files.config.values() == {"version": "1"}
    assert (files.statistics.value(), files.saves.names()) == ({}, [])
    assert (files.suspended.load(), files.resume.get("em")) == (None, None)
    assert not (tmp_path / "data").exists()
    assert files.notices == []


def test_settings_are_saved_at_once_and_merged_with_another_programs(tmp_path: Path) -> None:
    one, two = game(tmp_path), game(tmp_path)
    assert (one.config.values(), two.config.values()) == ({"version": "1"},) * 2
    assert one.config.change({"em.speed": "fast"})
    assert two.config.change({"odm.sound": "off"})
    with pytest.raises(FormatError):
        one.config.change({"em.speed": "a\nb"})
    assert one.config.values() == {"version": "1", "em.speed": "fast", "odm.sound": "off"}
    assert names(tmp_path) == [CFG]


def test_a_file_edited_by_hand_is_read_and_kept_before_it_is_written_over(tmp_path: Path) -> None:
    mine = b"# mine\r\n[em]\r\nspeed = quick\r\nmouse = no\r\nfuture = 1\r\n[other]\r\nx\r\n"
    (tmp_path / "pyramid.cfg").write_bytes(mine)
    files = game(tmp_path)
    settings, problems = read_settings(files.config.values())
    assert (settings["em.mouse"], settings["em.speed"], len(problems)) == ("no", "medium", 1)
    assert contents(tmp_path) == {"pyramid.cfg": mine}
    assert files.config.change({"em.speed": "slow"})
    assert files.notices == ["Settings were edited, the old file is kept as PYRAMID.CFG.BAK"]
    edited = tuple(mine.replace(b"quick", b"slow").decode().splitlines())
    assert decode_config((tmp_path / "pyramid.cfg").read_bytes()).lines == edited
    files.config.change({"em.speed": "fast"})
    assert names(tmp_path) == [f"{CFG}.BAK", "pyramid.cfg"]
    assert contents(tmp_path)[f"{CFG}.BAK"] == mine
    # A hopeless one is moved away.
    (tmp_path / "pyramid.cfg").write_bytes(b"x" * (2 << 20))
    files = game(tmp_path)
    assert (files.config.values(), len(files.notices)) == ({"version": "1"}, 1)
    assert names(tmp_path) == [f"{CFG}.BAK", "pyramid.cfg.BAK2"]


def test_an_unwritable_folder_is_told_once_and_all_plays_on(tmp_path: Path, monkeypatch: Patch) -> None:
    (tmp_path / CFG).write_bytes(encode_config(empty_config().changed({"em.mouse": "no"})))
    disk = Failing(monkeypatch, "open", DENIED)
    files, save = game(tmp_path), session().save()
    assert not any([files.config.change({"em.speed": "fast"}), files.config.change({"em.sound": "off"})])
    assert not any(
        [files.count(ODM, True, 5), files.count(ODM, True, 7), files.resume.put(save, entry("em"))]
    )
    assert not any([files.saves.write("ONE", save), files.suspended.save(Suspended((), ()))])
    assert (files.add_totals([("Ann", TOTAL, SIX)]), files.add("Ann", 50, 1)) == (0, 0)
    values = {"version": "1", "em.mouse": "no", "em.speed": "fast", "em.sound": "off"}
    assert (files.config.values(), files.resume.get("em")) == (values, (entry("em"), save))
    assert files.statistics.value() == {ODM.tag: Figures().add(True, 5).add(True, 7)}
    assert files.tour.top()[0] == Proof("Ann", TOTAL, SIX)
    assert files.notices == [f"Settings cannot be saved: {tmp_path / CFG}.LCK: Permission denied"]
    assert names(tmp_path) == [CFG]
    disk.on = False
    assert files.config.change({})
    assert files.count(ODM, False, 0)
    again = game(tmp_path)
    assert (again.config.values(), again.statistics.value()[ODM.tag].games) == (values, 3)


def test_cleared_figures_are_kept_as_bak_each_time(tmp_path: Path, monkeypatch: Patch) -> None:
    files = game(tmp_path)
    files.count(ODM, True, 5, 20261120)
    files.count(EM, False, -3)
    before = contents(tmp_path)
    disk = Failing(monkeypatch, "replace", DENIED)
    files.statistics.clear("odm")
    assert (contents(tmp_path), len(files.notices)) == (before, 1)
    disk.on = False
    files = game(tmp_path)
    files.statistics.clear("odm")
    assert game(tmp_path).statistics.value() == {EM.tag: Figures().add(False, -3)}
    assert contents(tmp_path)[f"{STA}.BAK"] == before[STA]
    assert files.notices == ["Cleared; what was counted is kept as PYRAMID.STA.BAK"]
    files.statistics.clear("odm")
    files.count(EM, True, 9)
    assert names(tmp_path) == [STA, f"{STA}.BAK"]
    files.statistics.clear("em")
    assert game(tmp_path).statistics.value() == {}
    assert names(tmp_path) == [STA, f"{STA}.BAK", f"{STA}.BAK2"]


def test_a_total_enters_with_its_proof(tmp_path: Path) -> None:
    files = game(tmp_path)
    assert [row[:2] for row in files.tour.top()] == [("-----", 0)] * 10
    for name, total, games, place in [
        ("Ann", TOTAL, SIX, 0),
        ("Bob", 3, (), 1),
        ("Cy", 0, SIX, None),
        ("-----", 2, TYPED, 2),
        ("Ann", TOTAL, SIX[::-1], 1),
    ]:
        assert files.add_totals([(name, total, games)]) == place
    with pytest.raises(FormatError):
        files.add_totals([("日", 5, ())])
    ann, twin, bob, dash, empty = game(tmp_path).tour.top()[:5]
    assert why_unproven(EM, ann.total, ann.games) is None
    assert why_unproven(EM, bob.total, bob.games) == "0 games: expected 6"
    assert (twin.name, twin.games) == ("Ann", SIX[::-1])
    assert (dash.name, dash.games[0].deal, dash.games[0].cards) == ("-----", None, deal(5))
    assert empty == Proof("-----", 0, ())
    assert names(tmp_path) == [HGH, TXT]
    assert files.notices == []


@pytest.mark.parametrize("proofs", [None, b"", b"broken"])
def test_a_row_whose_proof_is_gone_stays_unproven(tmp_path: Path, proofs: bytes | None) -> None:
    game(tmp_path).add_totals([("Ann", TOTAL, SIX)])
    (tmp_path / TXT).unlink()
    if proofs is not None:
        (tmp_path / TXT).write_bytes(proofs)
    files = game(tmp_path)
    assert files.tour.top()[0] == Proof("Ann", TOTAL, ())
    assert len(files.notices) == (proofs is not None)
    assert files.add_totals([("Bob", TOTAL, SIX)]) == 1
    found = [(row.name, bool(row.games)) for row in game(tmp_path).tour.top()[:2]]
    assert found == [("Ann", False), ("Bob", True)]


def test_a_broken_board_is_kept_and_the_proofs_of_its_rows_with_it(tmp_path: Path) -> None:
    game(tmp_path).add_totals([("Ann", TOTAL, SIX)])
    board = (tmp_path / HGH).read_bytes()
    (tmp_path / HGH).write_bytes(board[:-1])
    files = game(tmp_path)
    assert files.add_totals([("Bob", 5, SIX[:1])]) == 0
    assert contents(tmp_path)[f"{HGH}.BAK"] == board[:-1]
    assert len(files.notices) == 1
    (tmp_path / HGH).write_bytes(board)
    assert game(tmp_path).tour.top()[0] == Proof("Ann", TOTAL, SIX)


def test_games_are_saved_and_found_by_name(tmp_path: Path) -> None:
    files = game(tmp_path)
    save = session("windows").save()
    assert files.saves.write("game-1", session(moves=5).save())
    assert files.saves.write("game-1", save)
    assert files.saves.write("Two_2", save)
    (tmp_path / "lower.pyr").write_bytes(b"broken")
    (tmp_path / "much too long.PYR").write_bytes(b"")
    files.resume.put(save, entry("windows"))
    assert files.saves.names() == ["GAME-1", "LOWER", "TWO_2"]
    assert (files.saves.read("GAME-1"), files.saves.read("two_2")) == (save, save)
    assert files.notices == []
    assert files.saves.read("lower") is files.saves.read("absent") is None
    assert [notice.partition(", ")[0] for notice in files.notices] == [
        "The saved game cannot be used: LOWER.PYR: line 1: found 'broken' at the end: expected check and eight digits",
        "There is no saved game ABSENT",
    ]
    # A save takes the place of one, not of something else.
    assert not [name for name in names(tmp_path) if "BAK" in name]
    (tmp_path / "GAME-1.PYR").write_bytes(b"a poem")
    assert files.saves.write("game-1", save)
    assert contents(tmp_path)["GAME-1.PYR.BAK"] == b"a poem"


@pytest.mark.parametrize(
    "name", ["", "..", "../x", "a/b", "a\\b", "a.b", "ninechars", "CON", "lpt1", "resume", "ä", "a\n", "ſ"]
)
def test_names_that_could_be_something_else_are_refused(tmp_path: Path, name: str) -> None:
    files = game(tmp_path / "data")
    with pytest.raises(FormatError, match=r"^name: expected "):
        files.saves.write(name, session().save())
    with pytest.raises(FormatError):
        files.saves.read(name)
    assert not (tmp_path / "data").exists()
