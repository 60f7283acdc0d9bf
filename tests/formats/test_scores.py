"""PYRAMID.HGH: ten records, the rules of the board, and bytes that are no board."""

import json
from random import Random

import pytest

from retro_pyramid.commands.files import build_scores_report
from retro_pyramid.formats import FormatError
from retro_pyramid.formats.pascal import decode_cp437
from retro_pyramid.formats.scores.high_scores import (
    EMPTY_ROW,
    HighScores,
    decode_high_scores,
    encode_high_scores,
    make_empty_high_scores,
)
from retro_pyramid.formats.scores.records import ScoreRow

RECORD = 20


def record(name: bytes, score: int, level: int, junk: bytes = b"") -> bytes:
    field = (name + junk[len(name) : 15]).ljust(15, b"\0")
    return bytes([len(name)]) + field + score.to_bytes(2, "little", signed=True) + level.to_bytes(2, "little")


def board_file(random: Random) -> bytes:
    """A file a program could have written: sorted, junk behind the names, placeholders at the end."""
    scores = sorted((random.randint(1, 32767) for _ in range(random.randint(0, 10))), reverse=True)
    rows = [(random.randbytes(random.randint(0, 15)), score, random.randint(1, 2)) for score in scores]
    rows += [(b"-----", 0, 0)] * (10 - len(scores))
    return b"".join(record(*row, random.randbytes(15)) for row in rows)


def board_of(*scores: int) -> HighScores:
    board = make_empty_high_scores()
    for score in scores:
        board, _ = board.add(f"P{score}", score, 1)
    return board


def test_the_empty_board_and_one_written_by_hand() -> None:
    assert make_empty_high_scores().rows == (EMPTY_ROW,) * 10
    assert encode_high_scores(make_empty_high_scores()) == record(b"-----", 0, 0) * 10
    assert len(encode_high_scores(make_empty_high_scores())) == 200
    data = record(b"Cl\x82o", 4850, 1, b"x" * 15) + record(b"\x03", 5, 2) + record(b"-----", 0, 0) * 8
    assert decode_high_scores(data).rows[:3] == (
        ScoreRow("Cléo", 4850, 1),
        ScoreRow("♥", 5, 2),
        ScoreRow("-----", 0, 0),
    )


@pytest.mark.parametrize("seed", range(20))
def test_boards_survive_byte_for_byte_and_a_new_row_leaves_every_other_record_as_it_was(seed: int) -> None:
    random = Random(seed)
    data, name = board_file(random), "".join(random.choices(decode_cp437(bytes(range(256))), k=seed % 16))
    before, score = decode_high_scores(data), random.randint(-2000, 20_000)
    assert encode_high_scores(before) == data
    after, rank = before.add(name, score, 2)
    assert rank == before.find_rank(score)
    if rank is None:
        assert after == before
        return
    assert after.rows[rank] == ScoreRow(name, score, 2)
    assert after.raw_records[:rank] + after.raw_records[rank + 1 :] == before.raw_records[:9]
    assert decode_high_scores(encode_high_scores(after)) == after


def test_what_enters_where_and_what_falls_off() -> None:
    assert (make_empty_high_scores().find_rank(1), make_empty_high_scores().find_rank(0)) == (0, None)
    assert make_empty_high_scores().add("Ann", -5, 1) == (make_empty_high_scores(), None)
    board, rank = board_of(300, 200, 100).add("Late", 200, 2)
    assert rank == 2, "below the older entry"
    assert [row.name for row in board.rows[:4]] == ["P300", "P200", "Late", "P100"]
    full = board_of(*range(10, 110, 10))
    assert full.find_rank(10) is None
    board, rank = full.add("Ten", 11, 1)
    assert rank == 9
    assert [row.score for row in board.rows] == [100, 90, 80, 70, 60, 50, 40, 30, 20, 11]


@pytest.mark.parametrize(
    ("name", "score", "level", "reason"),
    [
        ("x" * 16, 10, 1, "name: expected at most 15 characters, found 16"),
        ("€", 10, 1, "code page 437"),
        ("Ann", 40000, 1, "-32768 to 32767"),
        ("Ann", 10, 3, "level: expected 1 or 2, found 3"),
    ],
)
def test_a_row_that_no_record_can_hold_is_refused(name: str, score: int, level: int, reason: str) -> None:
    with pytest.raises(FormatError, match=reason):
        make_empty_high_scores().add(name, score, level)


@pytest.mark.parametrize("size", [0, 199, 201, 100_000])
def test_a_board_of_another_size_is_refused(size: int) -> None:
    data = (record(b"-----", 0, 0) * 5001)[:size]
    with pytest.raises(FormatError, match=f"score board, size at byte 0: expected 200 bytes, found {size}"):
        decode_high_scores(data)


@pytest.mark.parametrize(
    ("offset", "value", "message"),
    [
        (3 * RECORD, 16, "score 4, name, length byte at byte 60: expected at most 15, found 16"),
        (2 * RECORD + 17, 1, "score 3 at byte 56: expected at most the 90 above it, found 336"),
        (9 * RECORD + 18, 3, "score 10, level at byte 198: expected 0, 1 or 2, found 3"),
        (19, 255, "score 1, level at byte 18: expected 0, 1 or 2, found -255"),
    ],
)
def test_what_no_program_wrote_is_refused_with_its_place(offset: int, value: int, message: str) -> None:
    data = bytearray(encode_high_scores(board_of(*range(10, 110, 10))))
    data[offset] = value
    with pytest.raises(FormatError, match=f"^{message}$"):
        decode_high_scores(bytes(data))


def test_the_scores_command_prints_json_as_its_contract_says_and_ten_lines_under_a_heading() -> None:
    report = build_scores_report(encode_high_scores(board_of(75).add("Ann ♥", 120, 2)[0]))
    assert json.dumps(report.json_data).isascii()
    found = json.loads(json.dumps(report.json_data))
    rows = [("Ann ♥", 120, 2), ("P75", 75, 1), *[("-----", 0, 0)] * 8]
    assert found["layout"] == "canonical"
    assert found["records"] == [dict(zip(("name", "score", "level"), row, strict=True)) for row in rows]
    heading, *lines = [line.split() for line in report.stdout_lines]
    assert heading == ["Name", "Score", "Level"]
    assert lines == [" ".join(map(str, (place, *row))).split() for place, row in enumerate(rows, 1)]
