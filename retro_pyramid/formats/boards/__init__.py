"""High score files: records, layouts told from the bytes, evidence."""
