"""The scenarios, one file each: what the server does to provoke a client."""
