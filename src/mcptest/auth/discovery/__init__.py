"""From a server to its authorization server: metadata, judged step by step."""
