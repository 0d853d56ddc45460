"""Serve a mock from a file: correct, faulty, or violating one rule; both eras, both transports."""
