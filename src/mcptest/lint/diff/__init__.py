"""What changed between two catalogs, and whether it breaks callers."""
