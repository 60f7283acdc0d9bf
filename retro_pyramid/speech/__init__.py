"""Spoken text for screen readers, made from the table's view model and from the elements of all other screens."""
