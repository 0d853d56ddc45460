"""Judge a rule: compare its expectations and checks with what was observed."""
