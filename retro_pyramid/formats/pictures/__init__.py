"""Borland pictures and decks of cards."""
