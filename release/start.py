"""Where the built program begins: the command line, in worker processes too."""

import sys
from multiprocessing import freeze_support

if __name__ == "__main__":
    # A worker of `odds` and `solve` starts this program once more; that call leads it to its work and does not return.
    freeze_support()
    from retro_pyramid.cli import main

    sys.exit(main())
