"""YAML text to a suite, every node with its place."""
