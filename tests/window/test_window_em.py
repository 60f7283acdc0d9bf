"""EM's Pyramid in a real window: the same script gives the same files as without one."""

from pathlib import Path

import pytest

from tests.window.desktop import the_same_files

SCRIPT = Path(__file__).parents[1] / "scripts" / "em_window.script"
NAMES = {
    "dealt.png",
    "hand.png",
    "hint.png",
    "mistake.json",
    "config.png",
    "info.png",
    "auto.png",
    "end.json",
}


@pytest.mark.parametrize("words", [(), ("T",)], ids=["graphics", "text"])
def test_a_script_gives_the_same_files_in_a_window(
    display: str, tmp_path: Path, words: tuple[str, ...]
) -> None:
    program = ("--edition", "em", "--start", "table", "--deal", "61", "-mouse", "-fast", *words)
    files = the_same_files(display, tmp_path, *program, "--script", str(SCRIPT))
    assert {*NAMES, "last.json", "data/RESUME.PYR", "data/PYRAMID.CFG"} <= set(files)
