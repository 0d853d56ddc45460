"""One file per matcher; the file name is the word a suite uses."""
