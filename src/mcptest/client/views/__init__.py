"""The views of a log; one file per view."""
