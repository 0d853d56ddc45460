"""Ordinary tests: tools, resources, prompts."""
