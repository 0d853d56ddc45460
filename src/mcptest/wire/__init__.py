"""Bytes to JSON-RPC to a server and back; no opinion on right or wrong."""
