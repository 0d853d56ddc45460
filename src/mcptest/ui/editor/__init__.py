"""The suites of the folder: read, checked, completed and written."""
