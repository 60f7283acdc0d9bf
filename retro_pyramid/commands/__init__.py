"""Sub-commands that run without a screen."""
