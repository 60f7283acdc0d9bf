"""What surrounds a game: menus, tournament, replay, statistics, magazine, DOS prompt, Setup, help and high scores."""
