"""Streamable HTTP and HTTP+SSE: connections, requests, event streams, and why they fail."""
