"""Texts from outside: articles whose mark-up is all there, in one line, or half broken, and plain texts."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from retro_pyramid.screens.magazine.outside import is_marked, lay_out
from retro_pyramid.screens.parts.markup import BOLD, BRIGHT, FILE, SUBHEAD

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
    lines = lay_out(LINES, 40)
    assert [line.text for line in lines] == [
        *(
            "Castles",
            "",
            "by a builder",
            "",
            "TOWERS are high. They are built of",
            "stone, and never of sand.",
        ),
        *("", "WALLS", "Press ENTER to build one.", "", "Files of this game:", "CASTLE.EXE", "CASTLE.DAT"),
    ]
    assert (lines[0].indent, lines[2].indent) == (16, 14)
    styles = {style for line in lines for _, style in line.runs}
    assert {BOLD, BRIGHT, FILE, SUBHEAD} <= styles


def test_an_article_that_has_lost_its_lines_has_its_parts_still() -> None:
    flat = " ".join(LINES.split()).replace("built of stone", "built of stone " * 9)
    texts = [line.text for line in lay_out(flat, 40)]
    assert texts[:2] == ["Castles", ""]
    assert "by a builder TOWERS are high." in texts[2]
    at = texts.index("WALLS")
    assert (texts[at - 1], texts[at + 1][:11]) == ("", "Press ENTER")
    assert texts[-2:] == ["CASTLE.EXE", "CASTLE.DAT"]
    assert not any("^" in text or "SG" in text for text in texts)


@pytest.mark.parametrize(
    "text",
    [
        "Keys\n^C  leaves\n^S  saves, and ^S again stops\n2^10 is 1024\n",
        "A game by SG and AG\n",
        "by one who knows\n",
        "",
    ],
)
def test_plain_lines_stay_as_they_are(text: str) -> None:
    assert not is_marked(text)
    assert "\n".join(line.text for line in lay_out(text, 60)) == text.rstrip()


def test_what_the_mark_up_does_not_know_is_shown_as_it_stands() -> None:
    assert [line.text for line in lay_out("^SA^S\ntext ^X and ^", 40)] == ["A", "text ^X and ^"]


@given(
    st.lists(
        st.one_of(
            st.sampled_from(
                ["^C", "^S", "^B", "^F", "^1", "^0", "^", " ", "\n", "\n\n", "   ", "SG a b c 1,2 "]
            ),
            st.text(max_size=40),
        )
    ).map("".join),
    st.integers(10, 78),
)
def test_no_text_is_an_error_and_no_line_too_wide(text: str, width: int) -> None:
    for line in lay_out(text, width):
        assert line.indent + len(line.text) <= width
