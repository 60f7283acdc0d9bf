"""The page's query read as a command line, and a program that does not start in it."""

import sys
from types import SimpleNamespace

import pytest

from retro_pyramid.page import browser, links


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ("", []),
        ("?", []),
        ("?T&2", ["T", "2"]),
        (
            "?T&2&level=2&deal=61&edition=odm&start=table",
            ["T", "2", "--level", "2", "--deal", "61", "--edition", "odm", "--start", "table"],
        ),
        (
            "?option=auto_match%3Doff&option=passes%3D2",
            ["--option", "auto_match=off", "--option", "passes=2"],
        ),
        ("?option=level=2", ["--option", "level=2"]),
        ("?--mute&-nosound&--level=2", ["--mute", "-nosound", "--level", "2"]),
        ("?T=&2=&&", ["T", "2"]),
        ("?daily-match&mute&t", ["--daily-match", "--mute", "t"]),
        ("?aspect=4%3A3&video=mono", ["--aspect", "4:3", "--video", "mono"]),
        ("?%54&a+b", ["T"]),
        ("?-ERRORMSGOFF&odm.1.61.H2x&x.zip", ["-ERRORMSGOFF", "odm.1.61.H2x"]),
        ("?test&T", ["T"]),
        ("?DEAL=61&Daily&amp;MUTE", ["--deal", "61", "--daily", "--mute"]),
        ("?edition=em&deal=61&level=2&T", ["--edition", "em", "--deal", "61", "T"]),
        ("?level=2&edition=none", ["--level", "2", "--edition", "none"]),
        ("?utm_source=x&deal=61&fbclid=a&GCLID=b&ref=z&new_word&3", ["--deal", "61"]),
    ],
)
def test_a_query_becomes_words(query: str, words: list[str]) -> None:
    assert links.args_from_query(query) == words


def test_words_that_the_program_does_not_know_are_passed_over_and_noted(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    begun: list[list[str]] = []
    monkeypatch.setattr("retro_pyramid.cli.main", lambda words, _: begun.append(words))
    page = SimpleNamespace(onExit=lambda *_: None)
    monkeypatch.setitem(sys.modules, "js", SimpleNamespace(retroPyramid=page))
    browser.start("?ref=a+friend&edition=em&level=2&odn&test")
    assert begun == [["--edition", "em"]]
    noted = [line.rpartition(": ")[2] for line in capsys.readouterr().out.splitlines()]
    assert noted == ["--ref a friend", "--level 2", "--odn"]


@pytest.mark.parametrize(
    ("query", "shown", "trouble"),
    [
        ("?--version", "Retro Pyramid", False),
    ],
)
def test_what_is_said_without_starting_goes_to_the_page(
    monkeypatch: pytest.MonkeyPatch, query: str, shown: str, trouble: bool
) -> None:
    told: list[tuple[str, bool]] = []
    page = SimpleNamespace(onExit=lambda text, trouble: told.append((text, trouble)))
    monkeypatch.setitem(sys.modules, "js", SimpleNamespace(retroPyramid=page))
    streams = sys.stdout, sys.stderr
    browser.start(query)
    assert (sys.stdout, sys.stderr) == streams
    [(text, was_trouble)] = told
    assert shown in text
    assert was_trouble is trouble
