"""Which layout a score file has: the evidence, the certainty and its refusal, on files of known layouts."""

import json
from random import Random

import pytest

from retro_pyramid.commands.files import explain_report, scores_report
from retro_pyramid.formats import FormatError
from retro_pyramid.formats.boards.inference import Reading, evidence, infer_scores
from retro_pyramid.formats.boards.scores import empty_board, encode_board
from retro_pyramid.formats.layouts import ScoreLayout, parse_layout
from retro_pyramid.formats.recognise import recognise_scores
from tests import bench_formats
from tests.formats import boards


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


def test_a_board_of_the_publishers_own_record_is_read_for_certain() -> None:
    inference = infer_scores(REAL)
    assert inference.certain
    best = inference.candidates[0]
    assert best.layout.name == "15xname15,score:int16,int16"
    assert best.reading.names[:5] == (b"Gerald", b"Kathleen", b"BOB", b"Mr. X", b"Ren\x82e")
    assert best.reading.scores == (12740, 11480, 9875, 7310, 7305, 5120, 4400, *(0,) * 8)


def test_every_candidate_really_fits() -> None:
    """By the plain reading of the bytes: sizes divide, lengths and characters are a name's, scores fall."""
    for candidate in infer_scores(REAL).candidates:
        layout = candidate.layout
        assert layout.records * layout.record_bytes == len(REAL)
        name, score = layout.field("name"), layout.field("score")
        assert name is not None
        assert score is not None
        rows = [REAL[at : at + layout.record_bytes] for at in range(0, len(REAL), layout.record_bytes)]
        assert all(row[name.offset] < name.size for row in rows)
        assert list(candidate.reading.scores) == sorted(candidate.reading.scores, reverse=True)


def test_the_family_is_studied_as_the_readme_says() -> None:
    study = bench_formats.study_boards(120, seed=1)
    assert study.layouts > 100
    assert study.listed == study.files
    assert study.first >= 0.92 * study.files
    assert study.first_reading >= 0.97 * study.files
    assert study.certain >= 0.8 * study.files
    assert study.taken >= study.certain
    assert study.levels >= 0.5 * study.taken
    assert (study.wrong, study.invented) == ((), ())


def test_the_publishers_record_is_studied_as_the_readme_says() -> None:
    study = bench_formats.study_boards(60, 2, bench_formats.house_layout)
    assert study.listed == study.files
    assert study.first >= 0.95 * study.files
    assert study.levels >= 0.8 * study.taken
    assert (study.wrong, study.invented) == ((), ())


def test_files_as_long_as_our_own_board_are_studied_as_the_readme_says() -> None:
    study = bench_formats.study_boards(100, 3, bench_formats.layout_as_long_as_ours)
    assert study.layouts > 60
    assert study.listed == study.files
    assert study.taken >= 0.75 * study.files
    assert (study.wrong, study.invented) == ((), ())


@pytest.mark.slow
def test_the_whole_study() -> None:
    assert bench_formats.main([]) == 0


def test_nothing_is_certain_about_files_that_are_no_boards() -> None:
    taken, _ = bench_formats.study_strangers(400, seed=3)
    assert taken == []


def test_a_list_of_addresses_is_no_board_though_chance_has_sorted_every_second_number() -> None:
    # The study of strangers met this one: as five records of one name it explains the bytes by far the best.
    data = b""
    for line in (
        "Ulla Dyke 33607",
        "Gerald Dyke 29383",
        "Zoe Baker 27948",
        "Ted MacDonald 21626",
        "Sue Baker 50161",
        "Rosemarie Ng 8895",
        "Pat Miller 8336",
        "Ulla Kowalski 58596",
        "Jim Garcia 51981",
        "Eva van 49350",
    ):
        first, last, number = line.split()
        for text, capacity in ((first, 13), (last, 9)):
            data += bytes([len(text)]) + text.encode().ljust(capacity, b"\0")
        data += int(number).to_bytes(2, "little")
    inference = infer_scores(data)
    assert inference.readings[0].reading.scores == (29383, 21626, 8895, -6940, -16186)
    assert not inference.certain
    assert "several of one shape" in inference.reason


@pytest.mark.parametrize(
    "data",
    [
        b"",
        bytes(200),
        b"\xff" * 300,
        b"-" * 300,
        b"\x05-----\0\0" * 25 + b"\0",
        record(b"", 0, 0) * 15,
        record(b"Ann", 50, 1) * 15,
        b"".join(record(bytes([97 + n]) * 5, 0, 0) for n in range(15)),
        bytes(range(256)) * 2,
        record(b"Ann", 500 - 0, 1) * 400,
    ],
    ids=[
        "empty",
        "zeros",
        "ones",
        "dashes",
        "odd size",
        "no names",
        "all alike",
        "no scores",
        "count",
        "long",
    ],
)
def test_what_says_nothing_is_never_certain(data: bytes) -> None:
    assert not infer_scores(data).certain


def test_a_board_of_empty_places_is_read() -> None:
    inference = infer_scores(record(b"-----", 0, 0) * 15)
    assert inference.certain
    assert inference.candidates[0].reading == Reading((b"-----",) * 15, (0,) * 15)


def test_a_word_is_no_integer_when_scores_pass_32767() -> None:
    words = [n.to_bytes(2, "little") for n in (60210, 51875, 41990, 33110, 32010, 20400, 11000)]
    names = (b"Ann", b"Bartholomew", b"Carl", b"Eva", b"Frank", b"Ida", b"Jo")
    data = b"".join(record(name) + word for name, word in zip(names, words, strict=True))
    inference = infer_scores(data)
    assert inference.certain
    assert inference.candidates[0].layout.name == "7xname15,score:uint16"


def test_two_readings_as_likely_as_each_other_are_refused_with_their_names() -> None:
    """With scores 65536 apart level by level, one longint and two integers tell the same sorted story."""
    rows = [(b"Ann", 30000, 4), (b"Bob", 20000, 3), (b"Carl", 11000, 2), *[(b"-----", 0, 0)] * 7]
    data = b"".join(record(name, score, level, capacity=20) for name, score, level in rows)
    inference = infer_scores(data)
    assert not inference.certain
    with pytest.raises(FormatError, match=r"--layout NAME.*10xname20,score:int") as caught:
        recognise_scores(data)
    assert "\n" not in str(caught.value)
    for name, first in (("10xname20,int16,int16", 30000), ("10xname20,int32", 4 * 65536 + 30000)):
        found = recognise_scores(data, (), name)
        assert found.inferred
        assert found.table.rows[0].score == first


def test_a_layout_the_user_declares_goes_ahead_of_the_family() -> None:
    text = "layout club\nkind scores\nrecords 15\nfield name string[15]\nfield score integer\nfield level integer\n"
    club = parse_layout(text, "club.layout")
    assert isinstance(club, ScoreLayout)
    found = recognise_scores(REAL, [club])
    assert (found.table.layout.name, found.inferred) == ("club", True)
    assert found.table.rows[0] == ("Gerald", 12740, 5)


def test_our_own_board_is_known_not_inferred() -> None:
    board = empty_board()
    for name, score, level in (("Ann", 120, 1), ("Bob ♥", 75, 2), ("", 5500, 1)):
        board, _ = board.add(name, score, level)
        found = recognise_scores(encode_board(board))
        assert (found.table.layout.name, found.inferred) == ("canonical", False)
    assert recognise_scores(encode_board(empty_board())).inferred is False


def test_scores_above_the_editions_maximum_are_still_read_as_our_layout() -> None:
    board = empty_board()
    for name, score in (("Ann", 32767), ("Bob", 20000), ("Carl", 19990), ("Eva", 700), ("Frank", 20)):
        board, _ = board.add(name, score, 1)
    found = recognise_scores(encode_board(board))
    assert (found.table.layout.name, found.inferred) == ("canonical", False)


def test_a_layout_that_does_not_fit_is_told() -> None:
    with pytest.raises(FormatError, match="expected 200 bytes, found 300"):
        recognise_scores(REAL, (), "canonical")
    with pytest.raises(FormatError, match="a layout of a score file, found one of pictures"):
        recognise_scores(REAL, (), "2x54,bgi16")
    with pytest.raises(FormatError, match="layout 'club': expected canonical or a name such as"):
        recognise_scores(REAL, (), "club")
    with pytest.raises(FormatError, match="found 299, and no other layout fits"):
        recognise_scores(REAL[:-1])


def test_the_evidence_is_told_in_words() -> None:
    candidates = {one.layout.name: one for one in infer_scores(REAL).candidates}
    good, bad = evidence(candidates["15xname15,score:int16,int16"], REAL)
    assert "300 bytes are 15 records of 20" in good
    assert "scores never increase, 12740 to 0" in good
    assert "the 8 empty places agree: 'Nobody' with score 0" in good
    assert "every score is a multiple of 5" in good
    assert "int16 at byte 18 is small (2 to 5)" in good
    assert bad == []
    _, bad = evidence(candidates["15xname11,int32,score:int16,int16"], REAL)
    assert any(line.startswith("int32 at byte 12 is like noise") for line in bad)


def test_explain_lists_every_layout_best_first() -> None:
    lines = explain_report(REAL).lines
    count = len(infer_scores(REAL).candidates)
    assert lines[0].startswith("taken by layout 15xname15,score:int16,int16: ")
    assert lines[1].startswith(f"layouts that fit: {count}; ")
    assert lines[2].startswith("  1. 15xname15,score:int16,int16: bits ")
    assert sum(": bits " in line for line in lines) == count
    nothing = "no layout of the family fits"
    refused = explain_report(b"rubbish")
    assert refused.data == {"taken": None, "certain": False, "reason": nothing, "candidates": []}
    assert refused.lines == [f"not taken: {nothing}"]


def test_explain_agrees_with_what_the_program_does() -> None:
    """Of an empty board of ours the inference alone is not certain, and need not be."""
    data = encode_board(empty_board())
    assert not infer_scores(data).certain
    report = explain_report(data)
    assert report.lines[0] == "taken by layout canonical: exactly as this program writes it"
    assert '"taken": "canonical", "certain": false' in json.dumps(report.data)
    unclear = explain_report(record(b"Ann", 3, 2) * 5).lines
    assert unclear[0].startswith("not taken: ")
    assert unclear[0].endswith("; --layout NAME chooses")


def test_the_scores_command_tells_the_layout_it_inferred() -> None:
    *rows, told, cut = scores_report(REAL).lines
    assert rows[1].split() == ["1", "Gerald", "12740", "5"]
    assert told.startswith("layout 15xname15,score:int16,int16 (")
    assert told.endswith("the file is only read")
    assert cut == "the board of this program would cut 6 levels to 1"


def test_reals_are_shown_with_their_fractions_and_no_level_is_null() -> None:
    random = Random(7)
    made = boards.make(random, 8, (("name", "string"), ("score", "real48")), 12)
    line = json.dumps(scores_report(made.data, (), made.name).data)
    assert '"level": null' in line
    assert f'"score": {made.scores[0]:g}' in line or f'"score": {made.scores[0]}' in line


def test_a_declared_layout_of_a_huge_file_is_only_taken_by_name() -> None:
    text = "layout big\nkind scores\nrecords 1000\nfield name string[255]\nfield score integer\n"
    big = parse_layout(text, "big.layout")
    assert isinstance(big, ScoreLayout)
    data = record(b"Ann", 7, capacity=255) * 1000
    assert infer_scores(data, [big]).candidates == ()
    assert recognise_scores(data, [big], "big").table.rows[999] == ("Ann", 7, None)


def test_a_file_of_ten_records_that_is_not_ours_is_not_called_ours() -> None:
    """The same bytes a record, but levels this program does not know."""
    rows = [(b"Gerald", 900, 5), (b"Ann", 850, 4), (b"Kathleen", 700, 7), (b"Bob", 640, 3), (b"Jo", 50, 3)]
    data = b"".join(record(*row) for row in rows) + record(b"-----", 0, 0) * 5
    found = recognise_scores(data)
    assert (found.table.layout.name, found.inferred) == ("10xname15,score:int16,int16", True)
