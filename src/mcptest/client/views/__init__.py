"""What a log shows, arranged for rules; one file per view."""
