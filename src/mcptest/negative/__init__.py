"""Send bad input on purpose: probes, each based on a fault found in real servers."""
