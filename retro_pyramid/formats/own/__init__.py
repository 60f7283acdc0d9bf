"""The program's own files: saves, settings, figures, tournaments."""
