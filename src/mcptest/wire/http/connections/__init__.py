"""Connections to an HTTP server, and what the bytes on them mean."""
