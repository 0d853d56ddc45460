"""What rules read, each observed once for all of them; the module name is the view's name."""
