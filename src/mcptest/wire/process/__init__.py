"""Start a server process, own its process tree, and stop all of it."""
