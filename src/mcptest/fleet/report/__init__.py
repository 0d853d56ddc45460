"""Fleet reports for people and CI: dashboard, Markdown, JUnit and badges."""
