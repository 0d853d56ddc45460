"""Cases in, events out."""
