"""What surrounds a case: hooks, repetition, a session of its own."""
