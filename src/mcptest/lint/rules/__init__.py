"""One file per rule; the file name is the id."""
