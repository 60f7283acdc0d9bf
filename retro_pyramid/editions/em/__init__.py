"""EM Software's Pyramid for DOS."""
