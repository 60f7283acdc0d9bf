"""Layouts as data: their files, their short names, and the one engine that reads and writes any of them."""

from pathlib import Path
from random import Random

import pytest

from retro_pyramid.formats import FormatError
from retro_pyramid.formats.layouts import (
    ScoreLayout,
    build_record_fields,
    format_layout_name,
    parse_layout,
    parse_layout_name,
    parse_layouts,
)
from retro_pyramid.formats.pictures import deck
from retro_pyramid.formats.scores import high_scores as scores
from retro_pyramid.formats.scores.records import ScoreRow, decode_score_records
from tests.formats import boards

LAYOUTS = Path(__file__).parents[2] / "docs/layouts"


OLD = """
# A board of another program
layout   club-scores
kind     scores
records  5
field    date    string[8]
field    score   longint
field    name    string[20]
field            byte
"""
PICTURES = "layout x\nkind PICTURES\nimage BGI16\nsize 40X50\ndecks 2\nimages 52\nprefix Size+2\ntrailer NO\n"


def test_the_layout_files_tell_the_layouts_the_program_uses() -> None:
    assert parse_layout((LAYOUTS / "scores.layout").read_text(), "scores.layout") == scores.HIGH_SCORE_LAYOUT
    assert parse_layout((LAYOUTS / "decks.layout").read_text(), "decks.layout") == deck.DECK_LAYOUT


def test_a_layout_of_ones_own_needs_no_code() -> None:
    layout = parse_layout(OLD, "club.layout")
    assert isinstance(layout, ScoreLayout)
    assert (layout.name, layout.record_size, layout.file_size) == ("club-scores", 35, 175)
    record = b"\x0811.04.91" + (70000).to_bytes(4, "little") + b"\x03Ann".ljust(21, b"\0") + b"\0"
    table = decode_score_records(layout, record * 5)
    assert table.rows[0] == ScoreRow("Ann", 70000, 0)
    assert table.raw_records == (record,) * 5


def test_several_layout_files_are_read_and_each_broken_one_is_told_in_a_line() -> None:
    layouts, faults = parse_layouts({"a.layout": OLD, "b.layout": "layout x\nkind cards\n", "c.layout": OLD})
    assert [layout.name for layout in layouts] == ["club-scores"]
    assert faults == [
        "b.layout, line 2, kind: expected scores or pictures, found 'cards'",
        "c.layout: expected a name of its own, found a second layout club-scores",
    ]


WHOLE = "expected a whole number from"


@pytest.mark.parametrize(
    ("line", "instead", "message"),
    [
        (
            "records  5",
            "records five",
            "line 5, records: expected a whole number from 1 to 1000, found 'five'",
        ),
        ("records  5", "records 0", "line 5, records: expected a whole number from 1 to 1000, found '0'"),
        ("records  5", "", "club.layout: expected a line records, found none"),
        ("records  5", "records 5\nrecords 5", "line 6: expected one line records, found a second one"),
        ("string[20]", "string[300]", "line 8, string: expected a whole number from 1 to 255, found '300'"),
        ("longint", "comp", "line 7, field: expected string.N. or a type of .*, found 'comp'"),
        ("score   longint", "points longint", "record: expected a number called score, found none"),
        ("date    string[8]", "score byte", "line 7, record: expected one field 'score', found a second"),
        ("field    date    string[8]", "field", "line 6, field: expected string"),
        ("kind     scores", "kind scores\ncolour 3", "line 5: expected one of .*, found 'colour'"),
        ("kind     scores", "kind scores\ndecks 2", "line 5: expected facts of scores, found 'decks'"),
        ("club-scores", "no spaces, please", "line 3: expected a name of letters"),
    ],
)
def test_a_wrong_layout_file_is_told_by_its_line(line: str, instead: str, message: str) -> None:
    with pytest.raises(FormatError, match=message) as caught:
        parse_layout(OLD.replace(line, instead), "club.layout")
    assert "\n" not in str(caught.value)


def test_capitals_do_not_matter_in_a_layout_file() -> None:
    expected = parse_layout(OLD, "club.layout")._replace(name="CLUB-SCORES")
    assert parse_layout(OLD.upper(), "club.layout") == expected
    assert parse_layout(PICTURES, "x") == parse_layout(PICTURES.lower(), "x")
    any_size = PICTURES.replace("40X50", "Any")
    assert parse_layout(any_size, "x") == parse_layout(any_size.replace("size Any\n", ""), "x")


@pytest.mark.parametrize("seed", range(20))
def test_every_member_of_the_family_has_a_name_that_tells_it(seed: int) -> None:
    random = Random(seed)
    made = boards.make(random, *boards.any_layout(random))
    layout = parse_layout_name(made.name)
    assert isinstance(layout, ScoreLayout)
    assert layout.name == format_layout_name(layout) == made.name
    assert layout.file_size == len(made.data)
    table = decode_score_records(layout, made.data)
    assert b"".join(table.raw_records) == made.data
    assert [row.name.encode("cp437") for row in table.rows] == list(made.names)
    assert tuple(row.score for row in table.rows) == made.scores


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("15*name15,int16,int16", "15xname15,score:int16,int16"),
        ("10xbyte,score:real,name8", "10xbyte,score:real48,name8"),
        ("10xname15,score:integer,level:integer", "10xname15,score:int16,level:int16"),
        ("10xname,score:int16", "10xname255,score:int16"),
        ("2x54,bgi16", "2x54,bgi16"),
        ("1x52,cga4,prefix-2,notrailer", "1x52,cga4,prefix-2,notrailer"),
        ("2x56,bgi16,prefix", "2x56,bgi16,prefix"),
    ],
)
def test_short_names(written: str, name: str) -> None:
    assert format_layout_name(parse_layout_name(written)) == name


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "no count"),
        ("name15,int16", "no count"),
        ("0xname15,int16", "count: expected a whole number from 1 to 1000, found '0'"),
        ("9" * 5000 + "xname15,int16", "found '99999999999999999999...'"),
        ("10xname15", "record: expected 2 to 16 fields, found 1"),
        ("10xint16,int16", "record: expected a string called name, found none"),
        ("10xname15,int64", "expected string.N. or a type"),
        ("10xnameless,int16", "string: expected a whole number"),
        ("3x54,bgi16", "expected a whole number from 1 to 2, found '3'"),
        ("2x257,bgi16", "expected a whole number from 1 to 256, found '257'"),
        ("2x54,png", "expected bgi16 or cga4, found 'png'"),
        ("2x54,bgi16,suffix", "expected prefix or notrailer, found 'suffix'"),
    ],
)
def test_a_name_that_tells_no_layout(text: str, message: str) -> None:
    with pytest.raises(FormatError, match=message):
        parse_layout_name(text)


def test_records_of_another_count_or_size_or_without_a_name_are_refused() -> None:
    layout = parse_layout_name("5xname8,score:int16")
    assert isinstance(layout, ScoreLayout)
    with pytest.raises(FormatError, match="score board, size at byte 0: expected 55 bytes, found 54"):
        decode_score_records(layout, bytes(54))
    with pytest.raises(
        FormatError, match="score 3, name, length byte at byte 22: expected at most 8, found 9"
    ):
        decode_score_records(layout, bytes(22) + b"\x09" + bytes(32))
    with pytest.raises(FormatError, match="a string called name, found none"):
        build_record_fields(("name", "int16"), ("score", "int16"))
