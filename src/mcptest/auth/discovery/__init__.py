"""Discover the authorization server of a server, and judge its metadata step by step."""
