"""Files that come from outside, and the whole folder packed."""
