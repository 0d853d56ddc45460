"""The rules as data: read the files of every revision into rules."""
