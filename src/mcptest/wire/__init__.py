"""Talk to a server: bytes, JSON-RPC and sessions, without judging them."""
