"""One file a probe; the file name is the word that a suite uses."""
