"""What the messages of each revision look like, as data: a file per revision, each a delta."""
