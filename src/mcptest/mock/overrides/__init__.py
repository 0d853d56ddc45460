"""How a mock misbehaves: faults, patches and overrides, as data."""
