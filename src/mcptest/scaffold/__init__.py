"""Suites for servers that have none: write one, add assertions to one, call what may be called."""
