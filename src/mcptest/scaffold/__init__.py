"""Generate suites: write one, add assertions to one, probe tools."""
