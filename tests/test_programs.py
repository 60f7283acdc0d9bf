"""Every program has all its test data; what is missing is said in one message."""

import pytest

from retro_pyramid.programs import PROGRAMS
from tests.programs import DATA, missing


def test_every_program_has_its_test_data() -> None:
    lacking = [f"{name}: {what}" for name in PROGRAMS for what in missing(name)]
    assert not lacking, "\n".join(["programs lack test data:", *lacking])


def test_what_is_missing_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(DATA, "em")
    assert missing("em") == ["clicks and a deal in DATA, tests/programs.py"]
