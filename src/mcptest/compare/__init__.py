"""Compare two builds of a server, and say what a change means for its users."""
