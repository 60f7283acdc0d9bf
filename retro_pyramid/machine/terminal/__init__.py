"""Text mode in a terminal: host loop, input parsing, output, and terminals of POSIX and Windows."""
