"""Where results and errors go: standard output, standard error, and report files."""
