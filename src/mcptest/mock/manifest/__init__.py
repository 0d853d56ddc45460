"""The file that a mock is made from, read into what it serves."""
