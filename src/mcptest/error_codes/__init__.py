"""The texts behind every stable code: what it means, why it is one, what to do."""
