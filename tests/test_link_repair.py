"""Links with stray characters open what they mean; damaged links offer what they still tell."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from retro_pyramid.launcher.cli_args import parse_args
from retro_pyramid.launcher.link_repair import parse_link_args
from retro_pyramid.page.links import args_from_query, query_for
from tests.screens.driver import Game

PACKED = "odm.1.61.H2x"
STRAY = [
    ".",
    ",",
    ")",
    ").",
    ";",
    "!",
    "?",
    "...",
    "%20",
    "+",
    "%0A",
    "\u201d",
    "%E2%80%9D",
    "*",
    "\u200b",
    "'",
    "]",
    ">",
]


@pytest.mark.parametrize("stray", STRAY)
@pytest.mark.parametrize(
    ("query", "expected"),
    [
        (f"?watch={PACKED}", {"watch": PACKED}),
        (f"?{PACKED}", {"watch": PACKED}),
        ("?edition=em&deal=61", {"edition": "em", "deal": 61}),
        ("?deal=61&edition=em", {"edition": "em", "deal": 61}),
        ("?edition=em&day=20261128", {"edition": "em", "day": "20261128", "daily": True}),
        ("?deal=61&start=table", {"deal": 61, "start": "table"}),
        ("?deal=61&T", {"deal": 61, "words": ["T"]}),
        ("?daily", {"daily": True}),
    ],
)
def test_stray_characters_after_a_link_are_ignored(
    query: str, expected: dict[str, object], stray: str
) -> None:
    read = parse_link_args(args_from_query(query + stray))
    assert {name: getattr(read, name) for name in expected} == expected
    assert not read.damaged


@pytest.mark.parametrize("separator", ["&amp;", "&amp;amp;", "&amp%3B"])
def test_escaped_ampersand_separates_like_a_plain_one(separator: str) -> None:
    read = parse_link_args(args_from_query(f"?day=20261128{separator}edition=em{separator}T"))
    assert (read.day, read.edition, read.daily, read.words) == ("20261128", "em", True, ["T"])
    state = {"program": "em", "options": {}, "deal": 5, "video": "ega", "mode": "graphics", "deck": 1}
    assert query_for(f"?mute&edition=odm{separator}deal=61", state) == "?edition=em&deal=5&start=table&mute"


def test_name_of_a_friend_keeps_its_full_stop() -> None:
    assert parse_link_args(args_from_query(f"?watch={PACKED}&friend=Ann+Jr.+")).friend == "Ann Jr."


@pytest.mark.parametrize("stray", ["", ".", "/", ")", "%20", "%0a", " \n", "/.", "\u201d"])
@pytest.mark.parametrize("scheme", ["retro-pyramid:", "RETRO-PYRAMID:", "Retro-Pyramid://"])
def test_link_of_the_desktop_is_read_in_any_case_and_with_stray_characters(scheme: str, stray: str) -> None:
    read = parse_args([f"{scheme}{PACKED}{stray}"])
    assert (read.watch, read.damaged) == (PACKED, "")
    assert read.watched.deal_number == 61


def test_address_of_a_file_is_read_in_any_case(tmp_path: Path) -> None:
    file = tmp_path / "A.HGH"
    file.touch()
    assert parse_args([file.as_uri().replace("file:", "FILE:")]).opened == [str(file)]


DAMAGED = [
    ("?watch=odm.1.61.H2y", "some lost or changed", ["menu:deal"], "odm"),
    ("?watch=tilldawn.off.7.XXXX", "some lost or changed", ["menu:deal"], "tilldawn"),
    ("?odm.1.61.H2y", "some lost or changed", ["menu:deal"], "odm"),
    ("?watch=em.65.D&friend=Ann", "expected EDITION", ["menu:deal"], "em"),
    ("?watch=em.65", "expected EDITION", [], "em"),
    ("?watch=odm.1.61.H2y&move=x", "some lost or changed", ["menu:deal"], "odm"),
    ("?watch=em.65.D1-&move=x", "move 'x': expected a whole number", ["menu:game"], "em"),
    ("?watch=chess.1.61.H2x", "'chess.1.61.H2x'", [], "odm"),
    ("?deal=6x1", "'6x1' is no deal number", [], "odm"),
    ("?edition=em&deal=6x1&start=table", "'6x1' is no deal number", [], "em"),
    ("?deal=61&start=tabel", "invalid choice: 'tabel'", ["menu:deal"], "odm"),
    ("?deal", "expected one argument", [], "odm"),
    ("?deal=61&video=egg", "invalid choice: 'egg'", ["menu:deal"], "odm"),
    ("?day=20261128&edition=emm", "edition 'emm' cannot be played", ["menu:day"], "odm"),
    ("?day=20261131&edition=em", "expected a day as YYYYMMDD", [], "em"),
    ("?day=20261128&daily-match&edition=em&option=x=y", "option", ["menu:day"], "em"),
    ("?level=7&deal=61", "option level of odm", ["menu:deal"], "odm"),
]


@pytest.mark.parametrize(("query", "problem", "offers", "program"), DAMAGED)
def test_damaged_link_of_the_page_offers_what_it_still_tells(
    start_link: Callable[[str], Game], query: str, problem: str, offers: list[str], program: str
) -> None:
    game = start_link(query)
    state = game.app.state()
    assert (state["screen"], state["program"], state["deal"]) == ("damaged", program, None)
    assert [target.id for target in game.app.targets() if target.id.startswith("menu:")] == [
        *offers,
        "menu:menu",
    ]
    read = parse_link_args(args_from_query(query))
    assert problem in read.damaged
    assert "usage" not in read.damaged
    assert "This link is damaged" in str(state["message"])
    game.do("clickon menu:menu")
    assert (game.app.top_screen.name, game.app.link_params) == ("menu", {})


def test_damaged_link_plays_the_deal_or_the_day_that_it_still_tells(
    start_link: Callable[[str], Game],
) -> None:
    state = start_link("?watch=odm.2.61.H2x").do("key ENTER; settle").app.state()
    assert (state["screen"], state["deal"], state["options"]) == ("table", 61, {"level": "2"})
    game = start_link("?day=20261128&edition=em&video=egg").do("key ENTER; settle")
    assert game.app.top_screen.name == "table"
    assert game.app.daily_deal is not None
    assert game.app.daily_deal.yyyymmdd == 20261128
    state = start_link("?watch=em.65.D1-&move=x").do("key ENTER; settle").app.state()
    assert (state["screen"], state["program"], state["deal"]) == ("replay", "em", 65)
    # The menu deals by chance: nothing of the link is left.
    state = start_link("?deal=61&start=tabel").do("key ESC; key ENTER; settle").app.state()
    assert (state["screen"], state["deal"]) == ("table", 1001)


def test_damaged_link_of_the_desktop_offers_its_deal(tmp_path: Path) -> None:
    game = Game(tmp_path, "RETRO-PYRAMID:odm.2.61.H2y")
    assert game.app.top_screen.name == "damaged"
    state = game.do("key d; settle").app.state()
    assert (state["screen"], state["deal"], state["options"]) == ("table", 61, {"level": "2"})


def test_words_of_the_command_line_are_no_link_to_be_mended() -> None:
    from retro_pyramid.commands.arguments import UsageError
    from retro_pyramid.formats import FormatError

    with pytest.raises(UsageError):
        parse_args(["--deal", "61)"])
    with pytest.raises(FormatError):
        parse_args(["odm.1.61.H2y"])


@pytest.fixture
def start_link(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Game]:
    """Return a function that starts the program with a query, as the page does."""

    def start(query: str) -> Game:
        def read(_words: Any) -> Any:
            return parse_link_args([*args_from_query(query), "--mute"])

        monkeypatch.setattr("tests.screens.driver.parse_args", read)
        monkeypatch.setattr("retro_pyramid.launcher.replay_source.IS_BROWSER", True)
        return Game(tmp_path)

    return start
