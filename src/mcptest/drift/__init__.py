"""The catalog of a server pinned in a file, and what changed since."""
