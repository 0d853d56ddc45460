"""Data types shared by all rooms; standard library only."""
