"""A recording for people and for other tools: text, a page with a timeline, HAR."""
