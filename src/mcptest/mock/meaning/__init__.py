"""What a message means to the server that gets it: the conditions of overrides."""
