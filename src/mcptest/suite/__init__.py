"""Read YAML into a suite in which every node knows its place."""
