"""The parts of the ``fleet`` commands."""
