"""The tools for agents; one file each."""
