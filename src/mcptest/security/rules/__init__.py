"""The security rules, one file each."""
