"""What a message means to the server that receives it: the conditions of overrides."""
