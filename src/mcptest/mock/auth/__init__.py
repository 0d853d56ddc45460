"""A protected mock: its resource metadata, its gate, and a small authorization server."""
