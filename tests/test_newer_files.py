"""Files of a newer version: carried along or left unchanged, never called broken, told in one line."""

from pathlib import Path

import pytest

from retro_pyramid.cli import main
from retro_pyramid.formats.native.statistics import Statistics
from retro_pyramid.formats.native.statistics_text import OddsCount
from retro_pyramid.formats.native.tournament_text import ScoreProof, SuspendedTournament
from retro_pyramid.rules import EDITIONS, rules_for
from retro_pyramid.rules.transcript import crc32_hex
from retro_pyramid.storage import DataFolder, UserData
from retro_pyramid.storage.importing.importer import import_path
from retro_pyramid.storage.statistics_file import OddsFile
from retro_pyramid.storage.value_file import Notifications
from tests.folders import contents, entry, game, names
from tests.test_left_off import of_deal, text
from tests.test_storage_files import SIX, TOTAL, session

EM, ODM = rules_for("em"), rules_for("odm")
STA, ODD, RESUME, SAV = "PYRAMID.STA", "PYRAMID.ODD", "RESUME.PYR", "PYRAMID.SAV"
TXT, CFG, ONE = "PYRTOUR.TXT", "PYRAMID.CFG", "ONE.PYR"
COUNTS = "games 3\nwins 1\nscored 3\ntotal 60\nbest 40\nstreak 0\nlongest 1\n"


def sealed(body: str) -> str:
    return f"{body}check {crc32_hex(body.encode())}\n"


def newer_part(name: str) -> str:
    return f"{name} has parts of a newer version of Retro Pyramid, which are kept"


def newer_file(name: str) -> str:
    return f"{name} was written by a newer version of Retro Pyramid and is left unchanged"


def written(folder: Path, name: str) -> str:
    return contents(folder)[name].decode()


def put(folder: Path, name: str, body: str) -> bytes:
    (folder / name).write_bytes(data := sealed(body).encode())
    return data


# Statistics and odds


def test_unknown_lines_and_rule_sets_of_the_statistics_are_carried_along(tmp_path: Path) -> None:
    chess, odm, mood = "= chess\nmates 5\n\n", "= odm level=9\ngames many\n", "mood 7 good days\nmore\n"
    head = "retro-pyramid-statistics 1\n"
    put(tmp_path, STA, f"{head}{chess}= em\ngames 3\nmood 7 good days\n{COUNTS[8:]}more\n{odm}")
    files = game(tmp_path)
    assert files.statistics.read()[EM.id].games == 3
    assert files.count_game(EM, True, 50)
    assert files.count_game(ODM, False, 10)
    (em,) = (part for part in written(tmp_path, STA).split("= ") if part.startswith("em\n"))
    assert em.startswith("em\ngames 4\nwins 2\nscored 4\ntotal 110\nbest 50\nstreak 1\nlongest 1\n")
    assert em.endswith(mood)
    assert all(block in written(tmp_path, STA) for block in (chess, odm, "= odm level=1\ngames 1\n"))
    assert game(tmp_path).statistics.read()[EM.id].games == 4
    assert files.notification_lines == [newer_part(STA)]
    assert names(tmp_path) == [STA]
    # Clearing a program takes its rule sets of a newer version, too, which are in the copy.
    assert files.statistics.clear_edition("odm")
    assert "odm" not in written(tmp_path, STA)
    assert odm in written(tmp_path, f"{STA}.BAK")


def test_unknown_parts_of_the_statistics_come_back_with_a_backup(tmp_path: Path) -> None:
    (tmp_path / "old").mkdir()
    chess = "= chess\nmates 5\n"
    put(tmp_path / "old", STA, f"retro-pyramid-statistics 1\n{chess}= em\n{COUNTS}mood 7\n")
    for games in range(5):
        files = game(tmp_path / f"new{games}")
        for _ in range(games):
            files.count_game(EM, False, 5)
        assert import_path(files, str(tmp_path / "old" / STA)).errors == ()
        found = written(tmp_path / f"new{games}", STA)
        assert chess in found
        assert f"games {max(3, games)}\n" in found
        assert "mood 7\n" in found


def test_the_command_stats_reads_past_what_it_does_not_know(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    put(tmp_path, STA, f"retro-pyramid-statistics 1\n= chess\nmates 5\n= em\n{COUNTS}mood 7\n")
    assert main(["stats", "--data", str(tmp_path)]) == 0
    assert capsys.readouterr().out.splitlines()[1].split()[:3] == ["em", "3", "1"]
    put(tmp_path, STA, "retro-pyramid-statistics 2\n")
    assert main(["stats", "--data", str(tmp_path)]) == 2
    assert capsys.readouterr().err == f"pyramid: {newer_file(STA)}\n"


def test_unknown_lines_and_goals_of_the_odds_are_carried_along(tmp_path: Path) -> None:
    goal = "= em goal=fun\nlaughs 5\n"
    put(tmp_path, ODD, f"retro-pyramid-odds 1\n{goal}= em goal=won\ncounted 5\nyes 3\nunknown 0\nfast 2\n")
    odds = OddsFile(DataFolder(tmp_path), notices := Notifications())
    assert odds.read_count("em goal=won")[:3] == (5, 3, 0)
    assert odds.advance_count("em goal=won", OddsCount(9, 4, 1))
    assert goal in written(tmp_path, ODD)
    assert "counted 9\nyes 4\nunknown 1\nfast 2\n" in written(tmp_path, ODD)
    assert notices.lines == [newer_part(ODD)]


# Proofs


def test_a_proof_with_unknown_parts_is_written_back_as_it_was(tmp_path: Path) -> None:
    game(tmp_path).add_totals([("Ann", TOTAL, SIX)])
    plain = written(tmp_path, TXT)
    body = plain.rpartition("check ")[0].replace(f"total {TOTAL}\n", f"total {TOTAL}\nday 20270101\n")
    body = body.replace("= game\n", "= weather\nrain\n= game\n", 1)
    body = body.replace("edition em", "edition golf", 1)
    put(tmp_path, TXT, body)
    files = game(tmp_path)
    assert files.tournament_scores.read_top_ten()[0][:2] == ("Ann", TOTAL)
    assert files.add_totals([("Bob", 5, SIX[:1])]) == 1
    assert written(tmp_path, TXT).startswith(body)
    assert game(tmp_path).tournament_scores.read_top_ten()[1].games == SIX[:1]
    assert files.notification_lines == [newer_part(TXT)]
    assert not [name for name in names(tmp_path) if "BAK" in name]


# Games


def newer_save(edition: str, how: str) -> str:
    body = text(session(edition).to_saved_session()).rpartition("check ")[0]
    old, new = {
        "version of the notes": ("note save 1", "note save 2"),
        "version": ("retro-pyramid 1", "retro-pyramid 2"),
        "note": ("note hints 0", "note hints 0\nnote mood good"),
        "word": ("note save 1", "colours blue\nnote save 1"),
        "rule set": (f"edition {edition}", f"edition {edition}\noption jokers 2"),
        "move": ("moves D", "moves ^"),
    }[how]
    assert body.count(old) == 1
    return sealed(body.replace(old, new))


HOW = ["version of the notes", "version", "note", "word", "rule set", "move"]


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("how", HOW)
def test_a_newer_game_stays_among_those_left_off(tmp_path: Path, edition: str, how: str) -> None:
    # In the entry that this version's game would have, and in another one.
    mine, other = session(edition).to_saved_session(), newer_save(edition, how)
    place = f"{edition} left {entry(edition).split()[1]}"
    data = put(
        tmp_path, RESUME, f"retro-pyramid-resume 1\n= {place}\n{other}= {edition} left 00000000\n{other}"
    )
    files = game(tmp_path)
    assert files.unfinished_games.list_unfinished(edition) == []
    assert files.notification_lines == [newer_part(RESUME)]
    assert files.unfinished_games.remove_game(entry(edition))
    assert contents(tmp_path) == {RESUME: data}
    for save in (mine, session(edition, 5).to_saved_session()):
        assert files.unfinished_games.save_game(save, entry(edition, 2))
        assert [stored.saved for stored in files.unfinished_games.list_unfinished(edition)] == [save]
    files.unfinished_games.remove_game(entry(edition, 2))
    assert files.unfinished_games.save_game(mine, entry(edition, 2), is_awaiting_name=True)
    assert written(tmp_path, RESUME).count(other) == 2
    assert files.notification_lines == [newer_part(RESUME)]
    assert names(tmp_path) == [RESUME]


def test_unknown_places_in_the_file_of_games_are_kept(tmp_path: Path) -> None:
    blocks = (
        "= golf left 12345678\nretro-pyramid 1\n= intent one two\n x\n= note 1 of odm\nx\n= note 1 of em\ny\n"
    )
    put(tmp_path, RESUME, f"retro-pyramid-resume 1\n{blocks}")
    files = game(tmp_path)
    assert files.unfinished_games.save_game(of_deal(7), entry("em"))
    files.recover()
    assert all(f"= {block}" in written(tmp_path, RESUME) for block in blocks.split("= ")[1:])


# Files of a version that is not understood at all


def tried(files: UserData, name: str) -> bool:
    """Do what would write a file; say whether it is saved."""
    odds = OddsFile(files.store, files._notifications)
    return {
        STA: lambda: files.statistics.apply_change("1 5 0 em\n"),
        ODD: lambda: odds.advance_count("em goal=won", OddsCount(5, 1, 0)),
        RESUME: lambda: files.unfinished_games.save_game(session().to_saved_session(), entry("em")),
        SAV: lambda: files.suspended_tournament.save(SuspendedTournament((("edition", "em"),), ())),
        TXT: lambda: files.tournament_scores.merge_proofs([ScoreProof("Ann", 5, ())]),
        CFG: lambda: files.config.update_settings({"em.speed": "fast"}),
        ONE: lambda: files.saved_games.write("one", session().to_saved_session()),
    }[name]()


KINDS = {STA: "statistics", ODD: "odds", RESUME: "resume", SAV: "tournament", TXT: "proofs"}


def newer_data(name: str, check: str) -> bytes:
    first = {ONE: "retro-pyramid 2\n", CFG: "# mine\nversion = 2\n"}.get(name)
    body = f"{first or f'retro-pyramid-{KINDS[name]} 2'}\nsomething else\n"
    return (sealed(body) if check == "the same check" else body + "sum 99\n").encode()


@pytest.mark.parametrize("name", [*KINDS, CFG, ONE])
@pytest.mark.parametrize("check", ["the same check", "another check"])
def test_a_file_of_a_newer_version_is_left_unchanged(tmp_path: Path, name: str, check: str) -> None:
    (tmp_path / name).write_bytes(data := newer_data(name, check))
    files = game(tmp_path)
    for _ in range(2):
        assert not tried(files, name)
    assert contents(tmp_path) == {name: data}
    (notice,) = files.notification_lines
    assert notice.endswith(f" cannot be saved: {newer_file(name)}")


@pytest.mark.parametrize("name", [*KINDS, ONE])
def test_reading_a_file_of_a_newer_version_says_so(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_bytes(data := newer_data(name, "the same check"))
    files = game(tmp_path)
    files.recover()
    files.read_statistics([EM])
    files.suspended_tournament.load()
    files.tournament_scores.read_top_ten()
    OddsFile(files.store, files._notifications).read_count("em goal=won")
    assert files.unfinished_games.list_unfinished("em") == []
    if name == ONE:
        assert files.saved_games.read("one") is None
    assert contents(tmp_path)[name] == data
    (notice,) = files.notification_lines
    assert notice.endswith(newer_file(name))
    assert "roken" not in notice


def test_a_suspended_tournament_with_unknown_facts_is_left_unchanged(tmp_path: Path) -> None:
    files = game(tmp_path)
    for facts in ("edition em\nweather rain\n", "edition golf\n", "edition em\noption jokers 2\n"):
        data = put(tmp_path, SAV, f"retro-pyramid-tournament 1\n= match\n{facts}")
        assert files.suspended_tournament.load() is None
        assert not files.suspended_tournament.save(SuspendedTournament((("edition", "em"),), ()))
        assert contents(tmp_path) == {SAV: data}
        files = game(tmp_path)


@pytest.mark.parametrize("name", [STA, SAV, CFG])
def test_intents_for_a_newer_file_do_not_pile_up(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_bytes(data := newer_data(name, "the same check"))
    files = game(tmp_path)
    for score in range(3):
        with files.transaction():
            files.count_game(EM, True, score)
            files.save_setting("em.speed", ("slow", "fast", "medium")[score])
            files.suspend_tournament((("edition", "em"), ("same_deck", ("yes", "no")[score % 2])), [], None)
    assert files.unfinished_games.get_pending_writes() == {}
    assert contents(tmp_path)[name] == data
    # What this program knows counts as long as it runs.
    assert files.statistics.read()[EM.id] == Statistics().with_game(True, 0).with_game(True, 1).with_game(
        True, 2
    )
    assert files.config.read_settings()["em.speed"] == "medium"


@pytest.mark.parametrize("name", [STA, RESUME, SAV, TXT, ONE, CFG, "QUESTS.TXT"])
def test_a_newer_file_is_not_imported_and_not_called_broken(tmp_path: Path, name: str) -> None:
    data = b"retro-pyramid-quests 1\n" if name == "QUESTS.TXT" else newer_data(name, "the same check")
    (tmp_path / "lot").mkdir()
    (tmp_path / "lot" / name).write_bytes(data)
    for path in (tmp_path / "lot" / name, tmp_path / "lot"):
        brought = import_path(game(tmp_path / "data"), str(path))
        assert brought.lines == ()
        newer = f"{name} was written by a newer version of Retro Pyramid and is not imported"
        assert brought.errors[0] == newer
    assert not (tmp_path / "data").exists()
