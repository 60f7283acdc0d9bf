"""Texts from outside: articles whose mark-up is all there, in one line, or half broken, and plain texts."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from retro_pyramid.features.magazine.disk_text import (
    find_byline,
    is_article_markup,
    lay_out_text,
    parse_article_head,
)
from retro_pyramid.ui.markup import BOLD_STYLE, BRIGHT_STYLE, FILE_NAME_STYLE, SUBHEAD_STYLE
from tests.screens.conftest import Start

LINES = """\
Castles
SG castle images picture 197,90 title 196,60
AG castle pieces L #1 1 27,-200;27,41 15 1 B
L #2-7 #4 1 415,220;351,272 16 4 B
^Cby a builder

   TOWERS are high. They are built of
stone, and ^Bnever^B of sand.

^SWALLS^S
Press ^1ENTER^0 to build one.

Files of this game:
^FCASTLE.EXE
^FCASTLE.DAT
"""


def test_an_article_is_set_without_its_head() -> None:
    lines = lay_out_text(LINES, 40)
    assert "|".join(line.text for line in lines) == (
        "Castles||by a builder||TOWERS are high. They are built of|stone, and never of sand.||WALLS|"
        "Press ENTER to build one.||Files of this game:|CASTLE.EXE|CASTLE.DAT"
    )
    assert (lines[0].indent, lines[2].indent) == (16, 14)
    styles = {style for line in lines for _, style in line.runs}
    assert {BOLD_STYLE, BRIGHT_STYLE, FILE_NAME_STYLE, SUBHEAD_STYLE} <= styles
    # What the mark-up does not know is shown as it stands.
    assert [line.text for line in lay_out_text("^SA^S\ntext ^X and ^", 40)] == ["A", "text ^X and ^"]


def test_an_article_that_has_lost_its_lines_has_its_parts_still() -> None:
    flat = " ".join(LINES.split()).replace("built of stone", "built of stone " * 9)
    texts = [line.text for line in lay_out_text(flat, 40)]
    assert texts[:2] == ["Castles", ""]
    assert "by a builder TOWERS are high." in texts[2]
    at = texts.index("WALLS")
    assert (texts[at - 1], texts[at + 1][:11]) == ("", "Press ENTER")
    assert texts[-2:] == ["CASTLE.EXE", "CASTLE.DAT"]
    assert not any("^" in text or "SG" in text for text in texts)


@pytest.mark.parametrize(
    "text",
    [
        text
        for (text,) in [
            ("Keys\n^C  leaves\n^S  saves, and ^S again stops\n2^10 is 1024\n",),
            ("A game by SG and AG\n",),
            ("by one who knows\n",),
            ("",),
        ]
    ],
)
def test_plain_lines_stay_as_they_are(text: str) -> None:
    assert not is_article_markup(text)
    assert "\n".join(line.text for line in lay_out_text(text, 60)) == text.rstrip()


PIECES = ("^C", "^S", "^B", "^F", "^1", "^0", "^", " ", "\n", "\n\n", "   ", "SG a b c 1,2 ")


@given(st.lists(st.sampled_from(PIECES) | st.text(max_size=40)).map("".join), st.integers(10, 78))
def test_no_text_is_an_error_and_no_line_too_wide(text: str, width: int) -> None:
    for line in lay_out_text(text, width):
        assert line.indent + len(line.text) <= width


FLAT = " ".join(LINES.split())


@pytest.mark.parametrize("text", [LINES, FLAT, f"\n\n {FLAT}"])
def test_the_head_of_an_article_is_read_as_that_of_our_pages(text: str) -> None:
    page = parse_article_head(text)
    assert page is not None
    assert (page.title, [still.name for still in page.stills]) == ("Castles", ["picture", "title"])
    assert [track.image_numbers for track in page.tracks] == [(1,), (2, 3, 4, 5, 6, 7, 4)]
    assert page.tracks[1].path == ((415, 220), (351, 272))
    assert page.text == text.strip()


def test_the_author_is_a_short_line_or_names() -> None:
    assert find_byline(LINES) == "by a builder"
    assert find_byline("^Cby Ann O. Nym TOWERS are high. " * 9) == "by Ann O. Nym"
    assert find_byline("^C" + "by the way, " * 9) == find_byline("none") == ""


@pytest.mark.parametrize(
    "text",
    [
        text
        for (text,) in [
            ("no head",),
            ("Castles AG castle pieces L #9-2 1 1,2;3,4 15 1 B text",),
            ("Castles AG castle pieces L #1 1 1,2;3,4 0 1 B text",),
            ("Castles AG castle pieces" + " L #1 1 1,2;3,4 1000 1000" * 9,),
        ]
    ],
)
def test_a_head_that_no_page_has_is_none(text: str) -> None:
    assert parse_article_head(text) is None


@pytest.mark.parametrize("mode", [(), ("T",)])
def test_ones_own_article_begins_with_its_page(start: Start, tmp_path: Path, mode: tuple[str, ...]) -> None:
    file = tmp_path / "CASTLES.TXT"
    file.write_text(LINES.replace("picture 197,90", "picture 197,90 byline 196,218"))
    game = start(*mode, "--start", "shell").do(f"drop {file}; wait 9")
    assert game.screen == "page"
    falling = game.picture()
    assert game.do("key SPACE").picture() != falling
    if mode:
        assert game.says("by a builder")
        assert game.says("A♣")
    assert game.do("key ENTER").screen == "article"
    assert game.says("TOWERS are high.")
    assert game.do("key ESC").screen == "page"
    assert game.do("key ESC").screen == "menu"
    # It is the same from Your Disk.
    assert start(*mode, "--start", "shell", "--page", "disk").do("key ENTER; wait 1").screen == "page"


def test_a_centred_line_may_come_to_two_lines_and_no_more() -> None:
    for words, indented in ((8, True), (14, True), (30, False)):
        first = lay_out_text(f"Keys\n\n^C{'castle ' * words}\nand on\n", 60)[2]
        assert bool(first.indent) is indented, words
