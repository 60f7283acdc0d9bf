"""The display adapters: EGA, CGA, MDA, and their palettes."""
