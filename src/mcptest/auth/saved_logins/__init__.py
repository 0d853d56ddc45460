"""Logins that outlive a run: in the keyring, or in a file of its owner."""
