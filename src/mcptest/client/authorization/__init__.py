"""Protected scenarios: the gate before the endpoint, and the authorization servers behind it."""
