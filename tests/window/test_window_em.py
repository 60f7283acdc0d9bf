"""EM's Pyramid in a real window: the same script gives the same files as without one."""

from pathlib import Path

import pytest

from tests.window.test_window import display, pytestmark, run

__all__ = ["display", "pytestmark"]
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
    run(display, tmp_path / "window", *program, "--script", str(SCRIPT), "--mute")
    run(display, tmp_path / "headless", *program, "--script", str(SCRIPT), "--headless")
    files = sorted(path.relative_to(tmp_path / "headless") for path in (tmp_path / "headless").rglob("*.*"))
    assert {*NAMES, "last.json", "data/RESUME.PYR", "data/PYRAMID.CFG"} <= set(map(str, files))
    for file in files:
        assert (tmp_path / "window" / file).read_bytes() == (tmp_path / "headless" / file).read_bytes(), file
