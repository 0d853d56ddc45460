"""Tests from recordings: what was really called, and what came back."""
