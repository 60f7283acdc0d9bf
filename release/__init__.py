"""Builds the program for people without Python, and what lies beside it on a desk."""
