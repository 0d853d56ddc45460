"""Forward bytes between a client and its server at once, and record a copy."""
