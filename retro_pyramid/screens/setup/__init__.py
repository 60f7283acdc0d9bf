"""Setup: whatever can be chosen, on pages, with what it looks like beside it."""

PAGES = {
    "display": "Display",
    "cards": "Cards",
    "sound": "Sound",
    "play": "Play",
    "own": "This game",
    "doors": "Go to",
}
"""The pages there can be, by name, each with the word for it."""
