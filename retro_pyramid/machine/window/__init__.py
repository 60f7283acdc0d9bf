"""Extensions of Pyxel's window on a desktop: window size and position, and CRT shaders."""
