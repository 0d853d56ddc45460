"""A whole inventory of servers: read, selected, run apart from each other, and kept."""
