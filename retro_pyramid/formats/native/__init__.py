"""The program's native formats: saves, settings, statistics, tournaments and game codes."""
