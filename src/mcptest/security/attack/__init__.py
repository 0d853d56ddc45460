"""Injection probes, judged by what only a vulnerability can cause."""
