"""Targets and matchers: whether a value is what was expected."""
