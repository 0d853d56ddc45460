"""Check every message of a session, whichever test it belongs to."""
