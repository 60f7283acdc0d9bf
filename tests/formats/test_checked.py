"""Texts made of blocks with a check: tournaments, proofs, statistics; and the board of totals."""

import pytest

from retro_pyramid.cards import deal
from retro_pyramid.formats import FormatError
from retro_pyramid.formats.native.checksummed import (
    Block,
    decode_blocks,
    decode_blocks_by_tag,
    encode_blocks,
    format_check_line,
)
from retro_pyramid.formats.native.statistics import Statistics
from retro_pyramid.formats.native.statistics_text import decode_statistics, encode_statistics
from retro_pyramid.formats.native.tournament_text import (
    ScoreProof,
    SuspendedTournament,
    decode_proofs,
    decode_suspended,
    encode_proofs,
    encode_suspended,
)
from retro_pyramid.formats.scores.high_scores import (
    HighScores,
    decode_totals,
    encode_high_scores,
    make_empty_totals,
)
from retro_pyramid.rules import parse_move
from retro_pyramid.rules.editions import ALL_RULES
from retro_pyramid.rules.transcript import SavedSession, Transcript

BLOCKS = (Block("one", "a line\n\nanother ♥\n"), Block("two"), Block("two words", "x\n"))


@pytest.mark.parametrize("blocks", [(), BLOCKS[:1], BLOCKS[1:2], BLOCKS])
def test_blocks_go_through_their_text_and_back(blocks: tuple[Block, ...]) -> None:
    assert decode_blocks("example", encode_blocks("example", blocks)) == blocks


@pytest.mark.parametrize("block", [Block("a\nb"), Block(" a"), Block("a", "no end"), Block("a", "x\n= b\n")])
def test_blocks_that_could_not_be_read_back_are_refused(block: Block) -> None:
    with pytest.raises(FormatError):
        encode_blocks("example", [block])


HEAD = b"retro-pyramid-example 1\n"


def test_any_changed_byte_and_what_has_no_check_is_refused_in_one_line() -> None:
    data = encode_blocks("example", BLOCKS)
    for wrong in (b"", b"check", data[:-1], data + b"\n", data.replace(b"\n", b"\r"), data[1:]):
        with pytest.raises(
            FormatError, match=r"^example, last line at byte \d+: expected check [0-9A-F]{8}, "
        ):
            decode_blocks("example", wrong)
    for at, byte in enumerate(data):
        for other in {0, 10, 13, 32, 255, byte ^ 1, byte ^ 32, byte ^ 128} - {byte}:
            with pytest.raises(FormatError) as refused:
                decode_blocks("example", data[:at] + bytes([other]) + data[at + 1 :])
            assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    ("body", "problem"),
    [
        (b"retro-pyramid-other 1\n", "expected 'retro-pyramid-example 1', found 'retro-pyramid-other"),
        (b"retro-pyramid-example 2\n", "expected 'retro-pyramid-example 1'"),
        (HEAD + b"= x\n" * 1001, "expected at most 1000 blocks, found 1001"),
        (HEAD + b"= \xff\n", "expected text in UTF-8, found byte 0xff"),
        (HEAD + b"= e\x0cm\nx\n", "a tag of one line"),
        (HEAD + b"=  em\nx\n", "a tag of one line"),
        (HEAD + b"= em\x1b[31m\nx\n", "a tag of one line"),
        (HEAD + b"= a\nx\r\n", ": expected "),
        (HEAD + b"= a\nx", ": expected "),
        (HEAD + b"= a", ": expected "),
        (HEAD + b"\n= a\n", ": expected "),
        (HEAD + b"= a\r\n", ": expected "),
    ],
)
def test_what_no_program_writes_is_refused_though_its_check_is_right(body: bytes, problem: str) -> None:
    with pytest.raises(FormatError, match=problem) as refused:
        decode_blocks("example", body + format_check_line(body))
    assert str(refused.value).isprintable()


def test_more_blocks_than_are_read_are_not_written() -> None:
    most = [Block("x")] * 1000
    assert len(decode_blocks("example", encode_blocks("example", most))) == 1000
    with pytest.raises(FormatError, match="expected at most 1000 blocks, found 1001"):
        encode_blocks("example", [*most, Block("x")])


def test_names_that_stand_once_are_not_read_twice() -> None:
    data = encode_blocks("example", [Block("one", "a\n"), Block("two")])
    assert decode_blocks_by_tag("example", data) == {"one": "a\n", "two": ""}
    with pytest.raises(FormatError, match=r"^example, one: expected it once, found it twice$"):
        decode_blocks_by_tag("example", encode_blocks("example", [Block("one")] * 2))


GAME = Transcript("em", {}, 61, deal(61), (parse_move("D"), parse_move("D")))
TYPED = Transcript("em", {}, None, deal(62), (), (("assisted", "yes"),))
FACTS = (("edition", "em"), ("player", "human Ann  B"), ("same_deck", "no"))
SUSPENDED = SuspendedTournament(FACTS, (GAME, TYPED), SavedSession(GAME, move_index=1, undo_count=1))
PROOFS = (ScoreProof("Ann ", 12, (GAME, TYPED)), ScoreProof("", 7, ()), ScoreProof("♥= x", 3, (GAME,)))


def board(*totals: int) -> HighScores:
    made = make_empty_totals()
    for total in totals:
        made = made.add(f"P{total}", total)[0]
    return made


def test_the_board_is_ten_records_of_eighteen_bytes_that_ranks_and_keeps_junk() -> None:
    data = encode_high_scores(board(12))
    assert data == b"\x03P12" + bytes(12) + b"\x0c\x00" + (b"\x05-----" + bytes(12)) * 9
    assert decode_totals(data) == board(12)
    made = board(5, 9, 7)
    assert [row.score for row in made.rows[:4]] == [9, 7, 5, 0]
    assert made.add("Tie", 7)[1] == 2
    assert made.add("Zero", 0) == (made, None)
    full = board(*range(10, 20))
    assert full.add("Low", 10) == (full, None)
    junk = b"\x03AnnJUNKjunkJUNK" + b"\x01\x00"
    data = junk + encode_high_scores(make_empty_totals())[18:]
    assert encode_high_scores(decode_totals(data).add("Bob", 2)[0])[18:36] == junk


@pytest.mark.parametrize(("name", "total"), [("x" * 16, 1), ("日", 1), ("Ann", 40000)])
def test_rows_a_record_cannot_hold_are_refused(name: str, total: int) -> None:
    with pytest.raises(FormatError):
        make_empty_totals().add(name, total)


TOTALS = encode_high_scores(board(9, 5))


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (b"", "expected 180 bytes, found 0"),
        (TOTALS + b"\0", "expected 180 bytes, found 181"),
        (b"\x10" + TOTALS[1:], "total 1, name, length byte"),
        (TOTALS[:16] + b"\x01" + TOTALS[17:], "total 2 at byte 34: expected 0 to 1, found 5"),
        (TOTALS[:17] + b"\xff" + TOTALS[18:], "total 1 at byte 16: expected 0 to 32767"),
    ],
)
def test_boards_the_program_could_not_have_written_are_refused(data: bytes, problem: str) -> None:
    with pytest.raises(FormatError, match=problem):
        decode_totals(data)


def test_tournaments_and_proofs_go_through_their_texts_and_back() -> None:
    for suspended in (SUSPENDED, SUSPENDED._replace(current_game=None), SuspendedTournament(FACTS, ())):
        assert decode_suspended(encode_suspended(suspended)) == suspended
    for proofs in (PROOFS, ()):
        assert decode_proofs(encode_proofs(proofs)) == proofs


@pytest.mark.parametrize(
    ("problem", "told"),
    [
        ("tournament, block 1: expected match, found ''", "-"),
        ("expected match, found 'game'", "game="),
        ("block 2: expected game, found 'other'", "match= / other="),
        ("block 2: expected game, found 'playing'", "match= / playing= / game="),
        ("game 1: expected a transcript, found line 1: found 'x'", "match= / game=x\n"),
        ("game in progress: expected a save, found line 1", "match= / playing=x\n"),
        ("proofs, block 1: expected total, then games, found 'proofs'", "proofs="),
        ("block 1: expected lines of a name and a total", "total=name Ann\n"),
        ("block 1, total: expected a whole number, found 'x'", "total=name Ann\ntotal x\n"),
        ("block 2: expected a transcript", "total=name Ann\ntotal 1\n / game=x\n"),
    ],
)
def test_texts_out_of_shape_are_refused(problem: str, told: str) -> None:
    parts = [part.partition("=") for part in told.split(" / ") if part != "-"]
    blocks = [(tag, text) for tag, _, text in parts]
    proofs = any(tag in ("total", "proofs") for tag, _ in blocks)
    data = encode_blocks("proofs" if proofs else "tournament", [Block(*block) for block in blocks])
    with pytest.raises(FormatError, match=problem) as refused:
        _ = decode_proofs(data) if proofs else decode_suspended(data)
    assert "\n" not in str(refused.value)


GOOD = "games 2\nwins 1\nscored 2\ntotal -5\nbest 10\nstreak 0\nlongest 1\n"


def file(*blocks: tuple[str, str]) -> bytes:
    return encode_blocks("statistics", [Block(*block) for block in blocks])


def test_figures_scores_and_days_go_through_their_text_and_back() -> None:
    assert decode_statistics(encode_statistics({})) == {}
    figures = (
        Statistics()
        .with_game(True, 50, 20261031)
        .with_game(False, -5, 20261101)
        .with_game(True, 50, 20261103, is_late=True)
    )
    table = {rules.id: figures.with_game(False, None) for rules in ALL_RULES} | {
        "em": Statistics().with_game(False, None)
    }
    text = encode_statistics(table).decode()
    assert "scores -5:1 50:2\ndays 202610:" + "." * 30 + "w 202611:p\nlate 202611:..w\n" in text
    assert decode_statistics(text.encode()) == table


BEFORE = Statistics(
    games=2, wins=1, scored_games=2, total_score=-5, best_score=10, win_streak=0, best_win_streak=1
)


def test_a_file_of_before_scores_and_days_is_read_and_written_as_it_was() -> None:
    data = file(("odm level=1", GOOD))
    assert decode_statistics(data) == {"odm level=1": BEFORE}
    assert encode_statistics(decode_statistics(data)) == data


@pytest.mark.parametrize(
    ("tag", "text", "problem"),
    [
        ("em", "", "expected games wins scored total best streak longest, found ''"),
        ("em", "games 2\nscored 2\ntotal -5\nbest 10\nstreak 0\nlongest 1\n", "expected games wins"),
        (
            "em",
            "games 2\nwins x\nscored 2\ntotal -5\nbest 10\nstreak 0\nlongest 1\n",
            "em, wins: expected a whole number, found 'x'",
        ),
        (
            "em",
            "games 2\nwins -\nscored 2\ntotal -5\nbest 10\nstreak 0\nlongest 1\n",
            "em, wins: expected a whole number, found '-'",
        ),
        (
            "em",
            "games 2\nwins ²\nscored 2\ntotal -5\nbest 10\nstreak 0\nlongest 1\n",
            "em, wins: expected a whole number",
        ),
        (
            "em",
            "games 2\nwins " + "1" * 5000 + "\nscored 2\ntotal -5\nbest 10\nstreak 0\nlongest 1\n",
            "em, wins: expected a whole number",
        ),
        ("em", "games 2\nwins 3\nscored 2\ntotal -5\nbest 10\nstreak 0\nlongest 1\n", "rising order"),
        (
            "em",
            "games 2\nwins 1\nscored 2\ntotal -5\nbest -\nstreak 0\nlongest 1\n",
            "a best one if there are any",
        ),
        ("em", "GOODscores \n", "em, scores: expected what is written there, in its order, found ''"),
        ("em", "GOODscores 10:1 -15:1\n", "em, scores: expected what is written there"),
        ("em", "GOODscores -15:1 -15:1\n", "em, scores: expected what is written there"),
        ("em", "GOODscores 10\n", "em, scores: expected what is written there"),
        ("em", "GOODscores " + "1" * 5000 + ":1\n", "em, scores: expected what is written there"),
        ("em", "GOODscores 10:3\n", "at most as many scores as were counted"),
        ("em", "GOODdays 202611:x\n", "em, days: expected what is written there"),
        ("em", "GOODdays 202611:w\nscores 10:1\n", "expected games wins scored"),
        ("em", "GOODlate 202611:w\ndays 202611:w\n", "expected games wins scored"),
        ("em", "GOODlate 202611:x\n", "em, late: expected what is written there"),
        ("em", "GOODdays 202611:w\ndays 202611:w\n", "expected games wins scored"),
    ],
)
def test_what_the_program_could_not_have_written_is_refused(tag: str, text: str, problem: str) -> None:
    with pytest.raises(FormatError, match=problem) as refused:
        decode_statistics(file((tag, text.replace("GOOD", GOOD))))
    assert "\n" not in str(refused.value)


def test_a_rule_set_stands_once() -> None:
    with pytest.raises(FormatError, match="statistics, em: expected it once"):
        decode_statistics(file(("em", GOOD), ("em", GOOD)))
