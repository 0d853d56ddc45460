"""What ``import mcptest`` gives: the same rooms that the command line uses, as plain functions."""
