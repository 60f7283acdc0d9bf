"""Which layout a score file has: the evidence, the certainty and its refusal, on files of known layouts."""

import json
from collections.abc import Callable
from random import Random

import pytest

from retro_pyramid.commands.files import build_layout_inference_report, build_scores_report
from retro_pyramid.formats import FormatError
from retro_pyramid.formats.detect import detect_decks, detect_scores, detect_totals
from retro_pyramid.formats.layouts import ScoreLayout, parse_layout
from retro_pyramid.formats.scores.high_scores import (
    build_high_scores,
    decode_high_scores,
    encode_high_scores,
    make_empty_high_scores,
    make_empty_totals,
)
from retro_pyramid.formats.scores.records import ScoreRow
from retro_pyramid.formats.scores.score_inference import Interpretation, describe_evidence, infer_score_layout
from tests import bench_formats
from tests.formats import boards

Draw = Callable[[Random], bench_formats.Drawn]


def record(name: bytes, *numbers: int, capacity: int = 15, junk: bytes = b"") -> bytes:
    """A record of a name and integers, `junk` lying behind the name."""
    field = bytes([len(name)]) + name + junk[len(name) : capacity]
    return field.ljust(1 + capacity, b"\0") + b"".join(n.to_bytes(2, "little", signed=True) for n in numbers)


REAL = b"".join(
    record(name, score, level, junk=junk)
    for name, score, level, junk in [
        (b"Gerald", 12740, 5, b"Geraldine van D"),
        (b"Kathleen", 11480, 4, b"Kathleen\0\x03\xffnne"),
        (b"BOB", 9875, 5, b"BOBhleen\0\x03\xffnne"),
        (b"Mr. X", 7310, 3, b"Mr. Xine van Dy"),
        (b"Ren\x82e", 7305, 4, b"Ren\x82eine van Dy"),
        (b"Gerald", 5120, 2, b"Geraldine van D"),
        (b"Jo", 4400, 3, b"Joe"),
        *[(b"Nobody", 0, 0, b"Nobody van Dyke")] * 8,
    ]
)


def test_a_board_of_the_publishers_own_record_is_read_for_certain_and_every_candidate_really_fits() -> None:
    inference = infer_score_layout(REAL)
    assert inference.is_certain
    best = inference.candidates[0]
    assert best.layout.name == "15xname15,score:int16,int16"
    assert best.interpretation.names[:5] == (b"Gerald", b"Kathleen", b"BOB", b"Mr. X", b"Ren\x82e")
    assert best.interpretation.scores == (12740, 11480, 9875, 7310, 7305, 5120, 4400, *(0,) * 8)
    # By the plain reading of the bytes: sizes divide, lengths are a name's, scores fall.
    for candidate in inference.candidates:
        layout = candidate.layout
        assert layout.record_count * layout.record_size == len(REAL)
        name = layout.get_field("name")
        assert name is not None
        assert all(length < name.size for length in REAL[name.offset :: layout.record_size])
        assert list(candidate.interpretation.scores) == sorted(candidate.interpretation.scores, reverse=True)


@pytest.mark.parametrize(
    ("files", "seed", "draw", "layouts", "first", "taken", "levels"),
    [
        (40, 1, boards.any_layout, 35, 0.9, 0.8, 0.5),
        (20, 2, bench_formats.house_layout, 1, 0.95, 0.8, 0.8),
        (30, 3, bench_formats.layout_as_long_as_ours, 20, 0.5, 0.75, 0.2),
    ],
    ids=["the family", "the publisher's record", "as long as our own board"],
)
def test_files_of_known_layouts(
    files: int, seed: int, draw: Draw, layouts: int, first: float, taken: float, levels: float
) -> None:
    study = bench_formats.study_boards(files, seed, draw)
    assert study.layouts >= layouts
    assert study.listed == study.files == files
    assert study.first_reading >= study.first >= first * files
    assert study.taken >= taken * files
    assert study.taken >= study.certain
    assert study.levels >= levels * study.taken
    assert (study.wrong, study.invented) == ((), ())


def test_names_declared_as_plain_string_are_read() -> None:
    study = bench_formats.study_boards(40, 1, bench_formats.plain_string_layout)
    assert study.listed == study.files
    assert study.taken >= 0.8 * study.files
    assert (study.wrong, study.invented) == ((), ())


def test_text_behind_a_plain_string_is_not_read_as_a_long_name() -> None:
    """Without a limit to names, a reading of the stale blanks from their letter Y on is certain for this file."""
    fields = (("score", "uint16"), ("name", "string"), ("", "int32"), ("", "int32"))
    made = boards.make(Random(35), 10, fields, 255)
    inference = infer_score_layout(made.data)
    assert inference.candidates[0].interpretation.names == made.names or not inference.is_certain


@pytest.mark.slow
def test_the_whole_study() -> None:
    assert bench_formats.main([]) == 0


def test_nothing_is_certain_about_files_that_are_no_boards() -> None:
    taken, _ = bench_formats.study_strangers(80, seed=3)
    assert taken == []


ADDRESSES = """Ulla Dyke 33607 Gerald Dyke 29383 Zoe Baker 27948 Ted MacDonald 21626 Sue Baker 50161
    Rosemarie Ng 8895 Pat Miller 8336 Ulla Kowalski 58596 Jim Garcia 51981 Eva van 49350"""


def test_a_list_of_addresses_is_no_board_though_chance_has_sorted_every_second_number() -> None:
    # The study of strangers met this one: as five records of one name it explains the bytes by far the best.
    data, words = b"", ADDRESSES.split()
    for first, last, number in zip(words[::3], words[1::3], words[2::3], strict=True):
        for text, capacity in ((first, 13), (last, 9)):
            data += bytes([len(text)]) + text.encode().ljust(capacity, b"\0")
        data += int(number).to_bytes(2, "little")
    inference = infer_score_layout(data)
    assert inference.best_per_interpretation[0].interpretation.scores == (29383, 21626, 8895, -6940, -16186)
    assert not inference.is_certain
    assert "several of one shape" in inference.reason


NOTHING = {
    "empty": b"",
    "zeros": bytes(200),
    "dashes": b"-" * 300,
    "odd size": b"\x05-----\0\0" * 25 + b"\0",
    "no names": record(b"", 0, 0) * 15,
    "all alike": record(b"Ann", 50, 1) * 15,
    "no scores": b"".join(record(bytes([97 + n]) * 5, 0, 0) for n in range(15)),
    "long": record(b"Ann", 500, 1) * 400,
}


@pytest.mark.parametrize("data", NOTHING.values(), ids=NOTHING)
def test_what_says_nothing_is_never_certain_but_empty_places_are_a_board(data: bytes) -> None:
    assert not infer_score_layout(data).is_certain
    inference = infer_score_layout(record(b"-----", 0, 0) * 15)
    assert inference.is_certain
    assert inference.candidates[0].interpretation == Interpretation((b"-----",) * 15, (0,) * 15)


def test_two_readings_as_likely_as_each_other_are_refused_with_their_names() -> None:
    """With scores 65536 apart level by level, one longint and two integers tell the same sorted story."""
    rows = [(b"Ann", 30000, 4), (b"Bob", 20000, 3), (b"Carl", 11000, 2), *[(b"-----", 0, 0)] * 7]
    data = b"".join(record(name, score, level, capacity=20) for name, score, level in rows)
    with pytest.raises(FormatError, match=r"--layout NAME.*10xname20,score:int"):
        detect_scores(data)
    found = [detect_scores(data, (), f"10xname20,{kinds}") for kinds in ("int16,int16", "int32")]
    assert [one.score_records.rows[0].score for one in found] == [30000, 4 * 65536 + 30000]


def test_a_layout_the_user_declares_goes_ahead_of_the_family_but_in_a_huge_file() -> None:
    declared = "layout club\nkind scores\nrecords {}\nfield name string[{}]\nfield score integer\n"
    club = parse_layout(declared.format(15, 15) + "field level integer\n", "club.layout")
    big = parse_layout(declared.format(1000, 255), "big.layout")
    assert isinstance(club, ScoreLayout)
    assert isinstance(big, ScoreLayout)
    found = detect_scores(REAL, [club])
    assert (found.score_records.layout.name, found.is_inferred) == ("club", True)
    assert found.score_records.rows[0] == ("Gerald", 12740, 5)
    data = record(b"Ann", 7, capacity=255) * 1000
    assert infer_score_layout(data, [big]).candidates == ()
    assert detect_scores(data, [big], "club").score_records.rows[999] == ("Ann", 7, None)


@pytest.mark.parametrize(
    ("data", "layout", "message"),
    [
        (REAL, "canonical", "expected 200 bytes, found 300"),
        (REAL, "2x54,bgi16", "a layout of a score file, found one of pictures"),
        (REAL, "club", "layout 'club': expected canonical or a name such as"),
        (REAL[:-1], None, "found 299, and no other layout fits"),
    ],
)
def test_a_layout_that_does_not_fit_is_told(data: bytes, layout: str | None, message: str) -> None:
    with pytest.raises(FormatError, match=message):
        detect_scores(data, (), layout)


@pytest.mark.parametrize("data", [REAL[:-1], b"\x01", bytes(50_000)], ids=["one byte short", "tiny", "large"])
def test_every_refused_score_file_names_the_option_that_reads_it(data: bytes) -> None:
    with pytest.raises(FormatError, match="--layout NAME"):
        detect_scores(data)


@pytest.mark.parametrize("size", [1, 200, 221_831, 221_832, 300_000])
def test_every_refused_deck_file_names_the_option_that_reads_it(size: int) -> None:
    with pytest.raises(FormatError, match="--layout NAME"):
        detect_decks(bytes(size))


def test_the_evidence_is_told_in_words() -> None:
    candidates = {one.layout.name: one for one in infer_score_layout(REAL).candidates}
    good, bad = describe_evidence(candidates["15xname15,score:int16,int16"], REAL)
    assert "300 bytes are 15 records of 20" in good
    assert "scores never increase, 12740 to 0" in good
    assert "the 8 empty places agree: 'Nobody' with score 0" in good
    assert "every score is a multiple of 5" in good
    assert "int16 at byte 18 is small (2 to 5)" in good
    assert bad == []
    _, bad = describe_evidence(candidates["15xname11,int32,score:int16,int16"], REAL)
    assert any(line.startswith("int32 at byte 12 is like noise") for line in bad)


def test_explain_lists_every_layout_best_first_and_agrees_with_what_the_program_does() -> None:
    lines = build_layout_inference_report(REAL).stdout_lines
    count = len(infer_score_layout(REAL).candidates)
    assert lines[0].startswith("taken by layout 15xname15,score:int16,int16: ")
    assert lines[1].startswith(f"layouts that fit: {count}; ")
    assert lines[2].startswith("  1. 15xname15,score:int16,int16: bits ")
    assert sum(": bits " in line for line in lines) == count
    nothing = "no layout of the family fits"
    refused = build_layout_inference_report(b"rubbish")
    assert refused.json_data == {"taken": None, "certain": False, "reason": nothing, "candidates": []}
    assert refused.stdout_lines == [f"not taken: {nothing}"]
    # Of an empty board of ours the inference alone is not certain, and need not be.
    ours = build_layout_inference_report(encode_high_scores(make_empty_high_scores()))
    assert ours.stdout_lines[0] == "taken by layout canonical: exactly as this program writes it"
    assert '"taken": "canonical", "certain": false' in json.dumps(ours.json_data)
    unclear = build_layout_inference_report(record(b"Ann", 3, 2) * 5).stdout_lines[0]
    assert (unclear[:11], unclear[-23:]) == ("not taken: ", "; --layout NAME chooses")


def test_reals_are_shown_with_their_fractions_and_no_level_is_null() -> None:
    made = boards.make(Random(7), 8, (("name", "string"), ("score", "real48")), 12)
    row = json.loads(json.dumps(build_scores_report(made.data, (), made.name).json_data))["records"][0]
    assert (row["score"], row["level"]) == (made.scores[0], None)


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
    found = detect_scores(data)
    assert found.is_inferred
    assert [row.score for row in found.score_records.rows] == [
        4120,
        3050,
        2210,
        1870,
        1500,
        1210,
        990,
        720,
        410,
        150,
    ]
    # The same bytes a record as ours, but levels this program does not know.
    rows = [(b"Gerald", 900, 5), (b"Ann", 850, 4), (b"Kathleen", 700, 7), (b"Bob", 640, 3), (b"Jo", 50, 3)]
    found = detect_scores(our_board(rows))
    assert (found.score_records.layout.name, found.is_inferred) == ("10xname15,score:int16,int16", True)


@pytest.mark.parametrize("data", [bytes(200), b"\x03abc".ljust(20, b"\0") * 10], ids=["zeros", "no scores"])
def test_bytes_without_a_single_score_are_no_board_of_ours(data: bytes) -> None:
    with pytest.raises(FormatError):
        detect_scores(data)


@pytest.mark.parametrize("levels", [(0, 0), (None, None), (5, 3), (1, 2)], ids=str)
def test_rows_taken_over_from_another_program_are_ours_ever_after(levels: tuple[int | None, ...]) -> None:
    """With a level that is always 0 they would not be: it makes a long integer of the score."""
    taken = [
        ScoreRow("Anna", 4120, levels[0]),
        ScoreRow("Bert", 3000.5, levels[1]),
        ScoreRow(" ", 12, 1),
        ScoreRow("Nobody", 0, 0),
    ]
    board = build_high_scores(taken)
    found = detect_scores(encode_high_scores(board))
    assert (found.is_inferred, found.reason) == (False, "exactly as this program writes it")
    assert [(row.name, row.score) for row in board.rows[:4]] == [
        ("Anna", 4120),
        ("Bert", 3000),
        ("", 12),
        ("-----", 0),
    ]


def test_a_board_of_blank_names_stays_ours() -> None:
    """A blank name with points is an entry of somebody who pressed Enter; only a row without points is an empty place."""
    board = build_high_scores([ScoreRow("", 100 - place, 1) for place in range(10)])
    found = detect_scores(encode_high_scores(board))
    assert not found.is_inferred
    assert [row.score for row in found.score_records.rows] == [100 - place for place in range(10)]


def test_totals_with_a_blank_name_are_recognised() -> None:
    totals, _ = make_empty_totals().add("", 250)
    found = detect_totals(encode_high_scores(totals))
    assert found is not None
    assert found.score_records.rows[0] == ("", 250, None)


def our_board(rows: Rows, junk: bytes = b"") -> bytes:
    """A file of our shape, with what is left behind the names."""
    return packed([*rows, *[(b"-----", 0, 0)] * (10 - len(rows))], 15, 2, junk[:15])


def test_a_foreign_file_that_our_rules_would_allow_is_not_taken_for_ours() -> None:
    """Its score's upper half falls like points, its level is one of ours: what lies behind the names tells it apart."""
    rows = [(b"Anna", 2_450_117, 2), (b"Max", 1_900_343, 2), (b"Eva", 1_410_552, 1), (b"Ida", 1_200_001, 1)]
    rows += [(b"Lou", 1_001_777, 2), (b"Jim", 907_323, 1), (b"Zoe", 800_808, 1), (b"Ned", 655_651, 1)]
    data = packed([*rows, (b"Vic", 404_404, 1), (b"Pat", 300_003, 2)], 13, 4)
    assert decode_high_scores(data).rows[0] == ("Anna", 37, 2)
    with pytest.raises(FormatError, match=r"--layout NAME.* found 10xname13,score:int32,int16, "):
        detect_scores(data)


def test_a_few_lines_of_noise_that_can_be_read_as_ours_are_not_taken() -> None:
    data = b"\x01T\x06Eva NgtherstoH\x12\0\0" + b"\x02Q\x0dJo FeatherstoZ\x0f\0\0"
    data += (b"\0\0\x06Nobody Jo Wong" + bytes(20))[:16].ljust(20, b"\0") * 8
    assert [row.score for row in decode_high_scores(data).rows[:3]] == [4680, 3930, 0]
    with pytest.raises(FormatError, match="choose with --layout NAME"):
        detect_scores(data)


@pytest.mark.parametrize(
    ("name", "rows"),
    [
        ("one", [(b"Ann", 32767, 1)]),
        ("two", [(b"Ann", 9000, 2), (b"Bob", 20, 1)]),
        ("no name", [(b"", 5500, 1), (b"Bob", 20, 1)]),
        (
            "above the most there can be",
            [
                (b"Ann", 32767, 1),
                (b"Bob", 20000, 1),
                (b"Carl", 19990, 1),
                (b"Eva", 700, 1),
                (b"Frank", 20, 1),
            ],
        ),
        ("ten", [(b"Gerald", 900 - at, 1 + at % 2) for at in range(10)]),
    ],
)
def test_a_board_of_ours_that_was_changed_by_hand_stays_ours(name: str, rows: Rows) -> None:
    assert not detect_scores(our_board(rows)).is_inferred


@pytest.mark.parametrize("filled", [0, 1, 2, 5, 10])
def test_leftovers_behind_the_names_do_not_make_our_board_anothers(filled: int) -> None:
    """So does a board begin that grew from an older file of the same layout."""
    random = Random(filled)
    noise = [random.randbytes(15), b"\xff" * 15] if filled else []
    for junk in (b"Maximilian van Dyke", *noise):
        rows = [(b"Ann", 5000 - 300 * at, 1 + random.randrange(2)) for at in range(filled)]
        found = detect_scores(our_board(rows, junk))
        assert not found.is_inferred
        assert [row.score for row in found.score_records.rows[:filled]] == [score for _, score, _ in rows]
