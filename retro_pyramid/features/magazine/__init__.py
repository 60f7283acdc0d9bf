"""The magazine's shell."""
