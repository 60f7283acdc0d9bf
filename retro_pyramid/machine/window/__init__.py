"""What a window on a desk has beyond Pyxel's: a size of its own, and a picture with strokes of even weight."""
