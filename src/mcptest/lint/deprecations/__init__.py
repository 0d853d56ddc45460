"""One file per deprecated or removed feature; the file name is the id."""
