"""The program put together for a window, a script or a terminal."""
