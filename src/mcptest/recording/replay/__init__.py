"""A recording served back: requests are matched, and answered with what came when it was made."""
