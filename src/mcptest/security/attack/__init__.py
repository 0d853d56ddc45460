"""Injection probes, judged by what could not happen without the hole."""
