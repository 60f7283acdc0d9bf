"""`pyramid solve` and `pyramid odds`: answers that replay proves, and bad input that ends in one line."""

import io
import json
from pathlib import Path
from typing import Any

import pytest

from retro_pyramid.cards import deal, deal_text
from retro_pyramid.cli import main
from retro_pyramid.commands.odds import interval
from retro_pyramid.rules import judged, rules_for, start
from retro_pyramid.rules.transcript import parse_transcript, replay
from retro_pyramid.solver.exact import Result
from tests.solver.asking import first_winnable, worth

DECKS = "\n".join(deal_text(deal(number)) for number in range(1, 6)) + "\n"


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Any:
    def ran(*words: str) -> tuple[int, str, str]:
        code = main(words)
        said = capsys.readouterr()
        return code, said.out, said.err

    return ran


@pytest.mark.parametrize(
    ("words", "keys"),
    [
        (
            ("--edition", "em", "--deal", "2", "--goal", "cleared", "--shortest"),
            {"cleared": True, "steps": 37},
        ),
        (
            ("--edition", "em", "--deal", "2"),
            {"winnable": True, "cleared": True, "steps": None, "best": None},
        ),
        (("--edition", "odm", "--deal", "61"), {"winnable": False, "cleared": False, "best": 735}),
        (("--edition", "relaxed", "--option", "passes=2", "--deal", "3"), {"steps": None, "best": None}),
        (("--edition", "windows", "--option", "variation=draw3", "--deal", "3"), {"best": None}),
    ],
)
def test_one_deal_is_answered_with_a_line_that_replay_plays(
    run: Any, words: tuple[str, ...], keys: Any
) -> None:
    code, out, err = run("solve", *words, "--json")
    found = json.loads(out)
    assert err == ""
    assert list(found) == ["winnable", "cleared", "steps", "best", "moves", "ms"]
    assert found.items() >= keys.items()
    code_text, text, _ = run("solve", *words)
    goal = "cleared" if "cleared" in words else "winnable"
    assert code == code_text == (0 if found[goal] else 1)
    history = replay(parse_transcript(text))
    assert [str(entry.move) for entry in history[1:]] == found["moves"]
    if found["best"] is not None:
        assert history[-1].score == found["best"]
    elif found["steps"] is not None:
        assert len(found["moves"]) == found["steps"]
    if found[goal]:
        assert history[-1].state.pyramid == 0


def test_a_transcript_is_answered_from_its_end(
    run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = "retro-pyramid 1\nedition odm\ndeal 61\nmoves D D D\n"
    (tmp_path / "game").write_text(game)
    _, out, _ = run("solve", "--edition", "odm", "--from", str(tmp_path / "game"), "--json")
    found = json.loads(out)
    text = game + "moves " + " ".join(found["moves"]) + "\n"
    assert replay(parse_transcript(text))[-1].score == found["best"] < 735
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(game.encode())))
    assert json.loads(run("solve", "--from", "-", "--json")[1])["best"] == found["best"]


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_file_gives_one_object_a_line_in_order(run: Any, tmp_path: Path, jobs: str) -> None:
    (tmp_path / "decks").write_text(DECKS)
    words = ("--edition", "em", "--goal", "cleared", "--shortest")
    code, out, err = run("solve", *words, "--file", str(tmp_path / "decks"), "--jobs", jobs)
    assert (code, err) == (0, "")
    found = [json.loads(line) for line in out.splitlines()]
    for number, row in enumerate(found, 1):
        alone = json.loads(run("solve", *words, "--deal", str(number), "--json")[1])
        assert {**row, "ms": 0} == {**alone, "ms": 0}


def test_object_n_is_about_line_n_even_where_lines_are_empty(run: Any, tmp_path: Path) -> None:
    first, second, *_ = DECKS.splitlines()
    (tmp_path / "decks").write_text(f"{first}\n\n  \n{second}\n\n\n")
    code, out, err = run("solve", "--edition", "odm", "--file", str(tmp_path / "decks"), "--jobs", "1")
    found = [json.loads(line) for line in out.splitlines()]
    assert ["error" in row for row in found] == [False, True, True, False]
    assert found[1]["error"].startswith("line 2: ")
    assert (code, err) == (2, f"pyramid: {tmp_path / 'decks'}: 2 of 4 lines are no deck of 52 cards\n")


def test_a_malformed_deck_is_named_and_the_others_go_on(run: Any, tmp_path: Path) -> None:
    lines = DECKS.splitlines()
    lines[1] = lines[1][3:]
    lines[2] = lines[2].replace(lines[2][:2], lines[2][3:5])
    lines[3] = "hello"
    (tmp_path / "decks").write_text("\n".join(lines))
    code, out, err = run("solve", "--edition", "odm", "--file", str(tmp_path / "decks"), "--jobs", "1")
    found = [json.loads(line) for line in out.splitlines()]
    assert [list(row) for row in found[1:4]] == [["error"]] * 3
    assert [row["error"].split(":")[0] for row in found[1:4]] == ["line 2", "line 3", "line 4"]
    assert "best" in found[0]
    assert "best" in found[4]
    assert code == 2
    assert err.count("\n") == 1
    assert "3 of 5 lines" in err


@pytest.mark.parametrize(
    "words",
    [
        (),
        ("--edition", "em"),
        ("--edition", "em", "--deal", "1", "--cards", "x"),
        ("--edition", "nobody", "--deal", "1"),
        ("--deal", "1"),
        ("--edition", "em", "--deal", "-1"),
        ("--edition", "em", "--cards", "7s Th"),
        ("--edition", "em", "--cards", DECKS.splitlines()[0].replace("c", "x")),
        ("--edition", "em", "--deal", "1", "--goal", "beauty"),
        ("--edition", "em", "--deal", "1", "--shortest"),
        ("--edition", "odm", "--deal", "1", "--goal", "cleared", "--shortest"),
        (
            "--edition",
            "tilldawn",
            "--option",
            "auto_match=on",
            "--deal",
            "1",
            "--goal",
            "cleared",
            "--shortest",
        ),
        ("--edition", "em", "--file", "/nowhere/decks"),
        ("--edition", "em", "--from", "/nowhere/game"),
        ("--edition", "em", "--file", ""),
        ("--from", ""),
        ("--edition", "em", "--file", "/"),
        ("--edition", "em", "--deal", "1", "--jobs", "9" * 5000),
        ("--edition", "em", "--deal", "1", "--jobs", "0"),
        ("--edition", "em", "--option", "passes=1", "--deal", "1"),
    ],
)
def test_bad_words_end_in_one_line(run: Any, words: tuple[str, ...]) -> None:
    code, out, err = run("solve", *words)
    assert (code, out) == (2, "")
    assert len([line for line in err.splitlines() if line and not line.startswith("usage")]) == 1


def test_odds_count_and_go_on_where_they_were(run: Any, tmp_path: Path) -> None:
    words = ("odds", "--edition", "em", "--goal", "cleared", "--jobs", "1", "--data", str(tmp_path), "--json")
    code, out, err = run(*words, "--deals", "60")
    first = json.loads(out)
    assert (code, err) == (0, "")
    rules = rules_for("em")
    yes = sum(worth(rules, start(rules, deal(number))).verdict != "neither" for number in range(1, 61))
    assert (first["deals"], first["yes"], first["unknown"]) == (60, yes, 0)
    kept = (tmp_path / "PYRAMID.ODD").read_bytes()
    assert json.loads(run(*words, "--deals", "20")[1])["deals"] == 20
    assert (tmp_path / "PYRAMID.ODD").read_bytes() == kept
    assert json.loads(run(*words, "--deals", "80")[1])["deals"] == 80
    assert b"counted 80" in (tmp_path / "PYRAMID.ODD").read_bytes()
    assert first["low"] < first["share"] < first["high"]


@pytest.mark.parametrize("deals", ["0", "-3", "x", "99999999999"])
def test_odds_need_a_number_of_deals(run: Any, deals: str) -> None:
    code, out, err = run("odds", "--edition", "em", "--deals", deals)
    assert (code, out) == (2, "")
    assert err.startswith("pyramid: deals")


def test_the_interval_holds_the_share_and_narrows() -> None:
    wide, narrow = interval(6, 10), interval(600, 1000)
    assert wide[0] < narrow[0] < 0.6 < narrow[1] < wide[1]
    assert interval(0, 0) == (0.0, 1.0)


def test_the_interval_is_wilsons_and_stays_a_share() -> None:
    # Newcombe 1998, table I: 81 of 263 and 15 of 148.
    assert [round(end, 4) for end in interval(81, 263)] == [0.2553, 0.3662]
    assert [round(end, 4) for end in interval(15, 148)] == [0.0624, 0.1605]
    assert interval(0, 20)[0] == 0.0
    assert 0.99999 < interval(20, 20)[1] <= 1.0


def test_tilldawn_is_judged_with_the_box_cleared_unless_it_is_asked_for(run: Any, tmp_path: Path) -> None:
    words = ("solve", "--edition", "tilldawn", "--json")
    assert json.loads(run(*words, "--deal", "32")[1])["winnable"] is True
    code, out, _ = run(*words, "--deal", "32", "--option", "auto_match=on")
    assert (code, json.loads(out)["winnable"]) == (1, False)
    code, out, _ = run(*words, "--deal", "1", "--goal", "cleared", "--shortest")
    same = json.loads(
        run("solve", "--edition", "em", "--deal", "1", "--goal", "cleared", "--shortest", "--json")[1]
    )
    assert (code, json.loads(out)["steps"]) == (0 if same["cleared"] else 1, same["steps"])
    assert first_winnable(judged(rules_for("tilldawn")), "won", 32) == 32


def test_a_transcript_with_the_box_set_goes_on_with_it_cleared(run: Any, tmp_path: Path) -> None:
    draws = " ".join(["D"] * 20)
    (tmp_path / "game").write_text(f"retro-pyramid 1\nedition tilldawn\ndeal 32\nmoves {draws}\n")
    _, text, _ = run("solve", "--from", str(tmp_path / "game"))
    history = replay(parse_transcript(text))
    assert "option auto_match off" in text
    assert len(history) > 20


def test_a_file_of_decks_from_windows_begins_with_a_mark_and_ends_its_lines_with_two_characters(
    run: Any, tmp_path: Path
) -> None:
    (tmp_path / "decks").write_bytes(("\ufeff" + DECKS.replace("\n", "\r\n")).encode())
    code, out, _ = run("solve", "--edition", "em", "--file", str(tmp_path / "decks"), "--jobs", "1")
    assert code == 0
    assert ["error" in json.loads(line) for line in out.splitlines()] == [False] * 5


def test_a_pyramid_that_is_cleared_already_can_be(run: Any, tmp_path: Path) -> None:
    _, text, _ = run("solve", "--edition", "em", "--deal", "2", "--goal", "cleared", "--shortest")
    (tmp_path / "game").write_text(text)
    code, out, _ = run("solve", "--from", str(tmp_path / "game"), "--json")
    found = json.loads(out)
    assert (code, found["winnable"], found["cleared"], found["moves"]) == (1, False, True, [])


def test_bytes_that_are_no_text_spoil_their_own_line_only(run: Any, tmp_path: Path) -> None:
    (tmp_path / "decks").write_bytes(b"\xff\xfe\n" + DECKS.encode())
    code, out, _ = run("solve", "--edition", "odm", "--file", str(tmp_path / "decks"), "--jobs", "1")
    rows = [json.loads(line) for line in out.splitlines()]
    assert code == 2
    assert ["error" in row for row in rows] == [True, *[False] * 5]


def test_what_is_not_known_is_neither_yes_nor_no(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    unknown = Result(None, None, None, None, [])
    monkeypatch.setattr("retro_pyramid.commands.solve.solve_deal", lambda *_: unknown)
    code, out, _ = run("solve", "--edition", "em", "--deal", "1")
    assert code == 3
    assert "# winnable: not known" in out
    code, out, _ = run("solve", "--edition", "em", "--deal", "1", "--json")
    assert (code, json.loads(out)["winnable"]) == (3, None)


def test_odds_of_known_answers_only(run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    answers = iter([True, None, False, True, None] * 2)
    monkeypatch.setattr(
        "retro_pyramid.commands.odds.solve_deal", lambda *_: Result(next(answers), None, None, None, [])
    )
    words = ("odds", "--edition", "em", "--jobs", "1", "--data", str(tmp_path), "--json", "--deals", "10")
    found = json.loads(run(*words)[1])
    assert (found["deals"], found["yes"], found["unknown"], found["share"]) == (10, 4, 4, 4 / 6)
    assert (found["low"], found["high"]) == interval(4, 6)


def test_odds_stopped_keep_what_they_have(run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = 0

    def answer(*_: object) -> Result:
        nonlocal asked
        asked += 1
        if asked > 12:
            raise KeyboardInterrupt
        return Result(True, True, None, None, [])

    monkeypatch.setattr("retro_pyramid.commands.odds.solve_deal", answer)
    words = ("odds", "--edition", "em", "--jobs", "1", "--data", str(tmp_path), "--deals", "50")
    code, out, err = run(*words)
    assert (code, err.strip()) == (130, "stopped: the same command goes on from here")
    assert "10 of 10 deals" in out
    assert b"counted 10" in (tmp_path / "PYRAMID.ODD").read_bytes()


def test_ctrl_c_ends_a_command_in_one_line(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(*_: object) -> Result:
        raise KeyboardInterrupt

    monkeypatch.setattr("retro_pyramid.commands.solve.solve_deal", stop)
    assert run("solve", "--edition", "em", "--deal", "1") == (130, "", "pyramid: stopped\n")


def test_a_file_of_decks_is_spread_over_all_cores(
    run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[int] = []

    def nothing(*task: Any) -> list[dict[str, object]]:
        seen.append(task[2])
        return []

    monkeypatch.setattr("os.cpu_count", lambda: 7)
    monkeypatch.setattr("retro_pyramid.commands.solve.spread", nothing)
    (tmp_path / "decks").write_text(DECKS)
    run("solve", "--edition", "em", "--file", str(tmp_path / "decks"))
    assert seen == [7]


def test_the_worth_of_a_deal() -> None:
    rules = rules_for("em")
    verdicts = {worth(rules, start(rules, deal(number))).verdict for number in range(1, 200)}
    assert verdicts == {"winnable", "only clearable", "neither"}


# Grades


def test_a_grade_stands_beside_its_share(run: Any) -> None:
    words = ("solve", "--edition", "em", "--grade", "--json", "--deal")
    found = json.loads(run(*words, "2")[1])
    assert (found["grade"], found["share"]) == ("gentle", 0.43)
    lost = json.loads(run(*words, "1")[1])
    assert (lost["winnable"], lost["grade"], lost["share"]) == (False, None, 0)
    assert (
        "# grade: hard, 1% of the fair plays won"
        in run("solve", "--edition", "em", "--grade", "--deal", "4")[1]
    )
    assert "grade" not in json.loads(run("solve", "--edition", "em", "--json", "--deal", "2")[1])


def test_a_file_of_decks_is_graded(run: Any, tmp_path: Path) -> None:
    file = tmp_path / "decks.txt"
    file.write_text("\n".join(deal_text(deal(number)) for number in (1, 2, 3)))
    out = run("solve", "--edition", "em", "--file", str(file), "--grade", "--jobs", "1")[1]
    assert [json.loads(line)["grade"] for line in out.splitlines()] == [None, "gentle", "fair"]


def test_odds_count_the_grades(run: Any, tmp_path: Path) -> None:
    words = ("odds", "--edition", "em", "--jobs", "1", "--data", str(tmp_path), "--deals", "12", "--grade")
    found = json.loads(run(*words, "--json")[1])
    assert found["grades"] == {"gentle": 2, "fair": 1, "hard": found["yes"] - 3}
    assert found["graded"][1] == {"deal": 2, "grade": "gentle", "share": 0.43}
    assert [deal["deal"] for deal in found["graded"]] == [*range(1, 13)]
    assert run(*words)[1].splitlines()[-1] == f"2 gentle, 1 fair, {found['yes'] - 3} hard"
    assert not list(tmp_path.iterdir())


def test_a_grade_is_of_a_win(run: Any) -> None:
    for words in (("solve", "--deal", "1"), ("odds", "--deals", "5")):
        code, _, err = run(*words, "--edition", "em", "--grade", "--goal", "cleared")
        assert (code, err) == (2, "pyramid: --grade: expected --goal won\n")
