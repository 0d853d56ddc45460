"""What surrounds a case: hooks, repetition, a separate session."""
