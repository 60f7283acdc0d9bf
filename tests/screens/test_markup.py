"""The magazine's mark-up, and the help text written in it."""

import re

import pytest

from retro_pyramid import cp437
from retro_pyramid.resources import read_asset_text
from retro_pyramid.ui.markup import (
    BOLD_STYLE,
    BRIGHT_STYLE,
    FILE_NAME_STYLE,
    PLAIN_STYLE,
    SUBHEAD_STYLE,
    MarkupLine,
    render_markup,
)
from tests.screens.driver import Game

# The help screen's window: a page turn leaves one line in view.
WIDTH, LINES = 70, 19
TURN = LINES - 1


@pytest.mark.parametrize(
    ("source", "width", "texts"),
    [
        ("one two three\nfour five six", "13", "one two three\nfour five six"),
        ("one two three\nfour five six", "12", "one two\nthree four\nfive six"),
        ("one   two \nthree", "20", "one two three"),
        ("one\n\ntwo\n  \n\nthree", "20", "one\n\ntwo\n\n\nthree"),
        ("\n\n one\n\n\n", "20", " one"),
        ("", "20", ""),
        ("press ^1F1^0, now", "8", "press\nF1, now"),
        (
            "filled\ntext\n  1   ^B10^B\n  2    5\nfilled\nagain",
            "20",
            "filled text\n  1   10\n  2    5\nfilled again",
        ),
    ],
)
def test_paragraphs_are_filled(source: str, width: str, texts: str) -> None:
    assert "\n".join(line.text for line in render_markup(source, int(width))) == texts


@pytest.mark.parametrize(
    "row",
    [
        ("^Cfour\nand more", "10", "3/plain:four", "0/plain:and more"),
        ("^Cone two three", "8", "0/plain:one two", "1/plain:three"),
        ("before\n^SThe head^S\nafter", "60", "0/plain:before", "0/subhead:The head", "0/plain:after"),
        ("a ^Bb c^B d", "60", "0/plain:a /bold:b c/plain: d"),
        ("a ^1b c^0 d", "60", "0/plain:a /bright:b c/plain: d"),
        ("^Bone\ntwo\n\nthree", "5", "0/bold:one", "0/bold:two", "0", "0/plain:three"),
        ("its file\n^FPYRAMID.HGH\nholds", "60", "0/plain:its file", "0/file:PYRAMID.HGH", "0/plain:holds"),
        ("^FPYRAMID.^BHGH^B.BAK", "60", "0/file:PYRAMID./bold:HGH/file:.BAK"),
    ],
)
def test_codes_centre_and_choose_styles(row: tuple[str, ...]) -> None:
    source, width, *lines = row
    told = [
        [str(line.indent), *(f"{style}:{text}" for text, style in line.runs)]
        for line in render_markup(source, int(width))
    ]
    assert ["/".join(line) for line in told] == lines


@pytest.mark.parametrize(
    ("source", "told"),
    [
        ("fine\n\ntext ^X", "code ^X unknown in 'text ^X'"),
        ("fine\n\ntext ^b", "code ^b unknown in 'text ^b'"),
        ("fine\n\ntext ^2", "code ^2 unknown in 'text ^2'"),
        ("fine\n\ntext ^", "code ^ unknown in 'text ^'"),
        ("text ^Cmore", "code ^C in mid-line"),
        ("text ^Fmore", "code ^F in mid-line"),
        ("incomprehensible", "expected at most 10 characters, found 16"),
        (" a b c d e f", "expected at most 10 characters, found 12"),
    ],
)
def test_what_is_wrong_is_refused_by_name(source: str, told: str) -> None:
    with pytest.raises(ValueError, match=re.escape(told)):
        render_markup(source, 10)


@pytest.fixture(scope="module")
def help_lines() -> list[MarkupLine]:
    return render_markup(read_asset_text("odm.help"), WIDTH)


def test_the_help_uses_every_code_and_tears_no_paragraph_between_its_screens(
    help_lines: list[MarkupLine],
) -> None:
    assert len(cp437.encode(read_asset_text("odm.help").replace("\n", ""))) > 4000
    assert {style for line in help_lines for _, style in line.runs} == {
        PLAIN_STYLE,
        BOLD_STYLE,
        BRIGHT_STYLE,
        SUBHEAD_STYLE,
        FILE_NAME_STYLE,
    }
    assert help_lines[0].indent > 0
    assert len(help_lines) > 5 * TURN
    # The line that a page turn leaves in view is a blank one; the last page is full, so that paging back meets the same.
    assert [line.text for line in help_lines[TURN:-1:TURN]] == [""] * ((len(help_lines) - 2) // TURN)
    assert len(help_lines) % TURN == 1
    # No subhead stands at the foot of a screen.
    heads = [
        number for number, line in enumerate(help_lines) if any(s == SUBHEAD_STYLE for _, s in line.runs)
    ]
    assert len(heads) > 5
    for head in heads:
        below = next(number for number in range(head + 1, len(help_lines)) if help_lines[number].text)
        assert below // TURN == head // TURN
    # No paragraph ends in a single word.
    texts = ["", *(line.text for line in help_lines), ""]
    around = zip(texts, texts[1:], texts[2:], strict=False)
    assert [text for above, text, below in around if above and text and not below and " " not in text] == []


def test_the_help_names_every_key_and_all_points(help_lines: list[MarkupLine], table: Game) -> None:
    named = {text for line in help_lines for text, style in line.runs if style == BRIGHT_STYLE}
    words = {word for text in named for word in text.split()}
    for hint in table.app.top_screen.get_key_hints():
        assert set(hint.key if hint.key[0] in "←↑" else [hint.key]) <= words
    rows = [re.match(r" +([1-7]) .*?(\d+) +(\d+) ", line.text) for line in help_lines]
    points = {int(row[1]): (int(row[2]), int(row[3])) for row in rows if row}
    assert points == {row: (10 * row, 10 * row * (2 if row >= 3 else 1)) for row in range(1, 8)}
