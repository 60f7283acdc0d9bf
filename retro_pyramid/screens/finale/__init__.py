"""What a won game is celebrated with."""
