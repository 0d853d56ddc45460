"""Which servers belong to a fleet: the file, its entries, and how a new one is drafted."""
