"""The program in a browser page."""
