"""Completions and the manual page, made from the parsers themselves."""

import subprocess
from pathlib import Path

import pytest

from release import shell
from retro_pyramid.commands.table import COMMANDS
from retro_pyramid.play.words import ARGUMENTS
from retro_pyramid.rules import EDITIONS

LONG = [name for name, _ in ARGUMENTS]


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("prefix")
    assert shell.main(["--out", str(folder)]) == 0
    return folder


@pytest.mark.parametrize("kind", shell.PLACES)
def test_a_shell_knows_every_option_and_command(kind: str, files: Path) -> None:
    said = (files / shell.PLACES[kind]).read_text("utf-8")
    # fish writes an option without its dashes.
    wanted = [name.removeprefix("--") for name in LONG] + list(COMMANDS)
    assert [name for name in wanted if name not in said] == []


def completed(files: Path, *words: str) -> list[str]:
    """What bash offers for the last of the words."""
    script = f"""source {files / shell.PLACES["bash"]}
        COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMPREPLY=()
        $(complete -p pyramid | sed 's/.*-F \\([^ ]*\\).*/\\1/') pyramid "${{@: -1}}" "${{@: -2:1}}"
        printf '%s\\n' "${{COMPREPLY[@]}}" """
    done = subprocess.run(["bash", "-c", script, "bash", *words], capture_output=True, text=True, check=True)
    return done.stdout.split()


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("pyramid", "so"), ["solve"]),
        (("pyramid", "--edition", ""), list(EDITIONS)),
        (("pyramid", "--video", "c"), ["cga"]),
        (("pyramid", "solve", "--g"), ["--goal", "--grade"]),
        (("pyramid", "deck", "b"), ["build"]),
    ],
)
def test_bash_completes(words: tuple[str, ...], expected: list[str], files: Path) -> None:
    assert completed(files, *words) == expected


def test_the_manual_page_has_a_heading_for_every_command_and_no_day(files: Path) -> None:
    said = (files / shell.MANUAL).read_text("utf-8")
    assert said.startswith('.TH PYRAMID "1" "" "Retro Pyramid')
    assert [name for name in COMMANDS if f"pyramid {name}" not in said] == []
