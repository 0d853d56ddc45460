"""What changed between two catalogs, and whom it breaks."""
