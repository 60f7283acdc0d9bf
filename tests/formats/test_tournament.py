import pytest

from retro_pyramid.cards import deal
from retro_pyramid.formats import FormatError
from retro_pyramid.formats.boards.scores import ScoreBoard, decode_totals, empty_totals, encode_board
from retro_pyramid.formats.own.checked import Block, encode_blocks
from retro_pyramid.formats.own.tournament import (
    Proof,
    Suspended,
    decode_proofs,
    decode_suspended,
    encode_proofs,
    encode_suspended,
)
from retro_pyramid.rules import parse_move
from retro_pyramid.rules.transcript import Save, Transcript

GAME = Transcript("em", {}, 61, deal(61), (parse_move("D"), parse_move("D")))
TYPED = Transcript("em", {}, None, deal(62), (), (("assisted", "yes"),))
FACTS = (("edition", "em"), ("player", "human Ann  B"), ("same_deck", "no"))
SUSPENDED = Suspended(FACTS, (GAME, TYPED), Save(GAME, cursor=1, undos=1))
PROOFS = (Proof("Ann ", 12, (GAME, TYPED)), Proof("", 7, ()), Proof("♥= x", 3, (GAME,)))


def board(*totals: int) -> ScoreBoard:
    made = empty_totals()
    for total in totals:
        made = made.add(f"P{total}", total)[0]
    return made


def test_the_board_is_ten_records_of_eighteen_bytes_that_ranks_and_keeps_junk() -> None:
    data = encode_board(board(12))
    assert data == b"\x03P12" + bytes(12) + b"\x0c\x00" + (b"\x05-----" + bytes(12)) * 9
    assert decode_totals(data) == board(12)
    made = board(5, 9, 7)
    assert [row.score for row in made.rows[:4]] == [9, 7, 5, 0]
    assert made.add("Tie", 7)[1] == 2
    assert made.add("Zero", 0) == (made, None)
    full = board(*range(10, 20))
    assert full.add("Low", 10) == (full, None)
    junk = b"\x03AnnJUNKjunkJUNK" + b"\x01\x00"
    data = junk + encode_board(empty_totals())[18:]
    assert encode_board(decode_totals(data).add("Bob", 2)[0])[18:36] == junk


@pytest.mark.parametrize(("name", "total"), [("x" * 16, 1), ("日", 1), ("Ann", 40000)])
def test_rows_a_record_cannot_hold_are_refused(name: str, total: int) -> None:
    with pytest.raises(FormatError):
        empty_totals().add(name, total)


GOOD = encode_board(board(9, 5))


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (b"", "expected 180 bytes, found 0"),
        (GOOD + b"\0", "expected 180 bytes, found 181"),
        (b"\x10" + GOOD[1:], "total 1, name, length byte"),
        (GOOD[:16] + b"\x01" + GOOD[17:], "total 2 at byte 34: expected 0 to 1, found 5"),
        (GOOD[:17] + b"\xff" + GOOD[18:], "total 1 at byte 16: expected 0 to 32767"),
    ],
)
def test_boards_the_program_could_not_have_written_are_refused(data: bytes, problem: str) -> None:
    with pytest.raises(FormatError, match=problem):
        decode_totals(data)


def test_tournaments_and_proofs_go_through_their_texts_and_back() -> None:
    for suspended in (SUSPENDED, SUSPENDED._replace(playing=None), Suspended(FACTS, ())):
        assert decode_suspended(encode_suspended(suspended)) == suspended
    for proofs in (PROOFS, ()):
        assert decode_proofs(encode_proofs(proofs)) == proofs


@pytest.mark.parametrize(
    ("blocks", "problem"),
    [
        ([], "tournament, block 1: expected match, found ''"),
        ([("game", "")], "expected match, found 'game'"),
        ([("match", ""), ("other", "")], "block 2: expected game, found 'other'"),
        ([("match", ""), ("playing", ""), ("game", "")], "block 2: expected game, found 'playing'"),
        ([("match", ""), ("game", "x\n")], "game 1: expected a transcript, found line 1: found 'x'"),
        ([("match", ""), ("playing", "x\n")], "game in progress: expected a save, found line 1"),
        ([("proofs", "")], "proofs, block 1: expected total, then games, found 'proofs'"),
        ([("total", "name Ann\n")], "block 1: expected lines of a name and a total"),
        ([("total", "name Ann\ntotal x\n")], "block 1, total: expected a whole number, found 'x'"),
        ([("total", "name Ann\ntotal 1\n"), ("game", "x\n")], "block 2: expected a transcript"),
    ],
)
def test_texts_out_of_shape_are_refused(blocks: list[tuple[str, str]], problem: str) -> None:
    proofs = any(tag in ("total", "proofs") for tag, _ in blocks)
    data = encode_blocks("proofs" if proofs else "tournament", [Block(*block) for block in blocks])
    with pytest.raises(FormatError, match=problem) as refused:
        _ = decode_proofs(data) if proofs else decode_suspended(data)
    assert "\n" not in str(refused.value)
