"""Find problems in a catalog of tools, and apply the safe fixes."""
