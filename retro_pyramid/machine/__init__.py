"""The emulated PC; the only package that knows Pyxel."""
