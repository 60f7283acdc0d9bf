"""Title screen, main menu, attract mode, and the navigation between screens."""
