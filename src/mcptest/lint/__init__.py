"""What a catalog of tools gets wrong, and the fixes that are safe to make."""
