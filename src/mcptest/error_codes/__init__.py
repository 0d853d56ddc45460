"""The text for every stable code: what it means, why it matters, what to do."""
