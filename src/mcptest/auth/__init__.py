"""Authorization: find out how a server wants a client to sign in, and sign in."""
