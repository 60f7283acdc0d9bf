"""What tests of both systems' terminals share."""

import pytest

from retro_pyramid.machine.pc import Machine
from retro_pyramid.machine.video import Video


@pytest.fixture
def text_machine(opened: object, font: bytes) -> Machine:
    return Machine(Video(font, "text"), silent=True)
