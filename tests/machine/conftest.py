"""What tests of both systems' terminals share."""

import pytest

from retro_pyramid.machine.pc import Machine
from retro_pyramid.machine.video import DisplayAdapter


@pytest.fixture
def text_machine(opened: object, font: bytes) -> Machine:
    return Machine(DisplayAdapter(font, "text"), is_silent=True)
