"""Connections to an HTTP server, and HTTP/1.1 parsing."""
