"""PYRAMID.HGH: ten records, the rules of the board, and bytes that are no board."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from retro_pyramid.commands.files import scores_report
from retro_pyramid.formats import FormatError
from retro_pyramid.formats.boards.records import Row
from retro_pyramid.formats.boards.scores import (
    PLACEHOLDER,
    ScoreBoard,
    decode_board,
    empty_board,
    encode_board,
)
from retro_pyramid.formats.pascal import CP437

RECORD = 20


def record(name: bytes, score: int, level: int, junk: bytes = b"") -> bytes:
    field = name + junk[len(name) : 15]
    return (
        bytes([len(name)])
        + field.ljust(15, b"\0")
        + score.to_bytes(2, "little", signed=True)
        + level.to_bytes(2, "little")
    )


@st.composite
def board_files(draw: st.DrawFn) -> bytes:
    """Any file a program could have written: sorted, junk behind the names, placeholders at the end."""
    scores = draw(st.lists(st.integers(1, 32767), max_size=10).map(lambda found: sorted(found, reverse=True)))
    names, junks = st.binary(max_size=15), st.binary(min_size=15, max_size=15)
    real = [record(draw(names), score, draw(st.integers(1, 2)), draw(junks)) for score in scores]
    empty = [record(b"-----", 0, 0, draw(junks)) for _ in range(10 - len(scores))]
    return b"".join(real + empty)


def board_of(*scores: int) -> ScoreBoard:
    board = empty_board()
    for score in scores:
        board, _ = board.add(f"P{score}", score, 1)
    return board


def test_the_empty_board_is_ten_placeholders_in_200_bytes() -> None:
    assert empty_board().rows == (Row(PLACEHOLDER, 0, 0),) * 10
    assert encode_board(empty_board()) == record(b"-----", 0, 0) * 10
    assert len(encode_board(empty_board())) == 200


def test_a_board_written_by_hand_is_read() -> None:
    data = record(b"Cl\x82o", 4850, 1, b"x" * 15) + record(b"\x03", 5, 2) + record(b"-----", 0, 0) * 8
    rows = decode_board(data).rows
    assert rows[:3] == (Row("Cléo", 4850, 1), Row("♥", 5, 2), Row("-----", 0, 0))


@given(board_files())
def test_boards_survive_byte_for_byte_junk_included(data: bytes) -> None:
    assert encode_board(decode_board(data)) == data


@given(board_files(), st.text(st.sampled_from(CP437), max_size=15), st.integers(-200, 6000))
def test_a_new_row_leaves_every_other_record_as_it_was(data: bytes, name: str, score: int) -> None:
    before = decode_board(data)
    after, rank = before.add(name, score, 2)
    assert rank == before.rank_for(score)
    if rank is None:
        assert after == before
        return
    assert after.rows[rank] == Row(name, score, 2)
    assert after.records[:rank] + after.records[rank + 1 :] == before.records[:9]
    assert decode_board(encode_board(after)) == after


def test_only_a_score_above_0_enters() -> None:
    assert empty_board().rank_for(1) == 0
    assert empty_board().rank_for(0) is None
    assert empty_board().add("Ann", -5, 1) == (empty_board(), None)


def test_a_tie_ranks_below_the_older_entry() -> None:
    board, rank = board_of(300, 200, 100).add("Late", 200, 2)
    assert rank == 2
    assert [row.name for row in board.rows[:4]] == ["P300", "P200", "Late", "P100"]


def test_the_eleventh_falls_off_and_a_tie_with_the_tenth_does_not_enter() -> None:
    full = board_of(*range(10, 110, 10))
    assert full.rank_for(10) is None
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
        empty_board().add(name, score, level)


@pytest.mark.parametrize("size", [0, 1, 15, 16, 19, 20, 199, 201, 300, 100_000])
def test_a_board_of_another_size_is_refused(size: int) -> None:
    data = (record(b"-----", 0, 0) * 5001)[:size]
    with pytest.raises(FormatError, match=f"score board, size at byte 0: expected 200 bytes, found {size}"):
        decode_board(data)


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
    data = bytearray(encode_board(board_of(*range(10, 110, 10))))
    data[offset] = value
    with pytest.raises(FormatError, match=f"^{message}$"):
        decode_board(bytes(data))


def test_every_single_flipped_bit_is_read_or_refused_cleanly() -> None:
    data = encode_board(board_of(300, 200, 100))
    refused = 0
    for bit in range(8 * len(data)):
        flipped = bytearray(data)
        flipped[bit // 8] ^= 1 << bit % 8
        try:
            assert encode_board(decode_board(bytes(flipped))) == flipped
        except FormatError:
            refused += 1
    assert refused >= 10 * (4 + 14)


@given(st.binary(max_size=400) | st.binary(min_size=200, max_size=200))
def test_random_bytes_give_a_board_or_a_format_error(data: bytes) -> None:
    try:
        board = decode_board(data)
    except FormatError:
        return
    assert encode_board(board) == data


def test_the_scores_command_prints_json_as_its_contract_says() -> None:
    data = encode_board(empty_board().add("Ann ♥", 120, 2)[0])
    line = json.dumps(scores_report(data).data)
    found = json.loads(line)
    assert found["layout"] == "canonical"
    assert found["records"] == [
        {"name": "Ann ♥", "score": 120, "level": 2},
        *[{"name": "-----", "score": 0, "level": 0}] * 9,
    ]
    assert line.isascii()


def test_the_scores_command_prints_ten_lines_under_a_heading() -> None:
    heading, first, *others = scores_report(encode_board(board_of(75))).lines
    assert heading.split() == ["Name", "Score", "Level"]
    assert first.split() == ["1", "P75", "75", "1"]
    assert [line.split() for line in others] == [[str(place), "-----", "0", "0"] for place in range(2, 11)]
