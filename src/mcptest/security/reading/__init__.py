"""Read text for orders to the model: see hidden characters, decode, cut, mark roles, score."""
