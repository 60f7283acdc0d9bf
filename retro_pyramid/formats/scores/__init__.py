"""High score files: records, inference of their layout, and the evidence for it."""
