"""Borland images, decks of cards, their layouts and small cards."""
