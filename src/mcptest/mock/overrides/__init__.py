"""How a mock is made to misbehave: faults, patches and overrides, as data."""
