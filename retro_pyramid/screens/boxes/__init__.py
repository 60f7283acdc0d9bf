"""Boxes: menus, questions, notices, entry, help, settings, boards."""
