"""Checks on an open session: lists, responses, HTTP."""
