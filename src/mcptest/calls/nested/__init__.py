"""Blocks inside a tool test that make several calls: relations and resilience."""
