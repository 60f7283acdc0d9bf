"""The DOS prompt: screen, command interpreter and file commands."""
