"""Read YAML into nodes with places, within limits."""
