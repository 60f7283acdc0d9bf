"""Entry point of `python -m retro_pyramid`, the same program as the `pyramid` script."""

import sys

from retro_pyramid.cli import main

sys.exit(main())
