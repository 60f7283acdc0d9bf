"""The browser page: its build, its run-time and its sources."""
