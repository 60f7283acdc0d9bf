"""Shows that a built program does what the package does: the same games, pictures, answers and files, byte for byte."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parent.parent
SCRIPTS = {
    "stuck_keys_level1": ("--deal", "4"),
    **{
        f"{edition}_keys": ("--edition", edition, "--deal", "61")
        for edition in ("tilldawn", "windows", "relaxed")
    },
    "em_keys": ("--edition", "em", "--deal", "61", "-nomouse", "-fast"),
}
"""A recorded game of each program, in `tests/scripts`, and the words it is played with."""
DEALT = f"# deals {' '.join(str(number) for number in range(1001, 1041))}\n# day 20261120"
"""What chance and the calendar give to both, as in the head of a recorded script."""
MISTAKE, BAD_INPUT = "no number", 2
"""What one of the commands below asks for in vain, and the exit code of that."""
COMMANDS = (
    ("odds", "--edition", "relaxed", "--option", "passes=1", "--deals", "12", "--jobs", "2"),
    ("solve", "--edition", "em", "--deal", "2"),
    ("scores", "{data}/PYRAMID.HGH"),
    ("stats", "--data", "{data}"),
    ("export", "--data", "{data}", "{folder}/all.zip"),
    ("import", "--data", "{folder}/again", "{folder}/all.zip"),
    ("deal", "--edition", "odm", "--deal", MISTAKE),
)
"""What both are asked afterwards; `{data}` holds the files of the games, `{folder}` is its parent."""


class Different(Exception):
    """The built program does something else; the message is one line."""


def compare(program: Path) -> None:
    """Play and ask in a built program and in the installed package; raise Different where they part."""
    with TemporaryDirectory() as temporary:
        folders = {name: Path(temporary) / name for name in ("package", "built")}
        said = {
            "package": _sayings([sys.executable, "-m", "retro_pyramid"], folders["package"]),
            "built": _sayings([str(program)], folders["built"]),
        }
        for question, answer in said["package"].items():
            if answer[0] != (BAD_INPUT if question.endswith(MISTAKE) else 0):
                raise Different(f"{question}: the package itself ends with {answer[0]}: {answer[2].strip()}")
            if said["built"][question] != answer:
                raise Different(
                    f"{question}: the built program says {said['built'][question]!r}, the package {answer!r}"
                )
        files = {name: _files(folder) for name, folder in folders.items()}
        for name in sorted(files["package"].keys() | files["built"].keys()):
            if files["package"].get(name) != files["built"].get(name):
                raise Different(f"{name}: the built program wrote something else than the package")
    print(
        f"{program.name}: {len(said['package'])} runs and {len(files['package'])} files the same as the package's"
    )


def _sayings(start: list[str], folder: Path) -> dict[str, tuple[int, str, str]]:
    """Return what each run ended with: exit code and both outputs; what it wrote lies below `folder`."""
    data = folder / "data"
    data.mkdir(parents=True)
    runs = {}
    for name, words in SCRIPTS.items():
        for mode in ((), ("T",)):
            shots = folder / f"{name}{''.join(mode)}"
            script = shots.with_suffix(".script")
            lines = (ROOT / "tests" / "scripts" / f"{name}.script").read_text(encoding="utf-8")
            script.write_text(f"{DEALT}\n{lines}\nsettle\nshot end\nstate end\n", encoding="utf-8")
            files = ("--script", str(script), "--shots", str(shots), "--data", str(data))
            runs[f"{name} {' '.join(mode)}"] = [*mode, *words, "--headless", *files]
    for command in COMMANDS:
        runs[" ".join(command)] = [word.format(data=data, folder=folder) for word in command]
    return {name: _run([*start, *words], folder) for name, words in runs.items()}


def _run(command: list[str], folder: Path) -> tuple[int, str, str]:
    done = subprocess.run(
        command, cwd=folder, capture_output=True, text=True, encoding="utf-8", errors="replace", check=False
    )
    # How long an answer took is no part of it.
    said = (text.replace(str(folder), "FOLDER") for text in (done.stdout, done.stderr))
    out, err = (re.sub(r"[0-9.]+ ms", "TIME", text) for text in said)
    return done.returncode, out, err


def _files(folder: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and path.suffix != ".LCK"
    }
