"""A protected mock: resource metadata, access check, and a small authorization server."""
