"""`python -m tests.window.hurried WORDS`: the program with frames as fast as the display takes them, for scripts.

Deals of chance are 1001, 1002, ..., so that every script leads to the same files each time.
"""

import itertools
import sys

from retro_pyramid.cli import main
from retro_pyramid.launcher import launcher as playing
from retro_pyramid.machine import host
from tests.screens.driver import FIRST_CHANCE_DEAL

if __name__ == "__main__":
    host.TICKS_PER_SECOND = 1000
    numbers = itertools.count(FIRST_CHANCE_DEAL)
    playing._random_deal_number = lambda: next(numbers)
    sys.exit(main())
