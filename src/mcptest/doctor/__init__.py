"""Diagnose why a server cannot be reached, and what a newer revision requires."""
