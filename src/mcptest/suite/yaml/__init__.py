"""YAML text to nodes that know their place, within limits."""
