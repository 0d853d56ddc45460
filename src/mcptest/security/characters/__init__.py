"""Characters that hide, reorder or imitate text."""
