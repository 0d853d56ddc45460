"""The public Python API: what the commands do, as plain functions."""
