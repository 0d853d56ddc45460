"""One file per command; the name of the file is the name of the command."""
