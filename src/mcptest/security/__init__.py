"""Scan a server for security problems, with evidence for each finding."""
