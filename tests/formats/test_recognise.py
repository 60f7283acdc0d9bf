"""Whose a score file is: ours, another's by its bytes, or nobody's."""

import pytest

from retro_pyramid.formats import FormatError
from retro_pyramid.formats.recognise import recognise_scores
from retro_pyramid.formats.records import Row
from retro_pyramid.formats.scores import board_of, encode_board


def test_a_foreign_file_as_long_as_ours_is_not_taken_for_ours() -> None:
    rows = [
        ("Anna Berg", 4120, 2),
        ("J. Smith", 3050, 1),
        ("Carl", 2210, 1),
        ("Dora M.", 1870, 2),
        ("Ed", 1500, 1),
    ]
    rows += [("Fritz", 1210, 1), ("Gus Long", 990, 2), ("Hanna", 720, 1), ("Ida", 410, 1), ("Jo", 150, 2)]
    data = b"".join(
        bytes([len(name)])
        + name.encode().ljust(13, b"\x5a")
        + score.to_bytes(4, "little")
        + level.to_bytes(2, "little")
        for name, score, level in rows
    )
    assert len(data) == 200
    found = recognise_scores(data)
    assert found.inferred
    assert [(row.name, row.score) for row in found.table.rows] == [row[:2] for row in rows]


@pytest.mark.parametrize("data", [bytes(200), b"\x03abc".ljust(20, b"\0") * 10], ids=["zeros", "no scores"])
def test_bytes_without_a_single_score_are_no_board_of_ours(data: bytes) -> None:
    with pytest.raises(FormatError):
        recognise_scores(data)


@pytest.mark.parametrize("levels", [(0, 0), (None, None), (5, 3), (1, 2)], ids=str)
def test_rows_taken_over_from_another_program_are_ours_ever_after(
    levels: tuple[int | None, int | None],
) -> None:
    """Unadopted they are not: a level that is always 0 makes a long integer of the score."""
    rows = [
        Row("Anna", 4120, levels[0]),
        Row("Bert", 3000.5, levels[1]),
        Row(" ", 12, 1),
        Row("Nobody", 0, 0),
    ]
    board = board_of(rows).adopted()
    found = recognise_scores(encode_board(board))
    assert not found.inferred
    assert found.reason == "exactly as this program writes it"
    assert [row.score for row in board.rows[:4]] == [4120, 3000, 12, 0]
    assert (board.rows[0].name, board.rows[2].name, board.rows[3].name) == ("Anna", "-----", "-----")


def test_a_board_of_another_program_is_brought_to_our_rows_only_when_it_becomes_ours() -> None:
    board = board_of([Row("Anna", 4120, 7), Row("Nobody", 0, 0)])
    assert [row.level for row in board.rows[:2]] == [0, 0]
    assert board.rows[1].name == "Nobody"
    assert board.adopted() != board
    assert board.adopted().adopted() == board.adopted()
