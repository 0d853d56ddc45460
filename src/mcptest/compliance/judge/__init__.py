"""What a rule decides: expectations and checks against what was observed."""
