"""The card table, shared by all editions: input, view model, animations, game modes and rendering."""
