"""One file per report format; the file name is the word behind --format."""
