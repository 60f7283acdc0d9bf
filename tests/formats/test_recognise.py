"""Whose a score file is: ours, another's by its bytes, or nobody's."""

import pytest

from retro_pyramid.formats import FormatError
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
