"""Recognize the SDK of a server, and know what it decides and how to fix findings in it."""
