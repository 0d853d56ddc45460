"""Render a recording: text, a page with a timeline, HAR."""
