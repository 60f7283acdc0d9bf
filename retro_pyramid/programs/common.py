"""What several programs have alike."""

from retro_pyramid.screens.record import MenuItem

MENU = (
    MenuItem("play", "Play", "play"),
    MenuItem("help", "Help", "help"),
    MenuItem("editions", "Other Pyramids", "editions"),
    MenuItem("quit", "Quit", "quit"),
)
"""The main menu where there is only one way to play."""

TUNES = {name: name for name in ("title", "deal", "move", "draw", "refuse", "stuck", "win", "score")}
"""The tunes of the programs without songs of their own, by what happens."""
