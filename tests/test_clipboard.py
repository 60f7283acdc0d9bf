"""The clipboard: the first program of the desktop that takes a text, and an honest no where there is none."""

import sys
from pathlib import Path

import pytest

from retro_pyramid.play import clipboard

CODE = "--edition em --deal 61"


@pytest.fixture
def desktop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that is all of the PATH, but for the shell that runs what is put into it."""
    monkeypatch.setenv("PATH", str(tmp_path))
    return tmp_path


def program(folder: Path, name: str, body: str) -> None:
    path = folder / name
    path.write_text(f"#!/bin/sh\n{body}\n")
    path.chmod(0o755)


def test_where_no_program_takes_it_the_answer_is_no(desktop: Path) -> None:
    assert not clipboard.copy(CODE)


@pytest.mark.posix
def test_the_program_gets_the_text_as_it_is(desktop: Path) -> None:
    program(desktop, "xclip", f'/bin/cat > "{desktop}/got"; echo "$@" > "{desktop}/words"')
    assert clipboard.copy(CODE)
    assert (desktop / "got").read_text() == CODE
    assert (desktop / "words").read_text() == "-selection clipboard\n"


@pytest.mark.posix
def test_one_that_fails_leaves_it_to_the_next(desktop: Path) -> None:
    program(desktop, "wl-copy", "exit 1")
    assert not clipboard.copy(CODE)
    program(desktop, "xsel", "/bin/cat > /dev/null")
    assert clipboard.copy(CODE)


@pytest.mark.posix
def test_one_that_hangs_is_not_waited_for(desktop: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clipboard, "_SECONDS", 0.1)
    program(desktop, "xclip", "exec /bin/sleep 20")
    assert not clipboard.copy(CODE)


def test_in_the_browser_the_page_takes_it(monkeypatch: pytest.MonkeyPatch) -> None:
    taken: list[str] = []

    class Page:
        offer = staticmethod(taken.append)

    class Js:
        retroPyramid = Page

        class location:
            origin, pathname = "https://example.org", "/play/"

    monkeypatch.setattr(sys, "platform", "emscripten")
    monkeypatch.setattr("retro_pyramid.play.clipboard.import_module", lambda _: Js)
    assert clipboard.copy(CODE)
    assert taken == [CODE]
    link = clipboard.day_link(20261123, [("edition", "odm"), ("level", "2")])
    assert link == "https://example.org/play/?day=20261123&edition=odm&level=2"
