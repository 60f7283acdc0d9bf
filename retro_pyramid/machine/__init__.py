"""Emulated PC, display adapters and host loops. The only package that imports Pyxel."""
