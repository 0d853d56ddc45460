"""A client that performs its steps, correctly or with one fault: the proof of every rule."""
