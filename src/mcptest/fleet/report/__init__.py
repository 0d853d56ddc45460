"""A fleet run for people and for CI: a dashboard, Markdown, JUnit, and badges."""
