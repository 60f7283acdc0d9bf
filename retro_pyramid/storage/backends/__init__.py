"""Where files lie: a folder, a browser, memory; names and errors."""
