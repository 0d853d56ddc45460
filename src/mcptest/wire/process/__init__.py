"""A server process: start it, own everything that it starts, and end all of it."""
