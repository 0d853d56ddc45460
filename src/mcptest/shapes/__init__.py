"""The message schemas of each revision as data: one file per revision, each a delta."""
