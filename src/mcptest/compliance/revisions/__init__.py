"""Which revisions a server supports, and what changes between two of them."""
