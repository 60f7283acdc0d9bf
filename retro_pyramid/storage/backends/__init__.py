"""Storage back ends: a folder, the browser, memory; the DOS view of a folder, locks, and files named by the user."""
