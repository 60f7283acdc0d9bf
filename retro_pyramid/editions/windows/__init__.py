"""The Windows Pyramid."""
