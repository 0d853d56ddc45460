"""Inputs that once broke a law, by target; each stays here for good."""

FOUND: tuple[tuple[str, bytes], ...] = (
    ("loader", b"{{{{"),  # a place on a line past the last one
    ("loader", b"a: 1\rb: \xff\n"),  # a place counted by newlines alone
)
