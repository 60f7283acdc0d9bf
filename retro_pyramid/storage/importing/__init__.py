"""Import of original files, and backup and restoring of the user's files."""
