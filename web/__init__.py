"""The browser page: its build, its run-time for tests, its sources."""
