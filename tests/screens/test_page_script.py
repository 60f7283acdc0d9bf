"""The SG and AG lines of a magazine's page."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from retro_pyramid.features.magazine.page_script import (
    AnimationTrack,
    PageScriptError,
    StillPicture,
    parse_page_script,
)

# The lines of the article on this game, the only ones known.
KNOWN = (
    "Pyramid\n"
    "SG pyramid images staticgraph 197,90 title 196,60 byline 196,218 descrip 196,261\n"
    "AG pyramid pieces L #1 1 27,-200;27,41 15 1 B L #2-7 #4 #3 1 415,220;351,272 16 4 B\n"
    "^CText\n"
)


def test_the_known_lines_are_read_so() -> None:
    page = parse_page_script(KNOWN)
    assert (page.title, page.text) == ("Pyramid", "^CText\n")
    assert page.stills_file == page.track_images_file == "pyramid"
    assert page.stills == (
        StillPicture("staticgraph", (197, 90)),
        StillPicture("title", (196, 60)),
        StillPicture("byline", (196, 218)),
        StillPicture("descrip", (196, 261)),
    )
    assert page.tracks == (
        AnimationTrack((1,), 1, ((27, -200), (27, 41)), 15, 1, True),
        AnimationTrack((2, 3, 4, 5, 6, 7, 4, 3), 1, ((415, 220), (351, 272)), 16, 4, True),
    )
    # A page may have nothing but its text.
    page = parse_page_script("Title\nText\nSG is a word here\n")
    assert (page.stills, page.tracks) == ((), ())
    assert page.text == "Text\nSG is a word here\n"


def test_a_track_goes_from_its_first_corner_to_its_last() -> None:
    drop, hand = parse_page_script(KNOWN).tracks
    assert [drop.pos_at(step) for step in (0, 5, 15)] == [(27, -200), (27, -120), (27, 41)]
    assert [drop.image_number_at(step) for step in (0, 15)] == [1, 1]
    assert [hand.image_number_at(step) for step in range(10)] == [2, 3, 4, 5, 6, 7, 4, 3, 2, 3]
    assert hand.pos_at(16) == (351, 272)
    bend = AnimationTrack((1,), 2, ((0, 0), (10, 0), (10, 30)), 4, 1, False)
    assert [bend.pos_at(step) for step in range(5)] == [(0, 0), (5, 0), (10, 0), (10, 15), (10, 30)]
    assert AnimationTrack((1,), 1, ((3, 4),), 2, 1, True).pos_at(1) == (3, 4)


TRACKS = (
    *("#1", "L 1 2,3 4 5 B", "L #0 1 2,3 4 5", "L #3-2 1 2,3 4 5", "L #1 1 2,3 4 B"),
    *("L #1 1 2;3 4 5", "L #1 0 2,3 4 5", "L #1 1 2,3 4444 5"),
)


@pytest.mark.parametrize(
    "line",
    [
        *(f"SG pyramid{rest}" for rest in ("", " images title", " images title 1")),
        "AG deck",
        *(f"AG deck pieces {track}".rstrip() for track in TRACKS),
    ],
)
def test_a_line_that_cannot_be_read_is_told_with_its_number(line: str) -> None:
    told = "pictures upwards, found '#3-2'" if "#3-2" in line else f"{line[:2]} file kind .*, found '{line}'"
    with pytest.raises(PageScriptError, match=f"^line 2: expected {told}$"):
        parse_page_script(f"Title\n{line}\n")
    with pytest.raises(PageScriptError, match="line 1: expected the page's title"):
        parse_page_script("\ntext")


WORDS = st.sampled_from(["SG", "AG", "L", "B", "#1", "#2-7", "1", "27,-200;27,41", "3,4", "x", "\n"])


@given(st.lists(WORDS, max_size=20))
def test_no_head_breaks_the_reader(words: list[str]) -> None:
    try:
        page = parse_page_script("T\n" + " ".join(words))
    except PageScriptError:
        return
    for track in page.tracks:
        assert track.pos_at(0) == track.path[0]
        assert track.pos_at(track.step_count) == track.path[-1]
