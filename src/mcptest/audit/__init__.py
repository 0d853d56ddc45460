"""Audit a server: run every feature against it."""
