"""Import of files from outside, and the backup of the data folder."""
