"""Fuzz tools with seeded input generated from their schemas: generate, call, judge, shrink."""
