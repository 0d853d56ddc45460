"""Read the file that describes a mock."""
