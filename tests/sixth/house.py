"""A house with a sixth program: a copy of the project that gains a Rules record, a folder in programs/ and texts.

`python -m tests.sixth.house FOLDER` makes one to play with.
"""

import sys
from pathlib import Path
from shutil import copyfile, copytree, ignore_patterns

ROOT = Path(__file__).resolve().parents[2]
HERE = ROOT / "tests" / "sixth"
RULES = """\
_TUT = _RELAXED._replace(edition="tut", chosen=(), draw_count=3, redeals=None)

"""


def build(folder: Path) -> Path:
    """Copy what the wheel and these tests need into a folder, add the sixth program, and return the folder."""
    unneeded = ignore_patterns("__pycache__", "golden", "reference", "saves", "dist")
    for name in ("retro_pyramid", "assets", "tests", "web"):
        copytree(ROOT / name, folder / name, ignore=unneeded)
    copyfile(ROOT / "pyproject.toml", folder / "pyproject.toml")
    editions = folder / "retro_pyramid" / "rules" / "editions.py"
    text = editions.read_text(encoding="utf-8")
    text = text.replace("RECORDS: tuple", f"{RULES}RECORDS: tuple", 1).replace(
        "    _EM,\n)", "    _EM,\n    _TUT,\n)", 1
    )
    editions.write_text(text, encoding="utf-8")
    copytree(HERE / "program", folder / "retro_pyramid" / "programs" / "tut", ignore=unneeded)
    copyfile(HERE / "tut.help", folder / "assets" / "tut.help")
    copyfile(HERE / "demo.txt", folder / "assets" / "demos" / "tut.txt")
    return folder


if __name__ == "__main__":
    build(Path(sys.argv[1]))
