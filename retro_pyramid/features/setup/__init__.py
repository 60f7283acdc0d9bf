"""The Setup screen and its pages of settings."""
