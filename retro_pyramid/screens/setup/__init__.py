"""Setup: whatever can be chosen, on pages, with what it looks like beside it."""
