"""Add authorization to requests, and sign in from the page."""
