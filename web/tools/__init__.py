"""Tools that build the browser page."""
