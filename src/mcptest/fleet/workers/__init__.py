"""Run the work of each server: in local processes or on a cluster."""
