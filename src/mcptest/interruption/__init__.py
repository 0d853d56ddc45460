"""Signals that end or suspend a run: everything that was opened is closed first."""
