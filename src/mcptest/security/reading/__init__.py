"""Find instructions to the model in text: decode, split, mark roles, score."""
