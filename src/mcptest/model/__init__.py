"""The nouns that travel between rooms; standard library only."""
