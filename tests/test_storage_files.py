"""Settings, statistics, tournaments and saves in the data folder: merged, kept, and told in one line."""

from pathlib import Path

import pytest

from retro_pyramid.cards import deal
from retro_pyramid.editions.settings_file import parse_settings
from retro_pyramid.formats import FormatError
from retro_pyramid.formats.native.config_text import decode_config, encode_config, make_empty_config
from retro_pyramid.formats.native.statistics import Statistics
from retro_pyramid.formats.native.tournament_text import ScoreProof, SuspendedTournament
from retro_pyramid.rules import parse_move, rules_for
from retro_pyramid.rules.transcript import Transcript
from retro_pyramid.session import Session
from retro_pyramid.session.tournament import verification_error
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
        begun.play_move(parse_move("D"))
    begun.undo()
    return begun


def test_reading_makes_no_file(tmp_path: Path) -> None:
    files = game(tmp_path / "data")
    assert files.config.read_settings() == {"version": "1"}
    assert (files.statistics.read(), files.saved_games.list_names()) == ({}, [])
    assert (files.suspended_tournament.load(), files.unfinished_games.find_unfinished("em")) == (None, None)
    assert not (tmp_path / "data").exists()
    assert files.notification_lines == []


def test_settings_are_saved_at_once_and_merged_with_another_programs(tmp_path: Path) -> None:
    one, two = game(tmp_path), game(tmp_path)
    assert (one.config.read_settings(), two.config.read_settings()) == ({"version": "1"},) * 2
    assert one.config.update_settings({"em.speed": "fast"})
    assert two.config.update_settings({"odm.sound": "off"})
    with pytest.raises(FormatError):
        one.config.update_settings({"em.speed": "a\nb"})
    assert one.config.read_settings() == {"version": "1", "em.speed": "fast", "odm.sound": "off"}
    assert names(tmp_path) == [CFG]


def test_a_file_edited_by_hand_is_read_and_kept_before_it_is_written_over(tmp_path: Path) -> None:
    mine = b"# mine\r\n[em]\r\nspeed = quick\r\nmouse = no\r\nfuture = 1\r\n[other]\r\nx\r\n"
    (tmp_path / "pyramid.cfg").write_bytes(mine)
    files = game(tmp_path)
    settings, problems = parse_settings(files.config.read_settings())
    assert (settings["em.mouse"], settings["em.speed"], len(problems)) == ("no", "medium", 1)
    assert contents(tmp_path) == {"pyramid.cfg": mine}
    assert files.config.update_settings({"em.speed": "slow"})
    assert files.notification_lines == ["Settings were edited, the old file is kept as PYRAMID.CFG.BAK"]
    edited = tuple(mine.replace(b"quick", b"slow").decode().splitlines())
    assert decode_config((tmp_path / "pyramid.cfg").read_bytes()).lines == edited
    files.config.update_settings({"em.speed": "fast"})
    assert names(tmp_path) == [f"{CFG}.BAK", "pyramid.cfg"]
    assert contents(tmp_path)[f"{CFG}.BAK"] == mine
    # A hopeless one is moved away.
    (tmp_path / "pyramid.cfg").write_bytes(b"x" * (2 << 20))
    files = game(tmp_path)
    assert (files.config.read_settings(), len(files.notification_lines)) == ({"version": "1"}, 1)
    assert names(tmp_path) == [f"{CFG}.BAK", "pyramid.cfg.BAK2"]


def test_an_unwritable_folder_is_told_once_and_all_plays_on(tmp_path: Path, monkeypatch: Patch) -> None:
    (tmp_path / CFG).write_bytes(encode_config(make_empty_config().with_settings({"em.mouse": "no"})))
    disk = Failing(monkeypatch, "open", DENIED)
    files, save = game(tmp_path), session().to_saved_session()
    assert not any(
        [
            files.config.update_settings({"em.speed": "fast"}),
            files.config.update_settings({"em.sound": "off"}),
        ]
    )
    assert not any(
        [
            files.count_game(ODM, True, 5),
            files.count_game(ODM, True, 7),
            files.unfinished_games.save_game(save, entry("em")),
        ]
    )
    assert not any(
        [files.saved_games.write("ONE", save), files.suspended_tournament.save(SuspendedTournament((), ()))]
    )
    assert (files.add_totals([("Ann", TOTAL, SIX)]), files.add_score("Ann", 50, 1)) == (0, 0)
    values = {"version": "1", "em.mouse": "no", "em.speed": "fast", "em.sound": "off"}
    assert (files.config.read_settings(), files.unfinished_games.find_unfinished("em")) == (
        values,
        (entry("em"), save),
    )
    assert files.statistics.read() == {ODM.id: Statistics().with_game(True, 5).with_game(True, 7)}
    assert files.tournament_scores.read_top_ten()[0] == ScoreProof("Ann", TOTAL, SIX)
    assert files.notification_lines == [f"Settings cannot be saved: {tmp_path / CFG}.LCK: Permission denied"]
    assert names(tmp_path) == [CFG]
    disk.on = False
    assert files.config.update_settings({})
    assert files.count_game(ODM, False, 0)
    again = game(tmp_path)
    assert (again.config.read_settings(), again.statistics.read()[ODM.id].games) == (values, 3)


def test_cleared_figures_are_kept_as_bak_each_time(tmp_path: Path, monkeypatch: Patch) -> None:
    files = game(tmp_path)
    files.count_game(ODM, True, 5, 20261120)
    files.count_game(EM, False, -3)
    before = contents(tmp_path)
    disk = Failing(monkeypatch, "replace", DENIED)
    files.statistics.clear_edition("odm")
    assert (contents(tmp_path), len(files.notification_lines)) == (before, 1)
    disk.on = False
    files = game(tmp_path)
    files.statistics.clear_edition("odm")
    assert game(tmp_path).statistics.read() == {EM.id: Statistics().with_game(False, -3)}
    assert contents(tmp_path)[f"{STA}.BAK"] == before[STA]
    assert files.notification_lines == ["Cleared; what was counted is kept as PYRAMID.STA.BAK"]
    files.statistics.clear_edition("odm")
    files.count_game(EM, True, 9)
    assert names(tmp_path) == [STA, f"{STA}.BAK"]
    files.statistics.clear_edition("em")
    assert game(tmp_path).statistics.read() == {}
    assert names(tmp_path) == [STA, f"{STA}.BAK", f"{STA}.BAK2"]


def test_a_total_enters_with_its_proof(tmp_path: Path) -> None:
    files = game(tmp_path)
    assert [row[:2] for row in files.tournament_scores.read_top_ten()] == [("-----", 0)] * 10
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
    ann, twin, bob, dash, empty = game(tmp_path).tournament_scores.read_top_ten()[:5]
    assert verification_error(EM, ann.total, ann.games) is None
    assert verification_error(EM, bob.total, bob.games) == "0 games: expected 6"
    assert (twin.name, twin.games) == ("Ann", SIX[::-1])
    assert (dash.name, dash.games[0].deal_number, dash.games[0].cards) == ("-----", None, deal(5))
    assert empty == ScoreProof("-----", 0, ())
    assert names(tmp_path) == [HGH, TXT]
    assert files.notification_lines == []


@pytest.mark.parametrize("proofs", [None, b"", b"broken"])
def test_a_row_whose_proof_is_gone_stays_unproven(tmp_path: Path, proofs: bytes | None) -> None:
    game(tmp_path).add_totals([("Ann", TOTAL, SIX)])
    (tmp_path / TXT).unlink()
    if proofs is not None:
        (tmp_path / TXT).write_bytes(proofs)
    files = game(tmp_path)
    assert files.tournament_scores.read_top_ten()[0] == ScoreProof("Ann", TOTAL, ())
    assert len(files.notification_lines) == (proofs is not None)
    assert files.add_totals([("Bob", TOTAL, SIX)]) == 1
    found = [(row.name, bool(row.games)) for row in game(tmp_path).tournament_scores.read_top_ten()[:2]]
    assert found == [("Ann", False), ("Bob", True)]


def test_a_broken_board_is_kept_and_the_proofs_of_its_rows_with_it(tmp_path: Path) -> None:
    game(tmp_path).add_totals([("Ann", TOTAL, SIX)])
    board = (tmp_path / HGH).read_bytes()
    (tmp_path / HGH).write_bytes(board[:-1])
    files = game(tmp_path)
    assert files.add_totals([("Bob", 5, SIX[:1])]) == 0
    assert contents(tmp_path)[f"{HGH}.BAK"] == board[:-1]
    assert len(files.notification_lines) == 1
    (tmp_path / HGH).write_bytes(board)
    assert game(tmp_path).tournament_scores.read_top_ten()[0] == ScoreProof("Ann", TOTAL, SIX)


def test_games_are_saved_and_found_by_name(tmp_path: Path) -> None:
    files = game(tmp_path)
    save = session("windows").to_saved_session()
    assert files.saved_games.write("game-1", session(moves=5).to_saved_session())
    assert files.saved_games.write("game-1", save)
    assert files.saved_games.write("Two_2", save)
    (tmp_path / "lower.pyr").write_bytes(b"broken")
    (tmp_path / "much too long.PYR").write_bytes(b"")
    files.unfinished_games.save_game(save, entry("windows"))
    assert files.saved_games.list_names() == ["GAME-1", "LOWER", "TWO_2"]
    assert (files.saved_games.read("GAME-1"), files.saved_games.read("two_2")) == (save, save)
    assert files.notification_lines == []
    assert files.saved_games.read("lower") is files.saved_games.read("absent") is None
    assert [notice.partition(", ")[0] for notice in files.notification_lines] == [
        "The saved game cannot be used: LOWER.PYR: line 1: found 'broken' at the end: expected check and eight digits",
        "There is no saved game ABSENT",
    ]
    # A save takes the place of one, not of something else.
    assert not [name for name in names(tmp_path) if "BAK" in name]
    (tmp_path / "GAME-1.PYR").write_bytes(b"a poem")
    assert files.saved_games.write("game-1", save)
    assert contents(tmp_path)["GAME-1.PYR.BAK"] == b"a poem"


@pytest.mark.parametrize(
    "name", ["", "..", "../x", "a/b", "a\\b", "a.b", "ninechars", "CON", "lpt1", "resume", "ä", "a\n", "ſ"]
)
def test_names_that_could_be_something_else_are_refused(tmp_path: Path, name: str) -> None:
    files = game(tmp_path / "data")
    with pytest.raises(FormatError, match=r"^name: expected "):
        files.saved_games.write(name, session().to_saved_session())
    with pytest.raises(FormatError):
        files.saved_games.read(name)
    assert not (tmp_path / "data").exists()
