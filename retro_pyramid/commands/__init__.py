"""The sub-commands without a screen."""
