"""Between a client and its server: bytes pass at once, and a copy of them is written down."""
