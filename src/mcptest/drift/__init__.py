"""Pin a server's catalog in a file, and find what changed since."""
