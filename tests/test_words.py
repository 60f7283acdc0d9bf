"""The reader of the words that start a game."""

import pytest

from retro_pyramid.cli import UsageError
from retro_pyramid.words import WordParser


@pytest.fixture
def parser() -> WordParser:
    parser = WordParser("pyramid [words]", "What it is.", "What else there is.")
    parser.add_argument("--deal", metavar="N", help="a number")
    parser.add_argument("--start", default="title", choices=("title", "menu"), help="where to begin")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="more")
    parser.add_argument("--mute", action="store_true", help="no sound")
    parser.add_argument("-slow", action="append_const", dest="switches", const="-slow", help="slow")
    parser.add_argument("-fast", action="append_const", dest="switches", const="-fast", help="fast")
    parser.add_argument("--version", action="version", const="Program 1.0", help="the version")
    return parser


def test_without_words_everything_is_as_usual(parser: WordParser) -> None:
    assert vars(parser.parse([])) == {
        "words": [],
        "deal": None,
        "start": "title",
        "option": [],
        "mute": False,
        "switches": None,
    }


def test_words_and_switches_come_in_any_order(parser: WordParser) -> None:
    words = [
        "T",
        "--option",
        "a=1",
        "--deal=61",
        "-slow",
        "2",
        "--mute",
        "--option=b=2",
        "-fast",
        "--start",
        "menu",
    ]
    found = parser.parse(words)
    assert (found.words, found.option, found.deal) == (["T", "2"], ["a=1", "b=2"], "61")
    assert (found.mute, found.start, found.switches) == (True, "menu", ["-slow", "-fast"])
    assert parser.parse([]).option == []


@pytest.mark.parametrize(("word", "value"), [("-", "-"), ("-1", "-1"), ("", ""), ("a=b", "a=b")])
def test_a_value_may_look_odd(parser: WordParser, word: str, value: str) -> None:
    assert parser.parse(["--deal", word]).deal == value


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--deal"], "argument --deal: expected one argument"),
        (["--deal", "--mute"], "argument --deal: expected one argument"),
        (["--start", "end"], "argument --start: invalid choice: 'end' (choose from title, menu)"),
        (["--mute=1"], "argument --mute: expected no argument, found '1'"),
        (["--dea", "1"], "unknown switch '--dea': pyramid --help lists them"),
        (["-s"], "unknown switch '-s': pyramid --help lists them"),
    ],
)
def test_what_is_wrong_is_said(parser: WordParser, words: list[str], says: str) -> None:
    with pytest.raises(UsageError) as error:
        parser.parse(words)
    assert str(error.value) == says


@pytest.mark.parametrize("word", ["--help", "-h"])
def test_the_help_lists_every_switch(
    parser: WordParser, word: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as end:
        parser.parse(["--mute", word])
    lines = capsys.readouterr().out.splitlines()
    assert end.value.code == 0
    assert lines[0] == "usage: pyramid [words]"
    assert "  --deal N              a number" in lines
    assert "  --start {title,menu}  where to begin" in lines
    assert "  --option NAME=VALUE   more" in lines
    assert "  -slow                 slow" in lines
    assert lines[-1] == "What else there is."


def test_the_version(parser: WordParser, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        parser.parse(["--version"])
    assert capsys.readouterr().out == "Program 1.0\n"
