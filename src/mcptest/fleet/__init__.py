"""Test many servers: read the inventory, run each server separately, store the results."""
