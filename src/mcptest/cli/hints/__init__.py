"""Fixtures for rules on the command line: taken from options, found on a server."""
