"""Whose a score file is: ours, another's by its bytes, or nobody's."""

from random import Random

import pytest

from retro_pyramid.formats import FormatError
from retro_pyramid.formats.boards.records import Row
from retro_pyramid.formats.boards.scores import board_of, decode_board, encode_board
from retro_pyramid.formats.recognise import recognise_scores

Rows = list[tuple[bytes, int, int]]


def packed(rows: Rows, capacity: int, score_bytes: int, junk: bytes = b"") -> bytes:
    """Records of a name, with what is left behind it, a score and a level."""
    data = b""
    for name, score, level in rows:
        field = (name + junk[len(name) :]).ljust(capacity, b"\0")
        data += (
            bytes([len(name)]) + field + score.to_bytes(score_bytes, "little") + level.to_bytes(2, "little")
        )
    return data


def test_a_foreign_file_as_long_as_ours_is_not_taken_for_ours() -> None:
    rows = [(b"Anna Berg", 4120, 2), (b"J. Smith", 3050, 1), (b"Carl", 2210, 1), (b"Dora M.", 1870, 2)]
    rows += [(b"Ed", 1500, 1), (b"Fritz", 1210, 1), (b"Gus Long", 990, 2), (b"Hanna", 720, 1)]
    data = packed([*rows, (b"Ida", 410, 1), (b"Jo", 150, 2)], 13, 4, b"\x5a" * 13)
    assert len(data) == 200
    found = recognise_scores(data)
    assert found.inferred
    assert [row.score for row in found.table.rows] == [4120, 3050, 2210, 1870, 1500, 1210, 990, 720, 410, 150]
    # The same bytes a record as ours, but levels this program does not know.
    rows = [(b"Gerald", 900, 5), (b"Ann", 850, 4), (b"Kathleen", 700, 7), (b"Bob", 640, 3), (b"Jo", 50, 3)]
    found = recognise_scores(our_board(rows))
    assert (found.table.layout.name, found.inferred) == ("10xname15,score:int16,int16", True)


@pytest.mark.parametrize("data", [bytes(200), b"\x03abc".ljust(20, b"\0") * 10], ids=["zeros", "no scores"])
def test_bytes_without_a_single_score_are_no_board_of_ours(data: bytes) -> None:
    with pytest.raises(FormatError):
        recognise_scores(data)


@pytest.mark.parametrize("levels", [(0, 0), (None, None), (5, 3), (1, 2)], ids=str)
def test_rows_taken_over_from_another_program_are_ours_ever_after(levels: tuple[int | None, ...]) -> None:
    """With a level that is always 0 they would not be: it makes a long integer of the score."""
    taken = [
        Row("Anna", 4120, levels[0]),
        Row("Bert", 3000.5, levels[1]),
        Row(" ", 12, 1),
        Row("Nobody", 0, 0),
    ]
    board = board_of(taken)
    found = recognise_scores(encode_board(board))
    assert (found.inferred, found.reason) == (False, "exactly as this program writes it")
    assert [row.score for row in board.rows[:4]] == [4120, 3000, 12, 0]
    assert (board.rows[0].name, board.rows[2].name, board.rows[3].name) == ("Anna", "-----", "-----")


def our_board(rows: Rows, junk: bytes = b"") -> bytes:
    """A file of our shape, with what is left behind the names."""
    return packed([*rows, *[(b"-----", 0, 0)] * (10 - len(rows))], 15, 2, junk[:15])


def test_a_foreign_file_that_our_rules_would_allow_is_not_taken_for_ours() -> None:
    """Its score's upper half falls like points, its level is one of ours: what lies behind the names tells it apart."""
    rows = [(b"Anna", 2_450_117, 2), (b"Max", 1_900_343, 2), (b"Eva", 1_410_552, 1), (b"Ida", 1_200_001, 1)]
    rows += [(b"Lou", 1_001_777, 2), (b"Jim", 907_323, 1), (b"Zoe", 800_808, 1), (b"Ned", 655_651, 1)]
    data = packed([*rows, (b"Vic", 404_404, 1), (b"Pat", 300_003, 2)], 13, 4)
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
        [(b"Ann", 32767, 1), (b"Bob", 20000, 1), (b"Carl", 19990, 1), (b"Eva", 700, 1), (b"Frank", 20, 1)],
        [(b"Gerald", 900 - at, 1 + at % 2) for at in range(10)],
    ],
    ids=["one", "two", "no name", "above the most there can be", "ten"],
)
def test_a_board_of_ours_that_was_changed_by_hand_stays_ours(rows: Rows) -> None:
    assert not recognise_scores(our_board(rows)).inferred


@pytest.mark.parametrize("filled", [0, 1, 2, 5, 10])
def test_leftovers_behind_the_names_do_not_make_our_board_anothers(filled: int) -> None:
    """So does a board begin that grew from an older file of the same layout."""
    random = Random(filled)
    noise = [random.randbytes(15), b"\xff" * 15] if filled else []
    for junk in (b"Maximilian van Dyke", *noise):
        rows = [(b"Ann", 5000 - 300 * at, 1 + random.randrange(2)) for at in range(filled)]
        found = recognise_scores(our_board(rows, junk))
        assert not found.inferred
        assert [row.score for row in found.table.rows[:filled]] == [score for _, score, _ in rows]
