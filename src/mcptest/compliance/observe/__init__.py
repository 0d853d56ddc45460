"""What a rule looks at: the exchanges with the server, each made once and shared."""
