"""Screens of the magazine On Disk Monthly: cover, menus, title pages and articles."""
