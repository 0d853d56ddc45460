"""Where the work of each server is done: processes on this machine, or a cluster."""
