"""Whose a score file is: ours, another's by its bytes, or nobody's."""

from random import Random

import pytest

from retro_pyramid.formats import FormatError
from retro_pyramid.formats.boards.records import Row
from retro_pyramid.formats.boards.scores import board_of, decode_board, encode_board
from retro_pyramid.formats.recognise import recognise_scores


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
    """With a level that is always 0 they would not be: it makes a long integer of the score."""
    rows = [
        Row("Anna", 4120, levels[0]),
        Row("Bert", 3000.5, levels[1]),
        Row(" ", 12, 1),
        Row("Nobody", 0, 0),
    ]
    board = board_of(rows)
    found = recognise_scores(encode_board(board))
    assert not found.inferred
    assert found.reason == "exactly as this program writes it"
    assert [row.score for row in board.rows[:4]] == [4120, 3000, 12, 0]
    assert (board.rows[0].name, board.rows[2].name, board.rows[3].name) == ("Anna", "-----", "-----")


def our_board(rows: list[tuple[bytes, int, int]], junk: bytes = b"") -> bytes:
    """A file of our shape, with what is left behind the names."""
    return b"".join(
        bytes([len(name)])
        + name
        + junk[len(name) :].ljust(15 - len(name), b"\0")[: 15 - len(name)]
        + score.to_bytes(2, "little")
        + level.to_bytes(2, "little")
        for name, score, level in (*rows, *[(b"-----", 0, 0)] * (10 - len(rows)))
    )


def test_a_foreign_file_that_our_rules_would_allow_is_not_taken_for_ours() -> None:
    """Its score's upper half falls like points, its level is one of ours: what lies behind the names tells it apart."""
    rows = [(b"Anna", 2_450_117, 2), (b"Max", 1_900_343, 2), (b"Eva", 1_410_552, 1), (b"Ida", 1_200_001, 1)]
    rows += [(b"Lou", 1_001_777, 2), (b"Jim", 907_323, 1), (b"Zoe", 800_808, 1), (b"Ned", 655_651, 1)]
    rows += [(b"Vic", 404_404, 1), (b"Pat", 300_003, 2)]
    data = b"".join(
        bytes([len(name)]) + name.ljust(13, b"\0") + score.to_bytes(4, "little") + level.to_bytes(2, "little")
        for name, score, level in rows
    )
    assert decode_board(data).rows[0] == ("Anna", 37, 2)
    with pytest.raises(FormatError, match=r"--layout NAME.* found 10xname13,score:int32,int16, "):
        recognise_scores(data)


def test_a_few_lines_of_noise_that_can_be_read_as_ours_are_not_taken() -> None:
    data = b"\x01T\x06Eva NgtherstoH\x12\0\0" + b"\x02Q\x0dJo FeatherstoZ\x0f\0\0"
    data += (b"\0\0\x06Nobody Jo Wong" + bytes(20))[:16].ljust(20, b"\0") * 8
    assert [row.score for row in decode_board(data).rows[:3]] == [4680, 3930, 0]
    with pytest.raises(FormatError, match="choose with --layout NAME"):
        recognise_scores(data)


@pytest.mark.parametrize(
    "rows",
    [
        [(b"Ann", 32767, 1)],
        [(b"Ann", 9000, 2), (b"Bob", 20, 1)],
        [(b"", 5500, 1), (b"Bob", 20, 1)],
        [(b"Gerald", 900 - at, 1 + at % 2) for at in range(10)],
    ],
    ids=["one", "two", "no name", "ten"],
)
def test_a_board_of_ours_that_was_changed_by_hand_stays_ours(rows: list[tuple[bytes, int, int]]) -> None:
    assert not recognise_scores(our_board(rows)).inferred


@pytest.mark.parametrize("filled", range(1, 11))
def test_leftovers_behind_the_names_do_not_make_our_board_anothers(filled: int) -> None:
    """So does a board begin that grew from an older file of the same layout."""
    random = Random(filled)
    for junk in (b"Maximilian van Dyke", random.randbytes(15), b"\xff" * 15):
        rows = [(b"Ann", 5000 - 300 * at, 1 + random.randrange(2)) for at in range(filled)]
        found = recognise_scores(our_board(rows, junk))
        assert not found.inferred
        assert [row.score for row in found.table.rows[:filled]] == [score for _, score, _ in rows]


def test_an_empty_board_of_ours_may_have_leftovers() -> None:
    assert not recognise_scores(our_board([], b"Maximilian van Dyke")).inferred
