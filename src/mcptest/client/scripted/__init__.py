"""A client that does what its steps say, right or with one fault: the proof of every rule."""
