"""On Disk Monthly #61's Pyramid Solitaire (1991)."""
