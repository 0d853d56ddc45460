"""Bad input on purpose: probes, each keyed to a fault that real servers have."""
