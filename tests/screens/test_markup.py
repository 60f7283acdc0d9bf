"""The magazine's mark-up, and the help text written in it."""

import re

import pytest

from retro_pyramid import cp437
from retro_pyramid.packaged import asset_text
from retro_pyramid.screens.parts.markup import BOLD, BRIGHT, FILE, PLAIN, SUBHEAD, Line, render
from tests.screens.driver import Game

# The help screen's window: a page turn leaves one line in view.
WIDTH, LINES = 70, 19
TURN = LINES - 1


def texts(source: str, width: int = 20) -> list[str]:
    return [line.text for line in render(source, width)]


def runs(source: str) -> list[tuple[tuple[str, str], ...]]:
    return [line.runs for line in render(source, 60)]


# Filling


def test_a_paragraph_is_filled_to_the_width() -> None:
    assert texts("one two three\nfour five six", 13) == ["one two three", "four five six"]
    assert texts("one two three\nfour five six", 12) == ["one two", "three four", "five six"]


def test_several_blanks_between_words_are_one() -> None:
    assert texts("one   two \nthree") == ["one two three"]


def test_a_blank_line_begins_a_paragraph_and_every_one_is_kept() -> None:
    assert texts("one\n\ntwo\n  \n\nthree") == ["one", "", "two", "", "", "three"]


def test_blank_lines_around_the_text_go() -> None:
    assert texts("\n\n one\n\n\n") == [" one"]
    assert texts("") == [""]


def test_a_word_of_several_styles_is_not_torn() -> None:
    assert texts("press ^1F1^0, now", 8) == ["press", "F1, now"]


def test_a_line_that_begins_with_a_blank_keeps_its_layout() -> None:
    assert texts("filled\ntext\n  1   ^B10^B\n  2    5\nfilled\nagain") == [
        "filled text",
        "  1   10",
        "  2    5",
        "filled again",
    ]


# Codes


def test_c_centres_its_line_and_no_other() -> None:
    assert render("^Cfour\nand more", 10) == [
        Line(3, (("four", PLAIN),)),
        Line(0, (("and more", PLAIN),)),
    ]


def test_a_centred_line_too_long_is_filled_and_centred_in_parts() -> None:
    assert [(line.indent, line.text) for line in render("^Cone two three", 8)] == [
        (0, "one two"),
        (1, "three"),
    ]


def test_s_is_a_subhead_on_a_line_of_its_own() -> None:
    assert runs("before\n^SThe head^S\nafter") == [
        (("before", PLAIN),),
        (("The head", SUBHEAD),),
        (("after", PLAIN),),
    ]


@pytest.mark.parametrize(("source", "style"), [("a ^Bb c^B d", BOLD), ("a ^1b c^0 d", BRIGHT)])
def test_bold_and_highlight_begin_and_end(source: str, style: str) -> None:
    assert runs(source) == [(("a ", PLAIN), ("b c", style), (" d", PLAIN))]


def test_a_style_runs_on_over_the_end_of_a_line_but_not_of_a_paragraph() -> None:
    first, second, blank, third = render("^Bone\ntwo\n\nthree", 4 + 1)[:4]
    assert [line.runs for line in (first, second, blank, third)] == [
        (("one", BOLD),),
        (("two", BOLD),),
        (),
        (("three", PLAIN),),
    ]


def test_f_is_a_file_name_on_a_line_of_its_own() -> None:
    assert runs("its file\n^FPYRAMID.HGH\nholds") == [
        (("its file", PLAIN),),
        (("PYRAMID.HGH", FILE),),
        (("holds", PLAIN),),
    ]


def test_what_is_bold_in_a_file_name_ends_in_its_style() -> None:
    assert runs("^FPYRAMID.^BHGH^B.BAK") == [(("PYRAMID.", FILE), ("HGH", BOLD), (".BAK", FILE))]


# Refusals


@pytest.mark.parametrize("code", ["^X", "^b", "^2", "^"])
def test_an_unknown_code_is_refused_by_name(code: str) -> None:
    with pytest.raises(ValueError, match=re.escape(f"code {code} unknown in 'text {code}'")):
        render(f"fine\n\ntext {code}", WIDTH)


@pytest.mark.parametrize("code", ["^C", "^F"])
def test_a_code_for_whole_lines_is_refused_in_mid_line(code: str) -> None:
    with pytest.raises(ValueError, match=re.escape(f"code {code} in mid-line")):
        render(f"text {code}more", WIDTH)


@pytest.mark.parametrize("source", ["incomprehensible", " a b c d e f"])
def test_what_cannot_fit_is_refused(source: str) -> None:
    with pytest.raises(ValueError, match=f"expected at most 10 characters, found {len(source)}"):
        render(source, 10)


# The help


@pytest.fixture(scope="module")
def help_lines() -> list[Line]:
    return render(asset_text("odm.help"), WIDTH)


def test_the_help_is_written_in_the_characters_of_the_pc() -> None:
    text = asset_text("odm.help")
    assert len(cp437.encode(text.replace("\n", ""))) > 4000


def test_the_help_uses_every_code(help_lines: list[Line]) -> None:
    assert {style for line in help_lines for _, style in line.runs} == {PLAIN, BOLD, BRIGHT, SUBHEAD, FILE}
    assert help_lines[0].indent > 0


def test_the_help_has_several_screens_and_none_tears_a_paragraph(help_lines: list[Line]) -> None:
    assert len(help_lines) > 5 * TURN
    # The line that a page turn leaves in view is a blank one; the last page is full, so that paging back meets the same.
    assert [line.text for line in help_lines[TURN:-1:TURN]] == [""] * ((len(help_lines) - 2) // TURN)
    assert len(help_lines) % TURN == 1


def test_no_subhead_stands_at_the_foot_of_a_screen(help_lines: list[Line]) -> None:
    heads = [number for number, line in enumerate(help_lines) if any(s == SUBHEAD for _, s in line.runs)]
    assert len(heads) > 5
    for head in heads:
        below = next(number for number in range(head + 1, len(help_lines)) if help_lines[number].text)
        assert below // TURN == head // TURN


def test_no_paragraph_ends_in_a_single_word(help_lines: list[Line]) -> None:
    below = [line.text for line in help_lines[1:]] + [""]
    above = [""] + [line.text for line in help_lines[:-1]]
    alone = [
        line.text
        for line, before, after in zip(help_lines, above, below, strict=True)
        if before and not after and line.text and " " not in line.text
    ]
    assert alone == []


def test_the_help_names_every_key_that_the_table_shows(help_lines: list[Line], table: Game) -> None:
    named = {text for line in help_lines for text, style in line.runs if style == BRIGHT}
    words = {word for text in named for word in text.split()}
    for hint in table.app.top.hints():
        assert set(hint.key if hint.key[0] in "←↑" else [hint.key]) <= words


def test_the_help_gives_the_points_of_the_rules(help_lines: list[Line]) -> None:
    rows = [re.match(r" +([1-7]) .*?(\d+) +(\d+) ", line.text) for line in help_lines]
    points = {int(row[1]): (int(row[2]), int(row[3])) for row in rows if row}
    assert points == {row: (10 * row, 10 * row * (2 if row >= 3 else 1)) for row in range(1, 8)}
