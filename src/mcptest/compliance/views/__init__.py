"""What rules look at, each looked at once for all of them; the module name is the view's."""
