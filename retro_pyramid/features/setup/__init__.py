"""The Setup screen."""
