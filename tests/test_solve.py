"""`pyramid solve` and `pyramid odds`: answers that replay proves."""

import io
import json
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from retro_pyramid.cards import deal, deal_text
from retro_pyramid.cli import main
from retro_pyramid.commands.odds import compute_wilson_interval
from retro_pyramid.rules import initial_state, rules_for, solver_rules, status
from retro_pyramid.rules.transcript import parse_transcript, replay
from retro_pyramid.solver.exact import SolveResult
from tests.solver.asking import first_winnable, worth

Patch = pytest.MonkeyPatch
Run = Callable[..., tuple[int, str, str]]
DECKS = [deal_text(deal(number)) for number in range(1, 6)]
SHORTEST = "--goal cleared --shortest"


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: Patch) -> Run:
    monkeypatch.chdir(tmp_path)

    def ran(words: str) -> tuple[int, str, str]:
        code = main(words.split())
        return code, *capsys.readouterr()

    return ran


def rows(out: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in out.splitlines()]


@pytest.mark.parametrize(
    ("words", "keys"),
    [
        (f"--edition em --deal 2 {SHORTEST}", {"cleared": True, "steps": 37}),
        ("--edition em --deal 2", {"winnable": True, "cleared": True, "steps": None, "best": None}),
        ("--edition odm --deal 61", {"winnable": False, "cleared": False, "best": 735}),
        ("--edition relaxed --option passes=2 --deal 3", {"steps": None, "best": None}),
        ("--edition windows --option variation=draw3 --deal 3", {"best": None}),
    ],
)
def test_one_deal_is_answered_with_a_line_to_replay(run: Run, words: str, keys: dict[str, Any]) -> None:
    code, out, err = run(f"solve {words} --json")
    (found,) = rows(out)
    keys_of_all = ["winnable", "cleared", "steps", "best", "moves", "options", "transcript", "ms"]
    assert (list(found), err) == (keys_of_all, "")
    assert found.items() >= keys.items()
    code_text, text, _ = run(f"solve {words}")
    reached = found["cleared" if "cleared" in words else "winnable"]
    assert code == code_text == (0 if reached else 1)
    history = replay(parse_transcript(text))
    assert [str(entry.move) for entry in history[1:]] == found["moves"]
    assert replay(parse_transcript(found["transcript"])) == history
    assert parse_transcript(text).options == found["options"]
    assert found["best"] in (None, history[-1].score)
    assert found["steps"] in (None, len(found["moves"]))
    assert not reached or history[-1].state.pyramid == 0


def test_a_transcript_is_answered_from_its_end(run: Run, monkeypatch: Patch) -> None:
    game = "retro-pyramid 1\nedition odm\ndeal 61\nmoves D D D\n"
    Path("game").write_text(game)
    (found,) = rows(run("solve --edition odm --from game --json")[1])
    text = game + "moves " + " ".join(found["moves"]) + "\n"
    assert replay(parse_transcript(text))[-1].score == found["best"] < 735
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(game.encode())))
    assert rows(run("solve --from - --json")[1])[0]["best"] == found["best"]
    # A pyramid that is cleared already can be.
    Path("game").write_text(run(f"solve --edition em --deal 2 {SHORTEST}")[1])
    code, out, _ = run("solve --from game --json")
    (found,) = rows(out)
    assert (code, found["winnable"], found["cleared"], found["moves"]) == (1, False, True, [])


def test_tilldawn_is_judged_with_the_box_cleared_unless_it_is_asked_for(run: Run) -> None:
    words = "solve --edition tilldawn --json"
    assert rows(run(f"{words} --deal 32")[1])[0]["winnable"] is True
    code, out, _ = run(f"{words} --deal 32 --option auto_match=on")
    assert (code, rows(out)[0]["winnable"]) == (1, False)
    code, out, _ = run(f"{words} --deal 1 {SHORTEST}")
    (same,) = rows(run(f"solve --edition em --deal 1 {SHORTEST} --json")[1])
    assert (code, rows(out)[0]["steps"]) == (0 if same["cleared"] else 1, same["steps"])
    assert first_winnable(solver_rules(rules_for("tilldawn")), 32) == 32
    # A transcript with the box set goes on with it cleared.
    Path("game").write_text(f"retro-pyramid 1\nedition tilldawn\ndeal 32\nmoves {'D ' * 20}\n")
    text = run("solve --from game")[1]
    assert "option auto_match off" in text
    assert len(replay(parse_transcript(text))) > 20


@pytest.mark.parametrize("number", [1772636847, *range(1, 25)])
def test_every_line_of_tilldawn_that_solve_prints_replays(run: Run, number: int) -> None:
    words = f"solve --edition tilldawn --deal {number} --json"
    Path("game").write_text(f"retro-pyramid 1\nedition tilldawn\ndeal {number}\nmoves {'D ' * 12}\n")
    Path("decks").write_text(deal_text(deal(number)))
    for asked in (words, f"{words} --option auto_match=on", "solve --from game --json"):
        code, out, _ = run(asked)
        (found,) = rows(out)
        game = parse_transcript(found["transcript"])
        assert game.options == found["options"]
        assert [str(move) for move in game.moves][len(game.moves) - len(found["moves"]) :] == found["moves"]
        last = replay(game)[-1]
        assert status(rules_for("tilldawn", game.options), last.state) == "won" or not found["winnable"], (
            asked
        )
        assert code == (0 if found["winnable"] else 1)
    (found,) = rows(run("solve --edition tilldawn --file decks --jobs 1")[1])
    assert replay(parse_transcript(found["transcript"]))[-1].state.pyramid == 0 or not found["winnable"]


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("solve --edition tilldawn --deal 32", "# judged with auto_match=off"),
        ("solve --edition tilldawn --deal 32 --option auto_match=on", "# judged with auto_match=on"),
        ("odds --edition tilldawn --deals 1 --jobs 1 --data .", "judged with auto_match=off"),
        ("replay --judge game", "judged with auto_match=off"),
        (
            "day --day 20261120 --edition tilldawn --option auto_match=on",
            "tilldawn auto_match=on: deal 1892988063, can be won with auto_match=off; match 3395064525 1245561412 "
            "1354440734 1547968320 1605949911 1390036825",
        ),
    ],
)
def test_a_verdict_says_which_options_it_assumes(run: Run, words: str, expected: str) -> None:
    Path("game").write_text("retro-pyramid 1\nedition tilldawn\ndeal 32\nmoves D\n")
    assert expected in run(words)[1].splitlines()


def test_a_verdict_of_a_game_without_such_options_says_nothing_of_them(run: Run) -> None:
    for words in ("solve --edition em --deal 2", "day --day 20261120 --edition em"):
        out = run(words)[1]
        assert "judged with" not in out
        assert " with " not in out


def test_what_is_not_known_is_neither_yes_nor_no(run: Run, monkeypatch: Patch) -> None:
    unknown = SolveResult(None, None, None, None, [])
    monkeypatch.setattr("retro_pyramid.commands.solve.solve_position", lambda *_: unknown)
    code, out, _ = run("solve --edition em --deal 1")
    assert code == 3
    assert "# winnable: not known" in out
    code, out, _ = run("solve --edition em --deal 1 --json")
    assert (code, rows(out)[0]["winnable"]) == (3, None)


def test_a_file_gives_one_object_a_line_in_order(run: Run) -> None:
    Path("decks").write_text("\n".join(DECKS))
    code, out, err = run("solve --edition em --file decks --jobs 2")
    assert (code, err) == (0, "")
    alone = [rows(run(f"solve --edition em --deal {number} --json")[1])[0] for number in range(1, 6)]
    apart = {"ms": 0, "transcript": ""}
    assert [{**row, **apart} for row in rows(out)] == [{**row, **apart} for row in alone]
    for row, other in zip(rows(out), alone, strict=True):
        assert replay(parse_transcript(row["transcript"])) == replay(parse_transcript(other["transcript"]))


@pytest.mark.parametrize(
    ("data", "errors"),
    [
        (b"\xef\xbb\xbf" + "\r\n".join(DECKS[:2]).encode(), []),
        (f"{DECKS[0]}\n\n  \n{DECKS[1]}\n\n\n".encode(), [2, 3]),
        (
            "\n".join((DECKS[0], DECKS[1][3:], DECKS[2][3:5] + DECKS[2][2:], "hello", DECKS[4])).encode(),
            [2, 3, 4],
        ),
        (b"\xff\xfd\n" + "\n".join(DECKS[:2]).encode(), [1]),
    ],
    ids=["windows", "empty lines", "no decks", "no text"],
)
def test_a_line_that_is_no_deck_spoils_no_other(run: Run, data: bytes, errors: list[int]) -> None:
    Path("decks").write_bytes(data)
    code, out, err = run("solve --edition em --file decks --jobs 1")
    found = rows(out)
    assert [number for number, row in enumerate(found, 1) if "error" in row] == errors
    for number in errors:
        assert list(found[number - 1]) == ["error"]
        assert found[number - 1]["error"].startswith(f"line {number}: ")
    assert all("winnable" in row for row in found if "error" not in row)
    said = f"pyramid: decks: {len(errors)} of {len(found)} lines are no deck of 52 cards\n"
    assert (code, err) == ((2, said) if errors else (0, ""))


def signs(text: str) -> str:
    return text.translate(dict(zip(map(ord, "cdhs"), "♣♦♥♠", strict=True)))


def in_rows(text: str) -> str:
    """Write a deck as a pyramid and its stock, on eight lines."""
    words = text.split()
    ends = [0, 1, 3, 6, 10, 15, 21, 28, 52]
    return "\n".join(" ".join(words[a:b]) for a, b in pairwise(ends))


WRITTEN: dict[str, Callable[[str], str]] = {
    "together": lambda text: text.replace(" ", ""),
    "commas": lambda text: text.replace(" ", ", "),
    "ten": lambda text: text.replace("T", "10"),
    "ten together": lambda text: text.replace("T", "10").replace(" ", ""),
    "signs": signs,
    "coloured signs": lambda text: signs(text).replace(" ", "\ufe0f,") + "\ufe0f",
    "capitals": str.upper,
    "list": lambda text: "[" + ", ".join(f"'{word}'" for word in text.split()) + "]",
    "rows": in_rows,
    "rows and blank line": lambda text: in_rows(text) + "\n",
    "rows with commas": lambda text: in_rows(text.replace(" ", ",").replace(",", " ")).replace(" ", ","),
}


@pytest.mark.parametrize("written", WRITTEN)
def test_decks_are_read_as_others_write_them(run: Run, written: str) -> None:
    Path("plain").write_text("\n".join(DECKS[:3]))
    Path("decks").write_text("\n".join(map(WRITTEN[written], DECKS[:3])), encoding="utf-8")
    plain = rows(run("solve --edition em --file plain --jobs 1")[1])
    code, out, err = run("solve --edition em --file decks --jobs 1")
    assert (code, err) == (0, "")
    assert [{**row, "ms": 0} for row in rows(out)] == [{**row, "ms": 0} for row in plain]


def test_wrong_deck_among_decks_over_several_lines_is_named_by_its_first_line(run: Run) -> None:
    Path("decks").write_text("\n\n".join([in_rows(DECKS[0]), in_rows(DECKS[1])[3:], in_rows(DECKS[2])]))
    code, out, err = run("solve --edition em --file decks --jobs 1")
    found = rows(out)
    assert [list(row) == ["error"] for row in found] == [False, True, False]
    assert found[1]["error"].startswith("line 10: a deal is 52 different cards: ")
    assert (code, err) == (2, "pyramid: decks: 1 of 3 decks are no deck of 52 cards\n")


def test_cards_of_the_command_line_are_read_as_others_write_them(run: Run) -> None:
    written = signs(DECKS[0]).replace("T", "10").replace(" ", "")
    found = rows(run(f"solve --edition em --cards {written} --json")[1])
    (by_number,) = rows(run("solve --edition em --deal 1 --json")[1])
    same = found[0].keys() - {"ms", "transcript"}
    assert {key: found[0][key] for key in same} == {key: by_number[key] for key in same}


def test_odds_count_and_go_on_where_they_were(run: Run) -> None:
    def counted(deals: int) -> dict[str, Any]:
        words = "odds --edition em --goal cleared --jobs 1 --data . --json"
        code, out, err = run(f"{words} --deals {deals}")
        assert (code, err) == (0, "")
        return rows(out)[0]

    first, kept = counted(30), Path("PYRAMID.ODD").read_bytes()
    rules = rules_for("em")
    yes = sum(
        worth(rules, initial_state(rules, deal(number))).winnability != "neither" for number in range(1, 31)
    )
    assert (first["deals"], first["yes"], first["unknown"]) == (30, yes, 0)
    assert first["low"] < first["share"] < first["high"]
    assert (counted(20)["deals"], Path("PYRAMID.ODD").read_bytes()) == (20, kept)
    assert counted(40)["deals"] == 40
    assert b"counted 40" in Path("PYRAMID.ODD").read_bytes()


def test_the_interval_is_wilsons_and_stays_a_share() -> None:
    # Newcombe 1998, table I: 81 of 263 and 15 of 148.
    assert [round(end, 4) for end in compute_wilson_interval(81, 263)] == [0.2553, 0.3662]
    assert [round(end, 4) for end in compute_wilson_interval(15, 148)] == [0.0624, 0.1605]
    assert compute_wilson_interval(0, 20)[0] == 0.0
    assert 0.99999 < compute_wilson_interval(20, 20)[1] <= 1.0
    assert compute_wilson_interval(0, 0) == (0.0, 1.0)


def test_odds_are_of_known_answers_and_kept_when_stopped(run: Run, monkeypatch: Patch) -> None:
    answers: list[bool | None] = [True, None, False, True, None] * 2

    def answer(*_: object) -> SolveResult:
        if not answers:
            raise KeyboardInterrupt
        return SolveResult(answers.pop(0), None, None, None, [])

    monkeypatch.setattr("retro_pyramid.commands.odds.solve_position", answer)
    words = "odds --edition em --jobs 1 --data ."
    (found,) = rows(run(f"{words} --deals 10 --json")[1])
    assert (found["deals"], found["yes"], found["unknown"], found["share"]) == (10, 4, 4, 4 / 6)
    Path("PYRAMID.ODD").unlink()
    answers += [True] * 12
    code, out, err = run(f"{words} --deals 50")
    assert (code, err.strip()) == (130, "stopped: the same command goes on from here")
    assert "10 of 10 deals" in out
    assert b"counted 10" in Path("PYRAMID.ODD").read_bytes()


def test_a_grade_stands_beside_its_share(run: Run) -> None:
    (found,) = rows(run("solve --edition em --grade --json --deal 2")[1])
    assert (found["grade"], found["share"]) == ("gentle", 0.43)
    (lost,) = rows(run("solve --edition em --grade --json --deal 1")[1])
    assert (lost["winnable"], lost["grade"], lost["share"]) == (False, None, 0)
    assert "# grade: hard, 1% of the fair plays won" in run("solve --edition em --grade --deal 4")[1]
    Path("decks").write_text("\n".join(DECKS[:3]))
    graded = rows(run("solve --edition em --file decks --grade --jobs 1")[1])
    assert [row["grade"] for row in graded] == [None, "gentle", "fair"]


def test_odds_count_the_grades(run: Run) -> None:
    words = "odds --edition em --jobs 1 --data . --deals 8 --grade"
    (found,) = rows(run(f"{words} --json")[1])
    assert found["grades"] == {"gentle": 1, "fair": 1, "hard": found["yes"] - 2}
    assert found["graded"][1] == {"deal": 2, "grade": "gentle", "share": 0.43}
    assert [deal["deal"] for deal in found["graded"]] == [*range(1, 9)]
    assert run(words)[1].splitlines()[-1] == f"1 gentle, 1 fair, {found['yes'] - 2} hard"
    assert not list(Path().iterdir())
