"""Words and phrases of each language that mark a role, one file per language."""
