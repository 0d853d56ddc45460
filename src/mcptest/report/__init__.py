"""Render runs and events as text; one file per format."""
