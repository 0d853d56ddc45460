"""Requests that rules about authorization make outside the sessions."""
