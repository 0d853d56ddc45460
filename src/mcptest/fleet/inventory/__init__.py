"""The servers of a fleet: its file, its entries, and how a new one is drafted."""
