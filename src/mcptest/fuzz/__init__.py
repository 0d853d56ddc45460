"""Seeded, schema-driven odd input: generate, call, judge, shrink, keep."""
