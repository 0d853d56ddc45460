"""Logins that are stored between runs: in the keyring or in a private file."""
