"""A JSON file as text: its values, their places, and its layout."""
