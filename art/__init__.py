"""The sources of the program's pictures, and what builds its files from them."""
