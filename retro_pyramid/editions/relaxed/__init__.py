"""Relaxed Pyramid, also known as King Tut or Tut's Tomb."""
