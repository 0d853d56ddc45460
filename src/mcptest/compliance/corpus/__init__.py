"""Read the rule files of every revision."""
