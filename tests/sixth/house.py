"""A house with two programs more: a copy of the project that gains Rules records, folders in editions/ and texts.

King Tut's Tomb pairs to thirteen, three cards at a time; Next of Kin has a rule of its own for what goes together, which
no search knows. `python -m tests.sixth.house FOLDER` makes one to play with.
"""

import sys
from pathlib import Path
from shutil import copyfile, copytree, ignore_patterns

ROOT = Path(__file__).resolve().parents[2]
HERE = ROOT / "tests" / "sixth"
RULES = """\
_TUT = _RELAXED._replace(edition="tut", option_values=(), draw_count=3, max_redeals=None)
_KIN = _RELAXED._replace(edition="kin", option_values=(), max_redeals=1, match_rule=KINSHIP)

"""
CHANGES = (
    (
        "from retro_pyramid.rules.pair_match",
        "from retro_pyramid.rules.kinship import KINSHIP\nfrom retro_pyramid.rules.pair_match",
    ),
    ("ALL_RULES: tuple", f"{RULES}ALL_RULES: tuple"),
    ("    _EM,\n)", "    _EM,\n    _TUT,\n    _KIN,\n)"),
)


def build(folder: Path) -> Path:
    """Copy what the wheel and these tests need into a folder, add the programs, and return the folder."""
    unneeded = ignore_patterns("__pycache__", "golden", "reference", "saves", "dist")
    for name in ("retro_pyramid", "assets", "tests", "web"):
        copytree(ROOT / name, folder / name, ignore=unneeded)
    copyfile(ROOT / "pyproject.toml", folder / "pyproject.toml")
    rules = folder / "retro_pyramid" / "rules"
    text = (rules / "editions.py").read_text(encoding="utf-8")
    for old, new in CHANGES:
        text = text.replace(old, new, 1)
    (rules / "editions.py").write_text(text, encoding="utf-8")
    copyfile(HERE / "kin" / "kinship.py", rules / "kinship.py")
    for name in ("tut", "kin"):
        program = folder / "retro_pyramid" / "editions" / name
        program.mkdir()
        for module in ("__init__.py", "edition.py", "table.py"):
            copyfile(HERE / name / module, program / module)
        copyfile(HERE / name / "program.txt", folder / "assets" / "programs" / f"{name}.txt")
        copyfile(HERE / name / f"{name}.help", folder / "assets" / f"{name}.help")
        copyfile(HERE / name / f"{name}.txt", folder / "assets" / "demos" / f"{name}.txt")
    return folder


if __name__ == "__main__":
    build(Path(sys.argv[1]))
