"""A JSON file as text: its values, where each of them is, and how it is laid out."""
