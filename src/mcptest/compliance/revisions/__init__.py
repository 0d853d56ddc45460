"""Which revisions a server speaks, and what changes between two of them."""
