"""Make the exchanges that rules need, each once for all rules."""
