"""What a day deals, and the check of games handed in for a board: what is true is told, what is not is refused."""

import json
import subprocess
import sys
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from retro_pyramid.cards import deal
from retro_pyramid.commands import daily as days
from retro_pyramid.commands.daily import MAX_LINE_BYTES, MAX_NAME_LENGTH, find_daily_deal_number
from retro_pyramid.commands.run import run_command
from retro_pyramid.formats.native.game_code import decode_game_code, encode_game_code
from retro_pyramid.rules import EDITIONS, Rules, rules_for
from retro_pyramid.rules.editions import ALL_RULES
from retro_pyramid.rules.transcript import Transcript, parse_transcript, transcript_text
from tests.days import ROWS, DayRow

WORDS = "odm.1.61.H2x"
GAMES = Path(__file__).parent / "judged"


def told(*words: str) -> Any:
    return run_command([*words, "--json"]).json_data


def verified(tmp_path: Path, *lines: str | bytes, words: tuple[str, ...] = ()) -> list[dict[str, Any]]:
    file = tmp_path / "board.txt"
    file.write_bytes(b"\n".join(line if isinstance(line, bytes) else line.encode() for line in lines))
    data = told("verify", str(file), "--jobs", "1", *words)
    entries: list[dict[str, Any]] = data["entries"]
    assert data["refused"] == sum(not one["legal"] for one in entries)
    return entries


KNOWN = [row for row in ROWS if 20260101 <= row.date < 20360101]


@pytest.mark.parametrize("row", KNOWN[::12], ids=lambda row: f"{row.rules.id} {row.date} {row.place}")
def test_a_day_has_the_deals_that_another_search_found(row: DayRow) -> None:
    options = [word for pair in row.rules.option_values for word in ("--option", "=".join(pair))]
    (found,) = told("day", "--day", str(row.date), "--edition", row.rules.edition, *options)["deals"]
    assert [found["deal"], *found["match"]][row.place] == row.deal
    assert (found["best"] is None) == (row.rules.edition != "odm")


def test_every_rule_set_has_a_deal_that_day_which_is_looked_for_beyond_the_table() -> None:
    report = run_command(["day", "--day", "20261123"])
    assert len(report.stdout_lines) == 1 + len(ALL_RULES)
    assert all(any(line.startswith(rules.id) for line in report.stdout_lines) for rules in ALL_RULES)
    rows = [row for row in ROWS if row.date > 20360000 and row.rules.edition == "em"]
    assert rows
    assert [find_daily_deal_number(row.rules, row.date, row.place) for row in rows] == [
        row.deal for row in rows
    ]


@pytest.mark.parametrize("value", ["on", "off"])
def test_in_till_dawn_a_day_has_the_same_deals_under_both_values_of_auto_match(
    tmp_path: Path, value: str
) -> None:
    option = ("--edition", "tilldawn", "--option", f"auto_match={value}")
    (found,) = told("day", "--day", "20261120", *option)["deals"]
    assert found["options"] == {"auto_match": value}
    expected = [row.deal for row in KNOWN if row.rules.edition == "tilldawn" and row.date == 20261120]
    assert [found["deal"], *found["match"]] == expected
    # 1677668421 is the first winnable number from the hash of auto_match=off on.
    games = [
        encode_game_code(Transcript("tilldawn", {"auto_match": value}, number, deal(number), ()))
        for number in (expected[0], 1677668421)
    ]
    entries = verified(tmp_path, *(f"Ann\t{game}" for game in games), words=("--day", "20261120"))
    assert [one["legal"] for one in entries] == [True, False]
    assert entries[1]["reason"].endswith("expected deal 1892988063")


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_game_is_played_again_as_words_or_as_a_transcript(tmp_path: Path, edition: str) -> None:
    text = (GAMES / f"{edition}.txt").read_text(encoding="utf-8")
    game = parse_transcript(text)
    played = told("replay", str(GAMES / f"{edition}.txt"))
    one_line = transcript_text(game).replace("\n", "\\n")
    first, second = verified(tmp_path, f"Ann\t{encode_game_code(game)}", "", "# the same", f"Bob\t{one_line}")
    for one in (first, second):
        assert (one["legal"], one["reason"]) == (True, None)
        assert (one["edition"], one["deal"], one["status"]) == (edition, game.deal_number, played["status"])
        assert (one["score"], one["ended"], one["moves"]) == (played["score"], True, len(game.moves))
    assert (first["duplicate"], second["duplicate"], second["line"]) == (None, 0, 4)
    report = run_command(["verify", str(GAMES / f"{edition}.txt")])
    assert report.exit_code == 0
    assert report.stdout_lines[-1] == "1 handed in, 0 refused"


class Terminal(StringIO):
    """Standard error of a terminal."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_search_for_deals_beyond_the_table_shows_its_progress(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, jobs: str
) -> None:
    searched: list[tuple[str, int, int]] = []

    def search(rules: Rules, day: int, place: int) -> int:
        known = days._get_daily_table().find_deal(rules, day, place)
        searched.append((rules.edition, day, place))
        return 100 + place if known is None else known

    monkeypatch.setattr(days, "find_daily_deal_number", search)
    first, second, third = Terminal(), Terminal(), Terminal()
    monkeypatch.setattr(sys, "stderr", first)
    assert told("day", "--day", "20361128", "--edition", "em")["deals"][0]["deal"] == 100
    shown = first.getvalue()
    assert "[........................................] 0/7  deals found" in shown
    assert "6/7  deals found" in shown
    assert shown.endswith(" \r"), "the bar is erased before the report"

    searched.clear()
    monkeypatch.setattr(sys, "stderr", second)
    file = tmp_path / "board.txt"
    game = encode_game_code(Transcript("em", {}, 100, deal(100)))
    file.write_text("".join(f"Ann {number},{game}\n" for number in range(250)))
    data = told("verify", str(file), "--day", "20361128", "--jobs", jobs)
    assert data["refused"] == 0
    shown = second.getvalue()
    assert "0/1  deals found" in shown
    assert "100/250  games checked" in shown
    # Once, in this process, and for the rules of the entries only.
    assert set(searched) == {("em", 20361128, 0)}

    monkeypatch.setattr(sys, "stderr", third)
    told("day", "--day", "20261128", "--edition", "em")
    assert third.getvalue() == "", "what the table has needs no search"


MEANT = {
    "WORDS": WORDS,
    "SHORT": WORDS[:-1],
    "NAME": "A" * (MAX_NAME_LENGTH + 1),
    "LINE": "A" * MAX_LINE_BYTES,
}
LIMITS = {"MOST": str(MAX_NAME_LENGTH), "LONGEST": str(MAX_LINE_BYTES)}


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        *[
            ("Ann,WORDS,900", "the score '900' is claimed: it is 5"),
            ("Ann,WORDS,5 points", "the score '5 points' is claimed"),
            ("Ann,SHORTy", "some lost or changed"),
            ("Ann,retro-pyramid 1\\nedition odm\\ndeal 61\\nmoves 75 73", "move 2 (73)"),
            (
                "Ann,retro-pyramid 1\\nedition odm\\ndeal 61\\nnote score 7",
                "the score '7' is claimed: it is 0",
            ),
            ("Ann,odm.9.61.XX", "a packed game"),
            ("Ann", "found 1 fields"),
            ("Ann,WORDS,5,6", "found 4 fields"),
            (",WORDS", "the name ''"),
            ("NAME,WORDS", "expected 1 to MOST characters"),
            ("A\x1b[31m,WORDS", "that can be printed"),
            ("A\u202enna,WORDS", "that can be printed"),
            ("Ann,LINE", "expected at most LONGEST"),
        ],
        (b"\xff\xfe,odm", "expected UTF-8"),
    ],
)
def test_what_is_not_true_is_refused_with_its_reason(tmp_path: Path, line: str | bytes, reason: str) -> None:
    for short, meant in (MEANT | LIMITS).items():
        line = line.replace(short, meant) if isinstance(line, str) else line
        reason = reason.replace(short, meant)
    good, bad = verified(tmp_path, f"Ann,{WORDS},5", line)
    assert good["legal"]
    assert not bad["legal"]
    assert reason in bad["reason"]
    assert bad["score"] is None
    report = run_command(["verify", str(tmp_path / "board.txt")])
    assert report.exit_code == 1
    assert "refused: " in report.stdout_lines[1]


@pytest.mark.parametrize("first", ["retro-pyramid 1,odm.1.61.H2x,5", "retro-pyramid 1x", "retro-pyramid\t1"])
def test_entry_that_resembles_a_header_does_not_hide_later_entries(tmp_path: Path, first: str) -> None:
    entries = verified(tmp_path, first, f"Ann,{WORDS},5", f"Bob,{WORDS}")
    assert [one["name"] for one in entries][1:] == ["Ann", "Bob"]
    assert [one["legal"] for one in entries][1:] == [True, True]


@pytest.mark.parametrize("before", ["", "\ufeff", "\n \n", "# winnable: yes\n\n"])
@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
def test_file_whose_first_line_is_the_header_is_one_transcript(
    tmp_path: Path, before: str, line_end: str
) -> None:
    text = (before + transcript_text(decode_game_code(WORDS))).replace("\n", line_end)
    (entry,) = verified(tmp_path, text)
    assert (entry["legal"], entry["packed"], entry["line"]) == (True, WORDS, 1)


@pytest.mark.parametrize("edition", EDITIONS)
def test_same_game_by_deal_number_and_by_cards_is_a_duplicate(tmp_path: Path, edition: str) -> None:
    numbered = parse_transcript((GAMES / f"{edition}.txt").read_text(encoding="utf-8"))
    typed = numbered._replace(deal_number=None)
    first, second, third, other = verified(
        tmp_path,
        f"Ann\t{encode_game_code(numbered)}",
        f"Bob\t{encode_game_code(typed)}",
        f"Cyd\t{encode_game_code(numbered)}",
        f"Dan\t{encode_game_code(typed._replace(moves=typed.moves[:-1]))}",
    )
    assert [one["duplicate"] for one in (first, second, third, other)] == [None, 0, 0, None]
    # Each entry still shows how it was handed in.
    assert (first["packed"], second["packed"]) == (encode_game_code(numbered), encode_game_code(typed))
    assert (first["deal"], second["deal"]) == (numbered.deal_number, None)


def test_a_board_of_a_day_takes_only_that_days_deal(tmp_path: Path) -> None:
    on, off = (one["deal"] for one in told("day", "--day", "20261123", "--edition", "tilldawn")["deals"])
    rules = rules_for("tilldawn")
    lines = [
        f"Ann,{encode_game_code(Transcript('tilldawn', rules.options, number, deal(number)))}"
        for number in (on, off, 61)
    ]
    found = verified(tmp_path, *lines, words=("--day", "20261123"))
    # The box of Auto-Match may be changed in mid-game.
    assert [one["legal"] for one in found] == [True, True, False]
    assert found[2]["reason"] == f"deal 61 is not that of 2026-11-23: expected deal {on}"


def test_the_example_makes_a_page_and_a_file_of_a_days_board(tmp_path: Path) -> None:
    game = parse_transcript((GAMES / "em.txt").read_text(encoding="utf-8"))
    (tmp_path / "entries.txt").write_text(
        f"<b>Ann\t{encode_game_code(game)}\nBob\t{encode_game_code(game)}\nEve\tnothing\nZoe\t{WORDS}\n"
    )
    found = run_command(["verify", str(tmp_path / "entries.txt"), "--json"]).stdout_lines[0]
    script = Path(__file__).parent.parent / "docs/boards/board.py"
    subprocess.run([sys.executable, str(script), str(tmp_path / "site")], input=found, text=True, check=True)
    (name, board), *others = json.loads((tmp_path / "site/board.json").read_text())["boards"].items()
    # Bob's game is Ann's, Eve's is none, Zoe's is not over.
    assert (name, others, [one["name"] for one in board], board[0]["place"]) == ("em", [], ["<b>Ann"], 1)
    page = (tmp_path / "site/board.html").read_text()
    assert "&lt;b&gt;Ann" in page
    assert "<b>" not in page
