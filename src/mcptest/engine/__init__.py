"""Run cases and emit events."""
