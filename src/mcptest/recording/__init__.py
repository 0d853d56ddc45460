"""Real sessions: recorded on the way through, served back, and turned into tests."""
