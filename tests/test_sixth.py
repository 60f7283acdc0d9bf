"""A new program is a Rules record, a folder in editions/ and texts: two are made in a copy and found everywhere there."""

import subprocess
import sys
from pathlib import Path

from tests.sixth.house import ROOT, build


def test_a_new_program_is_in_every_list_and_can_be_played(tmp_path: Path) -> None:
    house = build(tmp_path / "house")
    touched = {
        path.relative_to(house).as_posix()
        for path in house.rglob("*")
        if path.is_file()
        and (not (old := ROOT / path.relative_to(house)).exists() or path.read_bytes() != old.read_bytes())
    }
    assert touched == {
        "retro_pyramid/rules/editions.py",
        "retro_pyramid/rules/kinship.py",
        *(f"assets/{name}.help" for name in ("tut", "kin")),
        *(f"assets/{kind}/{name}.txt" for kind in ("demos", "programs") for name in ("tut", "kin")),
        *(f"retro_pyramid/editions/tut/{name}.py" for name in ("__init__", "edition", "table")),
        *(f"retro_pyramid/editions/kin/{name}.py" for name in ("__init__", "edition", "table")),
    }
    command = [sys.executable, "-m", "pytest", "-n", "0", "-p", "no:cacheprovider", "tests/sixth/checks.py"]
    run = subprocess.run(command, cwd=house, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout
