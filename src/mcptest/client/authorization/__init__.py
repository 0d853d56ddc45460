"""Protected scenarios: the endpoint's access check, and its authorization servers."""
